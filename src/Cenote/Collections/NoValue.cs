namespace Cenote.Collections;

/// <summary>The value type of a set. It takes no bytes in a cell.</summary>
internal readonly struct NoValue;

namespace Cenote.Collections;

/// <summary>The value of a key in a set: none, and no bytes for it.</summary>
internal readonly struct NoValue;

namespace Cenote.Collections;

/// <summary>Marks comparers that compare bytes, which the dictionary does without calling them.</summary>
internal interface IBytewiseComparer;

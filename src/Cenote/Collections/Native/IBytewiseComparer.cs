namespace Cenote.Collections;

/// <summary>Says of a comparer that it compares bytes, so that it need not be asked.</summary>
internal interface IBytewiseComparer;

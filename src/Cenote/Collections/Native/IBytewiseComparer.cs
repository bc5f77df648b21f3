namespace Cenote.Collections;

/// <summary>
/// Marks comparers that compare bytes. The dictionary compares the bytes itself and does not call these comparers.
/// </summary>
internal interface IBytewiseComparer;

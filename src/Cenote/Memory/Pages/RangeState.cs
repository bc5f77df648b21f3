namespace Cenote.Memory.Pages;

/// <summary>The content of a range when its owner is disposed.</summary>
internal enum RangeState
{
    /// <summary>
    /// Zeros. Only read-only spans of the range may still exist, so the next owner may reuse the range unchanged.
    /// </summary>
    Zeroed,

    /// <summary>
    /// Arbitrary. Only read-only spans of the range may still exist, so an owner that does not rely on the content may reuse the
    /// range.
    /// </summary>
    Unknown,

    /// <summary>
    /// Arbitrary and changeable, because writable references may still exist. The next owner must get other addresses.
    /// </summary>
    Writable,
}

namespace Cenote.Memory.Pages;

/// <summary>The content of a range when its owner is disposed.</summary>
internal enum RangeState
{
    /// <summary>Zeros; only read-only spans of it may still exist. The next owner may reuse it as it is.</summary>
    Zeroed,

    /// <summary>
    /// Anything; only read-only spans of it may still exist. An owner that does not rely on its content may reuse it.
    /// </summary>
    Unknown,

    /// <summary>
    /// Anything, and it may change: writable references may still exist. The next owner must get other addresses.
    /// </summary>
    Writable,
}

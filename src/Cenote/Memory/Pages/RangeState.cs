namespace Cenote.Memory.Pages;

/// <summary>What an owner that has ended leaves behind in its addresses.</summary>
internal enum RangeState
{
    /// <summary>Zeros; only reading spans of it may still be around. The next owner may take it as it is.</summary>
    Zeroed,

    /// <summary>
    /// Anything; only reading spans of it may still be around. The next owner may take it as it is if it trusts nothing in it.
    /// </summary>
    Unknown,

    /// <summary>
    /// Anything, at any time: somebody may still hold a writable reference. The next owner must get other addresses.
    /// </summary>
    Writable,
}

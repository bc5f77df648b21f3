namespace Cenote.Memory.Snapshots;

/// <summary>How the keys of a snapshot are stored. The bits are part of the format.</summary>
[Flags]
internal enum SnapshotFlags : uint
{
    None = 0,

    /// <summary>Keys of ASCII are stored as bytes.</summary>
    Compact = 1,

    /// <summary>Other keys are stored as UTF-8, unless they are no valid UTF-16.</summary>
    Utf8 = 2,

    /// <summary>Keys that differ only in case were the same key.</summary>
    IgnoresCase = 4,

    /// <summary>A key that is stored as UTF-8 may have U+FFFD, for which invalid UTF-8 stands.</summary>
    HasReplacement = 8,
}

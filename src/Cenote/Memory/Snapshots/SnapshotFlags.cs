namespace Cenote.Memory.Snapshots;

/// <summary>How a snapshot stores its keys. The bits are part of the format.</summary>
[Flags]
internal enum SnapshotFlags : uint
{
    None = 0,

    /// <summary>ASCII keys are stored as bytes.</summary>
    Compact = 1,

    /// <summary>Non-ASCII keys are stored as UTF-8, unless they are invalid UTF-16.</summary>
    Utf8 = 2,

    /// <summary>Keys are case-insensitive.</summary>
    IgnoresCase = 4,

    /// <summary>A key stored as UTF-8 may contain U+FFFD in place of invalid UTF-8.</summary>
    HasReplacement = 8,
}

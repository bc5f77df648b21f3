namespace Cenote.Memory.Snapshots;

/// <summary>The type of collection in a snapshot. The numbers are part of the format.</summary>
internal enum SnapshotKind : uint
{
    Dictionary = 1,
    Set = 2,
    StringTable = 3,
    ByteCache = 4,
}

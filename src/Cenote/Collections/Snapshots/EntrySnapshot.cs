using Cenote.Memory.Snapshots;

namespace Cenote.Collections;

/// <summary>What the header of a snapshot says of a dictionary or a set.</summary>
internal static class EntrySnapshot<TValue>
{
    public static int ValueBytes => EntryLayout<TValue>.HasValues ? (int)ValueLayout<TValue>.Bytes : 0;

    private static SnapshotKind Kind => EntryLayout<TValue>.HasValues ? SnapshotKind.Dictionary : SnapshotKind.Set;

    public static SnapshotHeader Describe(SnapshotFlags flags)
    {
        var header = new SnapshotHeader { Kind = Kind, Flags = flags, TextOffset = (uint)EntryLayout<TValue>.TextOffset };
        if (EntryLayout<TValue>.HasValues)
        {
            ValueLayout<TValue>.Describe(ref header);
        }

        return header;
    }

    /// <summary>Checks whether a file has what is asked for.</summary>
    public static void Check(in SnapshotHeader header)
    {
        header.CheckKind(Kind);
        if (EntryLayout<TValue>.HasValues)
        {
            ValueLayout<TValue>.Check(in header);
        }

        header.CheckTextOffset((uint)EntryLayout<TValue>.TextOffset);
    }

    /// <summary>As <see cref="Check"/>, for a table that is used as it is.</summary>
    public static void CheckFrozen(in SnapshotHeader header)
    {
        Check(in header);
        header.CheckCase();
    }

    public static KeyEncoding EncodingOf(SnapshotFlags flags) =>
        (flags & SnapshotFlags.Utf8) != SnapshotFlags.None ? KeyEncoding.Utf8
            : (flags & SnapshotFlags.Compact) != SnapshotFlags.None ? KeyEncoding.Compact
            : KeyEncoding.Utf16;
}

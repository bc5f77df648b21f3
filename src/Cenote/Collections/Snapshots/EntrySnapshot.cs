using Cenote.Memory.Snapshots;

namespace Cenote.Collections;

/// <summary>The description of a dictionary or set in a snapshot's header.</summary>
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

    /// <summary>Checks that a file contains the requested type; throws if it does not.</summary>
    public static void Check(in SnapshotHeader header)
    {
        header.CheckKind(Kind);
        if (EntryLayout<TValue>.HasValues)
        {
            ValueLayout<TValue>.Check(in header);
        }

        header.CheckTextOffset((uint)EntryLayout<TValue>.TextOffset);
    }

    /// <summary>
    /// Like <see cref="Check"/>, for a file that is used in place. Also rejects a file that was saved with <c>IgnoreCase</c>.
    /// </summary>
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

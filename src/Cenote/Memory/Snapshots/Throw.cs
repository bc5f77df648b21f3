using Cenote.Memory.Pages;

namespace Cenote.Memory.Snapshots;

/// <summary>Throw helpers for snapshots, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void NotASnapshot() =>
        throw new InvalidDataException(
            "This is not a Cenote snapshot: its header differs. Pass a file written by Save.");

    [DoesNotReturn]
    public static void Truncated() =>
        throw new InvalidDataException(
            "The snapshot is truncated: its end is missing. Restore the original file, or save it again.");

    [DoesNotReturn]
    public static void OtherByteOrder() =>
        throw new InvalidDataException(
            "The byte order of the snapshot is not little-endian. Save it again on a little-endian machine.");

    [DoesNotReturn]
    public static void BigEndian() =>
        throw new PlatformNotSupportedException("Snapshots are little-endian, but this machine is not.");

    [DoesNotReturn]
    public static void OtherVersion(uint version) =>
        throw new InvalidDataException(
            version > SnapshotHeader.CurrentVersion
                ? $"The snapshot has version {version} of the format, but this version of Cenote reads only up to "
                    + $"{SnapshotHeader.CurrentVersion}. Update Cenote, or save the snapshot with this version."
                : $"The snapshot has version {version} of the format, which is too old to be read. Load and save it with an "
                    + "intermediate version of Cenote, or build it again.");

    [DoesNotReturn]
    public static void OtherKind(SnapshotKind found, SnapshotKind expected) =>
        throw new InvalidDataException(
            $"The snapshot was saved by a {NameOf(found)}, not a {NameOf(expected)}. Open it with the type that saved it.");

    [DoesNotReturn]
    public static void OtherValues(in SnapshotHeader header, string expected, uint bytes, uint alignment, string why) =>
        throw new InvalidDataException(
            $"The snapshot has values of {header.ValueName} ({header.ValueBytes} bytes, aligned to {header.ValueAlignment}), but "
            + $"they were requested as {expected} ({bytes} bytes, aligned to {alignment}): {why}. Use the type that saved it, or "
            + "save it again with this one.");

    [DoesNotReturn]
    public static void Damaged(string what) =>
        throw new InvalidDataException($"The snapshot is damaged: {what}. Restore the original file, or save it again.");

    [DoesNotReturn]
    public static void IgnoresCase() =>
        throw new InvalidDataException(
            "The snapshot's collection ignores case, so its hashes are valid only in the process that saved it. Use "
            + "Load instead of Open.");

    [DoesNotReturn]
    public static void TooManyCollisions() =>
        throw new IOException(
            "By a chance of less than one in a billion, the keys did not fit in the snapshot's table. Save the collection "
            + "again.");

    [DoesNotReturn]
    public static void NoMemory(ulong bytes) =>
        throw new OutOfMemoryException(MemoryRefusal.Of($"a snapshot of {bytes} bytes"));

    private static string NameOf(SnapshotKind kind) => kind switch
    {
        SnapshotKind.Dictionary => "PooledStringDictionary",
        SnapshotKind.Set => "PooledStringSet",
        SnapshotKind.StringTable => "StringTable",
        _ => "ByteCache",
    };
}

using System.Text;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Memory.Snapshots;

/// <summary>
/// The first 512 bytes of a snapshot; docs/snapshot-format.md documents the layout. The sections follow, each aligned to 64
/// bytes: cells, table, ids, and the checksums of these three.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = Size)]
internal unsafe struct SnapshotHeader
{
    public const int Size = 512;
    public const uint CurrentVersion = 2;
    public const uint EarliestVersion = 1;
    public const int SectionAlignment = 64;
    public const int PieceBytes = 1 << 20;

    // The value has a non-ASCII byte and line endings, to detect transfers that strip the high bit or convert line endings.
    private const ulong MagicBytes = 0x0A1A0A0D_544E4389;
    private const uint ByteOrderMark = 0x01020304;
    private const int SecretsOffset = 104;
    private const int NameOffset = 256;
    private const int NameBytes = 248;
    private const int SumOffset = Size - sizeof(uint);

    // Indexes can address 32 GiB, minus one granule.
    private const ulong MaxTotalCellBytes = ((ulong)uint.MaxValue - AddressSpace.GranuleUnits) << AddressSpace.UnitShift;
    private const ulong MaxCacheBytes = 1UL << 50;
    private const uint MaxValueBytes = 1 << 20;

    [FieldOffset(0)]
    private ulong _magic;

    [FieldOffset(8)]
    public uint Version;

    [FieldOffset(12)]
    private uint _byteOrder;

    [FieldOffset(16)]
    public SnapshotKind Kind;

    [FieldOffset(20)]
    public SnapshotFlags Flags;

    /// <summary>The offset of the key data in cells.</summary>
    [FieldOffset(24)]
    public uint TextOffset;

    [FieldOffset(28)]
    public uint ValueBytes;

    [FieldOffset(32)]
    public uint ValueAlignment;

    [FieldOffset(36)]
    public uint IdCount;

    /// <summary>A hash of the fields of the value type; 0 if unknown.</summary>
    [FieldOffset(40)]
    public ulong ValueFields;

    [FieldOffset(48)]
    public ulong Count;

    [FieldOffset(56)]
    public ulong CellBytes;

    /// <summary>The total bytes of cells of up to 64 KiB. Unless there are ids, these cells come first.</summary>
    [FieldOffset(64)]
    public ulong SharedCellBytes;

    [FieldOffset(72)]
    public ulong Buckets;

    [FieldOffset(80)]
    public ulong FileBytes;

    /// <summary>The time of writing, in ticks of 100 ns since the year 1, UTC.</summary>
    [FieldOffset(88)]
    public long SavedAt;

    /// <summary>The number of snapshots that follow in the same file. A cache is saved part by part.</summary>
    [FieldOffset(96)]
    public uint Following;

    [FieldOffset(SecretsOffset)]
    private fixed ulong _secrets[4];

    [FieldOffset(NameOffset)]
    private fixed byte _name[NameBytes];

    [FieldOffset(SumOffset)]
    private uint _sum;

    public SnapshotHash Hash
    {
        readonly get => SnapshotHash.Read([_secrets[0], _secrets[1], _secrets[2], _secrets[3]]);
        set
        {
            fixed (ulong* secrets = _secrets)
            {
                value.Write(new Span<ulong>(secrets, 4));
            }
        }
    }

    /// <summary>The value type, for messages; truncated if it is long.</summary>
    public string ValueName
    {
        readonly get
        {
            fixed (byte* name = _name)
            {
                var bytes = new ReadOnlySpan<byte>(name, NameBytes);
                int end = bytes.IndexOf((byte)0);
                return Encoding.UTF8.GetString(end < 0 ? bytes : bytes[..end]);
            }
        }

        set
        {
            fixed (byte* name = _name)
            {
                Encoding.UTF8.GetEncoder().Convert(value, new Span<byte>(name, NameBytes), flush: true, out _, out _, out _);
            }
        }
    }

    public static ulong CellsOffset => Size;

    public readonly ulong TableOffset => CellsOffset + Align(CellBytes);

    public readonly ulong IdsOffset => TableOffset + (Buckets * Bucket.Size);

    public readonly ulong ChecksumsOffset => IdsOffset + Align(IdCount * (ulong)sizeof(uint));

    /// <summary>The number of checksums: one per MiB (or remainder) of each section, and one over these checksums.</summary>
    public readonly ulong Sums =>
        Pieces(TableOffset - CellsOffset) + Pieces(IdsOffset - TableOffset) + Pieces(ChecksumsOffset - IdsOffset) + 1;

    public readonly ulong ExpectedFileBytes => ChecksumsOffset + (Sums * sizeof(uint));

    public static ulong Align(ulong bytes) => (bytes + SectionAlignment - 1) & ~(ulong)(SectionAlignment - 1);

    public static ulong Pieces(ulong bytes) => (bytes + PieceBytes - 1) / PieceBytes;

    /// <summary>Completes and writes a header whose counts are set.</summary>
    public void WriteTo(Span<byte> destination)
    {
        _magic = MagicBytes;
        Version = CurrentVersion;
        _byteOrder = ByteOrderMark;
        FileBytes = ExpectedFileBytes;
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(new ReadOnlySpan<SnapshotHeader>(in this));
        _sum = Crc32C.Append(0, bytes[..SumOffset]);
        bytes.CopyTo(destination);
    }

    /// <summary>Reads a header and checks that its fields are plausible.</summary>
    /// <param name="start">The start of the file.</param>
    /// <param name="fileBytes">The length of the file; null if not yet known.</param>
    /// <exception cref="InvalidDataException">The data is not a snapshot, has another version, or is damaged.</exception>
    public static SnapshotHeader Read(ReadOnlySpan<byte> start, ulong? fileBytes)
    {
        ulong magic = MagicBytes;
        ReadOnlySpan<byte> expected = MemoryMarshal.AsBytes(new ReadOnlySpan<ulong>(in magic));
        if (!start.StartsWith(expected[..Math.Min(start.Length, expected.Length)]))
        {
            Throw.NotASnapshot();
        }

        if (start.Length < Size)
        {
            Throw.Truncated();
        }

        var header = MemoryMarshal.Read<SnapshotHeader>(start);
        if (header._byteOrder != ByteOrderMark)
        {
            Throw.OtherByteOrder();
        }

        if (header.Version is < EarliestVersion or > CurrentVersion)
        {
            Throw.OtherVersion(header.Version);
        }

        if (header._sum != Crc32C.Append(0, start[..SumOffset]))
        {
            Throw.Damaged("the checksum of its header is wrong");
        }

        header.Check();
        if (fileBytes is { } bytes && bytes < header.FileBytes)
        {
            Throw.Truncated();
        }

        return header;
    }

    /// <summary>Reads the header from a stream that is positioned at the header.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="start">Receives the raw header.</param>
    public static SnapshotHeader Read(Stream stream, Span<byte> start)
    {
        ulong? bytes = stream.CanSeek ? (ulong)(stream.Length - stream.Position) : null;
        int read = SnapshotStream.ReadAll(stream, start[..Size]);
        return Read(start[..read], bytes);
    }

    /// <exception cref="InvalidDataException">The snapshot is of another kind.</exception>
    public readonly void CheckKind(SnapshotKind expected)
    {
        if (Kind != expected)
        {
            Throw.OtherKind(Kind, expected);
        }
    }

    /// <exception cref="InvalidDataException">The cell layout does not match the value type.</exception>
    public readonly void CheckTextOffset(uint expected)
    {
        if (TextOffset != expected)
        {
            Throw.Damaged($"its keys begin {TextOffset} bytes into their cells instead of {expected}");
        }
    }

    /// <exception cref="InvalidDataException">The keys are case-insensitive.</exception>
    public readonly void CheckCase()
    {
        if ((Flags & SnapshotFlags.IgnoresCase) != SnapshotFlags.None)
        {
            Throw.IgnoresCase();
        }
    }

    /// <exception cref="InvalidDataException">The number of ids is not the number of strings.</exception>
    public readonly void CheckIds()
    {
        if (IdCount != Count)
        {
            Throw.Damaged($"it has {Count} strings but {IdCount} ids");
        }
    }

    // The order of the checks prevents overflow of sums and products.
    private readonly void Check()
    {
        bool isPossible = Enum.IsDefined(Kind)
            && TextOffset is >= KeyCell.ValueOffset and <= MaxValueBytes
            && CellBytes <= (Kind == SnapshotKind.ByteCache ? MaxCacheBytes : MaxTotalCellBytes)
            && CellBytes % (1 << AddressSpace.UnitShift) == 0
            && SharedCellBytes <= CellBytes
            && SharedCellBytes % (1 << AddressSpace.UnitShift) == 0
            && Count <= int.MaxValue
            && Count <= CellBytes / (KeyCell.MinimumUnits << AddressSpace.UnitShift)
            && Buckets <= int.MaxValue
            && (Buckets > 0 || Kind == SnapshotKind.ByteCache)
            && (IdCount == 0 || IdCount == Count)
            && (Following == 0 || Kind == SnapshotKind.ByteCache)
            && FileBytes == ExpectedFileBytes;
        if (!isPossible)
        {
            Throw.Damaged("its header is inconsistent");
        }
    }
}

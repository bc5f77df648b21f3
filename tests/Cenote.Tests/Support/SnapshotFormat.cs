using System.Buffers.Binary;
using System.Text;

namespace Cenote.Tests.Support;

/// <summary>
/// A reader of snapshots, written only from docs/snapshot-format.md: it is slow, shares no code with the library, and checks all
/// that the page specifies. A failure to read is an error in the page or a bug in the library.
/// </summary>
internal sealed class SnapshotFormat
{
    private const int Piece = 1 << 20;

    private readonly byte[] _file;
    private readonly uint[] _crcs = new uint[256];
    private readonly int _table;
    private readonly int _ids;
    private readonly int _sums;

    public SnapshotFormat(byte[] file)
    {
        _file = file;
        for (uint i = 0; i < 256; i++)
        {
            uint crc = i;
            for (int bit = 0; bit < 8; bit++)
            {
                crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82F63B78 : 0);
            }

            _crcs[i] = crc;
        }

        Assert.Equal([0x89, 0x43, 0x4E, 0x54, 0x0D, 0x0A, 0x1A, 0x0A], file[..8]);
        Assert.InRange(Word(8), 1u, 2u);
        Assert.Equal(0x01020304u, Word(12));
        Assert.Equal(Word(508), Crc(file.AsSpan(0, 508)));
        Assert.All(file[(Word(16) == 4 ? 100 : 96)..104], static unit => Assert.Equal(0, unit));
        Assert.All(file[136..256], static unit => Assert.Equal(0, unit));
        Assert.Equal(0u, Word(504));
        Kind = Word(16);
        Flags = Word(20);
        _table = 512 + Aligned((int)Long(56));
        _ids = _table + (64 * (int)Long(72));
        _sums = _ids + Aligned(4 * (int)Word(36));
        Assert.Equal(Kind == 3 ? Long(48) : 0, Word(36));
        Assert.Equal((ulong)file.Length, Long(80));
        CheckSums();
    }

    public uint Kind { get; }

    public uint Flags { get; }

    public string ValueType => Encoding.UTF8.GetString(_file.AsSpan(256, 248)).TrimEnd('\0');

    /// <summary>The key and value of each cell, in file order; each is also looked up by its hash.</summary>
    public List<(string Key, byte[] Value)> ReadCells()
    {
        var cells = new List<(string, byte[])>();
        int text = (int)Word(24);
        int valueBytes = (int)Word(28);
        Assert.Equal(8 + ((valueBytes + 3) / 4 * 4), text);
        int end = 512 + (int)Long(56);
        int shared = 0;
        int at = 512;
        while (at < end)
        {
            uint word = Word(at + 4);
            int length = (int)(word & 0x3FFF_FFFF);
            int form = (int)(word >> 30);
            int bytes = form == 0 ? 2 * length : length;
            string key = form switch
            {
                0 => Encoding.Unicode.GetString(_file, at + text, bytes),
                2 => Encoding.ASCII.GetString(_file, at + text, bytes),
                3 => Encoding.UTF8.GetString(_file, at + text, bytes),
                _ => throw new InvalidDataException("form 01"),
            };
            Assert.Equal(0u, Word(at));
            Assert.True(form != 2 || (Flags & 1) != 0);
            Assert.True(form != 3 || (Flags & 2) != 0);
            cells.Add((key, _file[(at + 8)..(at + 8 + valueBytes)]));
            int size = SizeOf(text + bytes);
            Assert.All(_file[(at + 8 + valueBytes)..(at + text)], static unit => Assert.Equal(0, unit));
            Assert.All(_file[(at + text + bytes)..(at + size)], static unit => Assert.Equal(0, unit));
            if ((Flags & 4) == 0)
            {
                CheckFound(at, form == 0 ? _file[(at + text)..(at + text + bytes)] : Widened(at + text, bytes));
            }

            if (Kind == 3)
            {
                Assert.Equal(((uint)cells.Count - 1, 0), (Word(at + 8), form));
                Assert.Equal((uint)(at - 512) / 8, Word(_ids + (4 * (cells.Count - 1))));
            }

            shared += size > 65_536 ? 0 : size;
            at += size;
        }

        Assert.Equal(end, at);
        Assert.Equal((ulong)shared, Long(64));
        Assert.Equal((ulong)cells.Count, Long(48));
        return cells;
    }

    /// <summary>The entries of a cache, with expiration times, sliding expirations and last uses.</summary>
    public List<(string Key, byte[] Value, long End, long Sliding, long LastUse)> ReadEntries()
    {
        var entries = new List<(string, byte[], long, long, long)>();
        Assert.Equal((4u, 0ul, 8u, 0u), (Kind, Long(72), Word(24), Word(28)));
        int end = 512 + (int)Long(56);
        int at = 512;
        while (at < end)
        {
            bool narrow = Word(at) >> 31 != 0;
            int length = (int)(Word(at) & 0x7FFF_FFFF);
            int bytes = narrow ? length : 2 * length;
            int key = at + 32;
            int value = key + bytes;
            int valueEnd = value + (int)Word(at + 4);
            entries.Add((
                (narrow ? Encoding.ASCII : Encoding.Unicode).GetString(_file, key, bytes),
                _file[value..valueEnd],
                (long)Long(at + 8),
                (long)Long(at + 16),
                (long)Long(at + 24)));
            at = (valueEnd + 7) / 8 * 8;
            Assert.All(_file[valueEnd..at], static unit => Assert.Equal(0, unit));
        }

        Assert.Equal((ulong)entries.Count, Long(48));
        return entries;
    }

    private static int Aligned(int bytes) => (bytes + 63) / 64 * 64;

    private static int SizeOf(int bytes)
    {
        int size = Math.Max(16, (bytes + 7) / 8 * 8);
        if (size > 512)
        {
            int power = 512;
            while (power * 2 <= size)
            {
                power *= 2;
            }

            size = (size + (power / 16) - 1) / (power / 16) * (power / 16);
        }

        return size;
    }

    private byte[] Widened(int start, int bytes) => Encoding.Unicode.GetBytes(
        [.. _file[start..(start + bytes)].Select(static unit => (char)unit)]);

    private void CheckFound(int cell, byte[] key)
    {
        uint hash = Hash(key);
        uint tag = (hash & 255) == 0 ? 1 : hash & 255;
        ulong buckets = Long(72);
        ulong number = hash * buckets >> 32;
        for (int probes = 1; ; probes++)
        {
            int bucket = _table + (64 * (int)number);
            for (int way = 0; way < 12; way++)
            {
                if (_file[bucket + way] == tag && Word(bucket + 16 + (4 * way)) == (uint)(cell - 512) / 8)
                {
                    return;
                }
            }

            Assert.True(_file[bucket + 12] > 0 && probes < 1024, "A key is not found.");
            number = number + 1 == buckets ? 0 : number + 1;
        }
    }

    private uint Hash(byte[] key)
    {
        (ulong a, ulong b, ulong c, ulong d) = (Long(104), Long(112), Long(120), Long(128));
        ulong head = 0;
        ulong tail = 0;
        ulong s = a;
        int n = key.Length;
        switch (n)
        {
            case >= 16:
                for (int i = 0; i < n - 16; i += 16)
                {
                    s = Fold(At(i, 8) ^ b, At(i + 8, 8) ^ s);
                }

                (head, tail) = (At(n - 16, 8), At(n - 8, 8));
                break;
            case >= 8:
                (head, tail) = (At(0, 8), At(n - 8, 8));
                break;
            case >= 4:
                (head, tail) = (At(0, 4), At(n - 4, 4));
                break;
            case 2:
                head = At(0, 2);
                break;
        }

        return (uint)Fold(Fold(head ^ c, tail ^ s) + (ulong)n, d);

        ulong At(int start, int bytes) =>
            Enumerable.Range(0, bytes).Aggregate(0ul, (sum, i) => sum | ((ulong)key[start + i] << (8 * i)));
    }

    private static ulong Fold(ulong x, ulong y)
    {
        UInt128 product = (UInt128)x * y;
        return (ulong)(product >> 64) ^ (ulong)product;
    }

    private void CheckSums()
    {
        int place = _sums;
        foreach ((int start, int end) in ((int, int)[])[(512, _table), (_table, _ids), (_ids, _sums)])
        {
            for (int piece = start; piece < end; piece += Piece)
            {
                Assert.Equal(Crc(_file.AsSpan(piece, Math.Min(Piece, end - piece))), Word(place));
                place += 4;
            }
        }

        Assert.Equal(Crc(_file.AsSpan(_sums, place - _sums)), Word(place));
        Assert.Equal(_file.Length, place + 4);
    }

    private uint Crc(ReadOnlySpan<byte> bytes)
    {
        uint crc = uint.MaxValue;
        foreach (byte unit in bytes)
        {
            crc = _crcs[(byte)(crc ^ unit)] ^ (crc >> 8);
        }

        return ~crc;
    }

    private uint Word(int place) => BinaryPrimitives.ReadUInt32LittleEndian(_file.AsSpan(place));

    private ulong Long(int place) => BinaryPrimitives.ReadUInt64LittleEndian(_file.AsSpan(place));
}

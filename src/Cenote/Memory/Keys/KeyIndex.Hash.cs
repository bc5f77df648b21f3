using System.Buffers;
using Cenote.Text;

namespace Cenote.Memory.Keys;

/// <content>Key hashes, and the seeded hash that replaces them if keys collide.</content>
internal unsafe partial struct KeyIndex
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly uint HashOf(ReadOnlySpan<char> key) => _hasOtherHash ? OtherHashOf(key) : KeyHash.Compute(key);

    /// <summary>
    /// The hash of a UTF-8 key that is stored unchanged. An ASCII key has the same hash as its chars, unless case is ignored.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly uint HashOf(ReadOnlySpan<byte> utf8) =>
        _hasOtherHash ? _keyed.Compute(utf8) : (uint)KeyHash.ComputeLong(utf8);

    /// <summary>The hash of a key (chars, or UTF-8 as stored), given its <see cref="KeyHash"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly uint HashOf<T>(ReadOnlySpan<T> key, ulong hash)
        where T : unmanaged =>
        !_hasOtherHash ? (uint)hash : OtherHashOf(key);

    /// <summary>The hash of a key (chars, or UTF-8 as stored).</summary>
    public readonly uint HashOfStored<T>(ReadOnlySpan<T> key)
        where T : unmanaged =>
        typeof(T) == typeof(char) ? HashOf(MemoryMarshal.Cast<T, char>(key)) : HashOf(MemoryMarshal.Cast<T, byte>(key));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly uint OtherHashOf<T>(ReadOnlySpan<T> key)
        where T : unmanaged =>
        typeof(T) == typeof(char)
            ? OtherHashOf(MemoryMarshal.Cast<T, char>(key))
            : _keyed.Compute(MemoryMarshal.Cast<T, byte>(key));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly uint OtherHashOf(ReadOnlySpan<char> key)
    {
        if (!_ignoresCase)
        {
            return _keyed.Compute(key);
        }

        uint hash = IgnoreCaseKey.HashOf(key);
        return Rehashes == 0 ? hash : _keyed.Compute(MemoryMarshal.Cast<uint, char>(new ReadOnlySpan<uint>(in hash)));
    }

    // Changes the hash seed and rehashes every key, in O(entries).
    private bool TryRekey()
    {
        var keyed = SipHash.WithNewSecret();
        if (!Table.TryAllocateTable(Table.Count, out NewTable table))
        {
            return false;
        }

        _keyed = keyed;
        _hasOtherHash = true;
        Rehashes++;
        KeyWalk walk = Cells.Walk();
        while (Cells.MoveToLive(ref walk))
        {
            walk.Cell->Hash = RecomputeHash(walk.Cell);
        }

        Table.Adopt(table);
        Table.Fill(in Cells);
        return true;
    }

    private readonly uint RecomputeHash(KeyCell* cell)
    {
        if (!cell->IsNarrow)
        {
            return OtherHashOf(KeyCell.WideText(cell, _textOffset));
        }

        ReadOnlySpan<byte> text = KeyCell.NarrowText(cell, _textOffset);
        if (!_ignoresCase)
        {
            return _keyed.Compute(text);
        }

        char[] chars = ArrayPool<char>.Shared.Rent(text.Length);
        KeyText.Widen(text, chars);
        uint hash = OtherHashOf(chars.AsSpan(0, text.Length));
        ArrayPool<char>.Shared.Return(chars, clearArray: true);
        return hash;
    }
}

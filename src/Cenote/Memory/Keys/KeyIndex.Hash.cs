using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Text;

namespace Cenote.Memory.Keys;

/// <content>The hashes of keys, and the one that takes over when keys collide.</content>
internal unsafe partial struct KeyIndex
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly uint HashOf(ReadOnlySpan<char> key) => _hasOtherHash ? OtherHashOf(key) : KeyHash.Compute(key);

    /// <summary>The hash of a key, of which that of <see cref="KeyHash"/> is known.</summary>
    public readonly uint HashOf(ReadOnlySpan<char> key, ulong hash) => _hasOtherHash ? OtherHashOf(key) : (uint)hash;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly uint OtherHashOf(ReadOnlySpan<char> key)
    {
        if (!_ignoresCase)
        {
            return _keyed.Compute(key);
        }

        uint hash = IgnoreCaseKeys.HashOf(key);
        return Rehashes == 0 ? hash : _keyed.Compute(MemoryMarshal.Cast<uint, char>(new ReadOnlySpan<uint>(in hash)));
    }

    // The one long pause of a collection: every key is hashed anew.
    private bool TryRekey()
    {
        var keyed = SipHash.WithNewSecret();
        if (!Table.TryPlan(Table.Count, out TablePlan plan))
        {
            return false;
        }

        _keyed = keyed;
        _hasOtherHash = true;
        Rehashes++;
        KeyWalk walk = Cells.Walk();
        while (Cells.MoveToLive(ref walk))
        {
            walk.Cell->Hash = HashAgain(walk.Cell);
        }

        Table.Adopt(plan);
        Table.Fill(in Cells);
        return true;
    }

    private readonly uint HashAgain(KeyCell* cell)
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

using System.Runtime.CompilerServices;

namespace Cenote.Memory.Keys;

/// <summary>A key of ASCII in UTF-8. It is compared as it is: compact keys are stored in the same form.</summary>
internal readonly unsafe ref struct AsciiKey : ISoughtKey
{
    private readonly ReadOnlySpan<byte> _bytes;
    private readonly ulong _wideHeader;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public AsciiKey(ReadOnlySpan<byte> bytes, uint hash)
    {
        _bytes = bytes;
        _wideHeader = KeyCell.WideHeader(hash, bytes.Length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsIn(KeyCell* cell, int textOffset)
    {
        ulong header = cell->Header;
        return header == KeyCell.NarrowHeader(_wideHeader) ? KeyCell.HoldsText(cell, textOffset, _bytes, narrow: true)
            : header == _wideHeader && KeyCell.HoldsText(cell, textOffset, _bytes, narrow: false);
    }
}

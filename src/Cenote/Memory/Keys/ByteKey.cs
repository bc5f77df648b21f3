using System.Runtime.CompilerServices;

namespace Cenote.Memory.Keys;

/// <summary>
/// A key in UTF-8, compared as it is: one of ASCII, or any key where all are stored as bytes. Text in UTF-16 is equal to it only
/// if that is ASCII: where keys in bytes are not, those in UTF-16 have surrogates.
/// </summary>
internal readonly unsafe ref struct ByteKey : ISoughtKey
{
    private readonly ReadOnlySpan<byte> _bytes;
    private readonly ulong _wideHeader;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ByteKey(ReadOnlySpan<byte> bytes, uint hash)
    {
        _bytes = bytes;
        _wideHeader = KeyCell.WideHeader(hash, bytes.Length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsIn(KeyCell* cell, int textOffset) => KeyCell.Matches(cell, cell->Header, textOffset, _bytes, _wideHeader);
}

namespace Cenote.Memory.Keys;

/// <summary>
/// A UTF-8 key that is compared byte by byte: an ASCII key, or any key in an index that stores UTF-8. The key can equal the key
/// of a UTF-16 cell only if it is ASCII, because an index that stores UTF-8 uses UTF-16 only for keys with lone surrogates.
/// </summary>
internal readonly unsafe ref struct ByteKey : ISearchKey
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
    public bool Matches(KeyCell* cell, int textOffset) => KeyCell.Matches(cell, cell->Header, textOffset, _bytes, _wideHeader);
}

namespace Cenote.Memory.Keys;

/// <summary>A key that is compared ordinally.</summary>
internal readonly unsafe ref struct OrdinalKey : ISearchKey
{
    private readonly ReadOnlySpan<char> _chars;
    private readonly ulong _wideHeader;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public OrdinalKey(ReadOnlySpan<char> chars, uint hash)
    {
        _chars = chars;
        _wideHeader = KeyCell.WideHeader(hash, chars.Length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Matches(KeyCell* cell, int textOffset) => KeyCell.Matches(cell, cell->Header, textOffset, _chars, _wideHeader);
}

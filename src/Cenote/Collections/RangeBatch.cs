namespace Cenote.Collections;

/// <summary>Keys that are parts of one text.</summary>
internal readonly ref struct RangeBatch(ReadOnlySpan<char> text, ReadOnlySpan<Range> keys) : IKeyBatch
{
    private readonly ReadOnlySpan<char> _text = text;
    private readonly ReadOnlySpan<Range> _keys = keys;

    public int Count => _keys.Length;

    public ReadOnlySpan<char> this[int index] => _text[_keys[index]];
}

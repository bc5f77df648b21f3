namespace Cenote.Collections;

/// <summary>Keys that are parts of one string.</summary>
/// <param name="text">The UTF-16 data.</param>
/// <param name="keys">The ranges of the keys.</param>
/// <param name="parameter">The caller's name for <paramref name="keys"/>, for exception messages.</param>
internal readonly ref struct RangeBatch(ReadOnlySpan<char> text, ReadOnlySpan<Range> keys, string parameter) : IKeyBatch
{
    private readonly ReadOnlySpan<char> _text = text;
    private readonly ReadOnlySpan<Range> _keys = keys;
    private readonly string _parameter = parameter;

    public int Count => _keys.Length;

    public ReadOnlySpan<char> this[int index] => Part(_text, _keys, index, _parameter);

    public void CheckNoOverlap<T>(ReadOnlySpan<T> results, string parameter)
    {
        BatchMemory.CheckNoOverlap(_text, results, parameter);
        BatchMemory.CheckNoOverlap(_keys, results, parameter);
    }

    /// <summary>Returns a part. If its range is outside the data, throws an exception with the index of the range.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<T> Part<T>(ReadOnlySpan<T> text, ReadOnlySpan<Range> parts, int index, string parameter)
    {
        Range part = parts[index];
        int start = part.Start.GetOffset(text.Length);
        int end = part.End.GetOffset(text.Length);
        if ((uint)end > (uint)text.Length || (uint)start > (uint)end)
        {
            Throw.RangeOutsideText<T>(parameter, index, part, text.Length);
        }

        return text[start..end];
    }
}

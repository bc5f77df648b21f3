using System.Runtime.CompilerServices;

namespace Cenote.Collections;

/// <summary>Keys that are parts of one text.</summary>
/// <param name="text">The text.</param>
/// <param name="keys">Where the keys are.</param>
/// <param name="parameter">What the user calls <paramref name="keys"/>, for messages.</param>
internal readonly ref struct RangeBatch(ReadOnlySpan<char> text, ReadOnlySpan<Range> keys, string parameter) : IKeyBatch
{
    private readonly ReadOnlySpan<char> _text = text;
    private readonly ReadOnlySpan<Range> _keys = keys;
    private readonly string _parameter = parameter;

    public int Count => _keys.Length;

    public ReadOnlySpan<char> this[int index] => Part(_text, _keys, index, _parameter);

    public void CheckApart<T>(ReadOnlySpan<T> results, string parameter)
    {
        BatchMemory.CheckApart(_text, results, parameter);
        BatchMemory.CheckApart(_keys, results, parameter);
    }

    /// <summary>A part of a text, or an exception that says which one is not within it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<T> Part<T>(ReadOnlySpan<T> text, ReadOnlySpan<Range> parts, int index, string parameter)
    {
        Range part = parts[index];
        int start = part.Start.GetOffset(text.Length);
        int end = part.End.GetOffset(text.Length);
        if ((uint)end > (uint)text.Length || (uint)start > (uint)end)
        {
            Throw.NotAPartOfText<T>(parameter, index, part, text.Length);
        }

        return text[start..end];
    }
}

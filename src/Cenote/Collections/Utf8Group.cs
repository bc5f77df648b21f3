using System.Buffers;
using System.Text;

namespace Cenote.Collections;

/// <summary>Keys that came as UTF-8, as UTF-16 for as long as they are looked up or added together.</summary>
internal readonly ref struct Utf8Group
{
    // Beyond that a key is decoded on its own: what a prefetch gains is nothing then.
    private const int MostChars = 1 << 20;

    private readonly char[] _chars;
    private readonly Span<Range> _ranges;
    private readonly string _parameter;

    /// <param name="text">The text that the keys are parts of.</param>
    /// <param name="keys">Where all keys are.</param>
    /// <param name="first">The first key of the group.</param>
    /// <param name="ranges">Room for as many ranges as the group may have keys. It has fewer if they are long.</param>
    /// <param name="parameter">What the user calls <paramref name="keys"/>, for messages.</param>
    public Utf8Group(ReadOnlySpan<byte> text, ReadOnlySpan<Range> keys, int first, Span<Range> ranges, string parameter)
    {
        int most = 0;
        int count = 0;
        for (; count < ranges.Length && first + count < keys.Length; count++)
        {
            int length = RangeBatch.Part(text, keys, first + count, parameter).Length;
            if (count > 0 && length > MostChars - most)
            {
                break;
            }

            most += length;
        }

        _chars = ArrayPool<char>.Shared.Rent(most);
        _ranges = ranges[..count];
        _parameter = parameter;
        int end = 0;
        for (int i = 0; i < count; i++)
        {
            int start = end;
            end += Encoding.UTF8.GetChars(text[keys[first + i]], _chars.AsSpan(start));
            _ranges[i] = start..end;
        }
    }

    public RangeBatch Keys => new(_chars, _ranges, _parameter);

    public void Dispose() => ArrayPool<char>.Shared.Return(_chars, clearArray: true);
}

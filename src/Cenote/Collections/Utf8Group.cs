using System.Buffers;
using System.Text;

namespace Cenote.Collections;

/// <summary>A group of UTF-8 keys, decoded to UTF-16 while they are looked up or added.</summary>
internal readonly ref struct Utf8Group
{
    // Maximum bytes of a group. A longer key is a group by itself, because prefetching saves no time for long keys.
    private const int MaxChars = 1 << 20;

    private readonly char[] _chars;
    private readonly Span<Range> _ranges;
    private readonly string _parameter;

    /// <param name="text">The UTF-8 data that contains the keys.</param>
    /// <param name="keys">The ranges of all keys.</param>
    /// <param name="first">The index of the first key of the group.</param>
    /// <param name="ranges">
    /// Receives the ranges of the decoded keys. Its length is the maximum number of keys; long keys make the group smaller.
    /// </param>
    /// <param name="parameter">The caller's name for <paramref name="keys"/>, for exception messages.</param>
    public Utf8Group(ReadOnlySpan<byte> text, ReadOnlySpan<Range> keys, int first, Span<Range> ranges, string parameter)
    {
        int most = 0;
        int count = 0;
        for (; count < ranges.Length && first + count < keys.Length; count++)
        {
            int length = RangeBatch.Part(text, keys, first + count, parameter).Length;
            if (count > 0 && length > MaxChars - most)
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

using System.Buffers;
using System.Text;

namespace Cenote.Collections;

/// <summary>Keys that came as UTF-8, as UTF-16 for as long as they are looked up or added together.</summary>
internal readonly ref struct Utf8Group
{
    private readonly char[] _chars;
    private readonly Span<Range> _ranges;

    /// <param name="text">The text that the keys are parts of.</param>
    /// <param name="keys">Where they are.</param>
    /// <param name="ranges">Room for as many ranges.</param>
    public Utf8Group(ReadOnlySpan<byte> text, ReadOnlySpan<Range> keys, Span<Range> ranges)
    {
        int most = 0;
        foreach (Range key in keys)
        {
            most = checked(most + text[key].Length);
        }

        _chars = ArrayPool<char>.Shared.Rent(most);
        _ranges = ranges[..keys.Length];
        int end = 0;
        for (int i = 0; i < keys.Length; i++)
        {
            int start = end;
            end += Encoding.UTF8.GetChars(text[keys[i]], _chars.AsSpan(start));
            _ranges[i] = start..end;
        }
    }

    public RangeBatch Keys => new(_chars, _ranges);

    public void Dispose() => ArrayPool<char>.Shared.Return(_chars, clearArray: true);
}

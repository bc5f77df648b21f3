namespace Cenote.Benchmarks.Collections;

/// <summary>Keys in one contiguous array of chars, in the order of use.</summary>
internal sealed class Keys
{
    private const int LongestKey = 4_096;

    private readonly char[] _text;

    /// <summary>Creates keys in arrays of the final size, because outgrown arrays would distort memory figures.</summary>
    /// <param name="first">The number of the first key.</param>
    /// <param name="count">The number of keys.</param>
    /// <param name="write">Writes the key of a number and returns its length.</param>
    public Keys(int first, int count, KeyWriter write)
    {
        Ranges = new Range[count];
        Span<char> buffer = new char[LongestKey];
        int end = 0;
        for (int i = 0; i < count; i++)
        {
            int start = end;
            end += write(first + i, buffer);
            Ranges[i] = start..end;
        }

        _text = new char[end];
        for (int i = 0; i < count; i++)
        {
            write(first + i, buffer);
            Range range = Ranges[i];
            Span<char> place = _text.AsSpan(range);
            buffer[..place.Length].CopyTo(place);
        }
    }

    private Keys(char[] text, Range[] ranges)
    {
        _text = text;
        Ranges = ranges;
    }

    /// <summary>Writes the key of a number and returns its length.</summary>
    public delegate int KeyWriter(int number, Span<char> destination);

    public int Count => Ranges.Length;

    public ReadOnlySpan<char> this[int number]
    {
        get
        {
            Range range = Ranges[number];
            int start = range.Start.Value;
            return new ReadOnlySpan<char>(_text, start, range.End.Value - start);
        }
    }

    /// <summary>The chars of all keys.</summary>
    public ReadOnlySpan<char> Text => _text;

    /// <summary>The range of each key in <see cref="Text"/>.</summary>
    public Range[] Ranges { get; }

    /// <summary>Each key as a separate string.</summary>
    public string[] Strings() => Array.ConvertAll(Ranges, range => new string(_text.AsSpan(range)));

    /// <summary>
    /// A random selection of the keys, contiguous again, as a parser leaves them. Reading contiguous keys is cheap, so that
    /// lookups dominate the time.
    /// </summary>
    public Keys Shuffled(int count, int seed)
    {
        var order = (Range[])Ranges.Clone();
        new Random(seed).Shuffle(order);
        Array.Resize(ref order, Math.Min(count, order.Length));
        char[] text = new char[order.Sum(static range => range.End.Value - range.Start.Value)];
        int end = 0;
        for (int i = 0; i < order.Length; i++)
        {
            ReadOnlySpan<char> key = _text.AsSpan(order[i]);
            key.CopyTo(text.AsSpan(end));
            order[i] = end..(end + key.Length);
            end += key.Length;
        }

        return new Keys(text, order);
    }
}

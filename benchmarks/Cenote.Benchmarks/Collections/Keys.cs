using Cenote.Benchmarks.Strings.Texts;

namespace Cenote.Benchmarks.Collections;

/// <summary>Keys behind each other in one text, in the order in which they are used.</summary>
internal sealed class Keys
{
    private readonly char[] _text;
    private readonly Slice[] _slices;

    public Keys(int count, IEnumerable<string> keys)
    {
        var text = new List<char>();
        _slices = new Slice[count];
        int number = 0;
        foreach (string key in keys)
        {
            _slices[number++] = new Slice(text.Count, key.Length);
            text.AddRange(key);
        }

        _text = [.. text];
    }

    private Keys(char[] text, Slice[] slices)
    {
        _text = text;
        _slices = slices;
    }

    public int Count => _slices.Length;

    public ReadOnlySpan<char> this[int number]
    {
        get
        {
            Slice slice = _slices[number];
            return new ReadOnlySpan<char>(_text, slice.Start, slice.Length);
        }
    }

    /// <summary>The text, of which <see cref="Ranges"/> are the keys.</summary>
    public ReadOnlySpan<char> Text => _text;

    /// <summary>Where each key is.</summary>
    public Range[] Ranges() => Array.ConvertAll(_slices, static slice => slice.Start..(slice.Start + slice.Length));

    /// <summary>Each key as a string of its own.</summary>
    public string[] Strings() => Array.ConvertAll(_slices, slice => new string(_text, slice.Start, slice.Length));

    /// <summary>Some of the keys in random order, behind each other again, as a parser leaves them: what is measured is the table, not how its questions are read.</summary>
    public Keys Shuffled(int count, int seed)
    {
        var order = (Slice[])_slices.Clone();
        new Random(seed).Shuffle(order);
        Array.Resize(ref order, Math.Min(count, order.Length));
        char[] text = new char[order.Sum(static slice => slice.Length)];
        int end = 0;
        for (int i = 0; i < order.Length; i++)
        {
            _text.AsSpan(order[i].Start, order[i].Length).CopyTo(text.AsSpan(end));
            order[i] = order[i] with { Start = end };
            end += order[i].Length;
        }

        return new Keys(text, order);
    }
}

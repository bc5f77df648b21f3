namespace Cenote.Benchmarks.Arenas.Corpora;

/// <summary>
/// The text from which every rival creates its strings. The text is contiguous and in order, so that reading it is cheap, and
/// costs every rival the same.
/// </summary>
internal sealed class Corpus
{
    private readonly char[] _units = new char[1 << 16];
    private readonly int[] _ends;

    public Corpus(string name, int count, IEnumerable<string> texts)
    {
        Name = name;
        _ends = new int[count];
        int end = 0;
        int number = 0;
        foreach (string text in texts.Take(count))
        {
            if (text.Length > _units.Length - end)
            {
                Array.Resize(ref _units, Math.Max(checked(2 * _units.Length), end + text.Length));
            }

            text.CopyTo(_units.AsSpan(end));
            end += text.Length;
            _ends[number++] = end;
        }

        if (number < count)
        {
            throw new ArgumentException($"{name} has {number} strings, not {count}.", nameof(texts));
        }
    }

    public string Name { get; }

    public int Count => _ends.Length;

    public ReadOnlySpan<char> this[int number]
    {
        get
        {
            int start = number == 0 ? 0 : _ends[number - 1];
            return _units.AsSpan(start, _ends[number] - start);
        }
    }

    /// <summary>Checksum of the strings in order.</summary>
    public ulong Checksum()
    {
        var checksum = new Checksum();
        for (int i = 0; i < Count; i++)
        {
            checksum.Add(this[i]);
        }

        return checksum.Value;
    }
}

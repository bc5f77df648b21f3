namespace Cenote.Tool.Input;

/// <summary>Collects strings of known length.</summary>
internal sealed class TextCorpusBuilder
{
    private readonly List<char[]> _chunks = [];
    private readonly List<CorpusSlice> _slices = [];
    private int _end;
    private long _totalChars;

    /// <summary>Reserves space for a string and returns it, to be filled by the caller.</summary>
    public Span<char> Add(int length)
    {
        if (_chunks.Count == 0 || length > _chunks[^1].Length - _end)
        {
            _chunks.Add(new char[Math.Max(TextCorpus.ChunkUnits, length)]);
            _end = 0;
        }

        Span<char> place = _chunks[^1].AsSpan(_end, length);
        _slices.Add(new CorpusSlice(_chunks.Count - 1, _end, length));
        _end += length;
        _totalChars += length;
        return place;
    }

    /// <summary>Adds a string.</summary>
    public void Add(ReadOnlySpan<char> text) => text.CopyTo(Add(text.Length));

    /// <summary>Creates a corpus of the strings.</summary>
    /// <param name="whole">The counts of all strings of the source; null if unused.</param>
    public TextCorpus Build(WholeText? whole = null) =>
        new([.. _chunks], [.. _slices], _totalChars, whole ?? new(_slices.Count, _totalChars, 0, 0, 0, true, 0, 0));
}

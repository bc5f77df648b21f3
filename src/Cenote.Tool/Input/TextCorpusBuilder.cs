namespace Cenote.Tool.Input;

/// <summary>
/// Collects strings, in parts as they come, until there are enough or memory would run short; what comes after that is
/// counted as truncated and dropped.
/// </summary>
internal sealed class TextCorpusBuilder(int limit = int.MaxValue, long memoryBudget = long.MaxValue)
{
    /// <summary>The longest string .NET can hold, in chars.</summary>
    public const int LongestString = 0x3FFFFFDF;

    private readonly List<char[]> _chunks = [];
    private readonly List<CorpusSlice> _slices = [];
    private char[] _chunk = [];
    private int _start;
    private int _end;
    private long _totalChars;

    /// <summary>Whether text came after there was enough.</summary>
    public bool IsTruncated { get; private set; }

    /// <summary>How many strings were finished.</summary>
    public int Count => _slices.Count;

    /// <summary>Whether the string being built has no chars yet.</summary>
    public bool IsPendingEmpty => _start == _end;

    /// <summary>Extends the string being built.</summary>
    /// <exception cref="ToolException">It became longer than a string can be, or it is the first and memory is short.</exception>
    public void Append(ReadOnlySpan<char> part)
    {
        if (!HasRoomFor(part.Length))
        {
            return;
        }

        MakeRoom(part.Length);
        part.CopyTo(_chunk.AsSpan(_end));
        _end += part.Length;
    }

    /// <summary>Finishes the string being built.</summary>
    public void EndString()
    {
        if (!HasRoomFor(0))
        {
            return;
        }

        if (_chunks.Count == 0)
        {
            MakeRoom(1);
        }

        _slices.Add(new CorpusSlice(_chunks.Count - 1, _start, _end - _start));
        _totalChars += _end - _start;
        _start = _end;
    }

    public TextCorpus Build() => new([.. _chunks], [.. _slices], _totalChars, IsTruncated);

    /// <summary>
    /// Reserves a string of known length at once and returns its place, to be filled by the caller.
    /// </summary>
    public Span<char> Add(int length)
    {
        MakeRoom(Math.Max(1, length));
        Span<char> place = _chunk.AsSpan(_end, length);
        _end += length;
        EndString();
        return place;
    }

    private bool HasRoomFor(int moreChars)
    {
        if (IsTruncated)
        {
            return false;
        }

        long pending = _end - _start + (long)moreChars;
        if (pending > LongestString)
        {
            throw ToolException.Usage(
                $"String {_slices.Count + 1:N0} is longer than the {LongestString:N0} chars a .NET string can hold; try --by word.");
        }

        if (_slices.Count >= limit || MemoryFootprint.OfMeasuring(_slices.Count + 1L, _totalChars + pending) > memoryBudget)
        {
            if (_slices.Count == 0)
            {
                throw ToolException.Usage("The first string alone takes more than half of the free memory; try --by word.");
            }

            IsTruncated = true;
        }

        return !IsTruncated;
    }

    private void MakeRoom(int chars)
    {
        if (_chunk.Length - _end >= chars && _chunks.Count > 0)
        {
            return;
        }

        ReadOnlySpan<char> pending = _chunk.AsSpan(_start, _end - _start);
        long needed = pending.Length + (long)chars;

        // Twice what is needed, because a string that has outgrown a chunk is likely to go on growing.
        char[] chunk = new char[needed <= TextCorpus.ChunkUnits ? TextCorpus.ChunkUnits : (int)Math.Min(2 * needed, Array.MaxLength)];
        pending.CopyTo(chunk);
        _end = pending.Length;
        _start = 0;
        _chunk = chunk;
        if (_chunks.Count > 0 && (_slices.Count == 0 || _slices[^1].Chunk != _chunks.Count - 1))
        {
            // No finished string lies in the former chunk: the pending one was its only content.
            _chunks[^1] = chunk;
        }
        else
        {
            _chunks.Add(chunk);
        }
    }
}

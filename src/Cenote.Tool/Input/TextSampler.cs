namespace Cenote.Tool.Input;

/// <summary>
/// Collects strings that arrive in parts. Keeps all of them while they fit, then a uniform sample: every string of the text is
/// equally likely to be in it.
/// </summary>
/// <remarks>
/// <para>Samples blocks of neighbouring strings, because measurements depend on how much neighbours have in common. Each
/// block draws a random number when it begins. Strings that do not fit are dropped from the block with the largest number.
/// So the same text always gives the same sample, and less memory gives a part of that sample.</para>
/// <para>Takes no more memory than the sample, a block and a string. Not thread-safe.</para>
/// </remarks>
/// <param name="limit">The maximum number of strings to keep.</param>
/// <param name="charLimit">
/// The maximum number of chars to keep; <see cref="CorpusSource.MinStrings"/> strings are kept even if they exceed it.
/// </param>
/// <param name="memoryBudget">The maximum memory for measuring the kept strings, in bytes.</param>
/// <param name="seed">The seed of the random numbers.</param>
internal sealed class TextSampler(
    int limit = int.MaxValue, long charLimit = long.MaxValue, long memoryBudget = long.MaxValue, ulong seed = 1)
{
    /// <summary>The longest string .NET can hold, in chars.</summary>
    public const int MaxStringLength = 0x3FFFFFDF;

    /// <summary>A block ends with the string that reaches this many chars.</summary>
    private const int BlockChars = 1 << 16;

    /// <summary>A block ends with this many strings.</summary>
    private const int MaxBlockStrings = 1 << 10;

    // Even a small sample is spread over the whole text.
    private const int MinBlocks = 128;

    private readonly int _blockStrings = Math.Clamp(limit / MinBlocks, 1, MaxBlockStrings);

    // A max-heap: the block with the largest number is dropped first.
    private readonly PriorityQueue<TextBlock, ulong> _kept = new(Comparer<ulong>.Create(static (x, y) => y.CompareTo(x)));
    private long _keptStrings;
    private long _keptChars;

    // Blocks that draw this number or a larger one are dropped.
    private ulong _tooLarge = ulong.MaxValue;

    // The current block; a dropped one has no text.
    private SplitMix64 _random = new(seed);
    private readonly List<int> _lengths = [];
    private char[] _text = new char[BlockChars];
    private int _chars;
    private int _pendingChars;
    private bool _inBlock;
    private ulong _number;

    // Counts of all strings, kept or not.
    private readonly DistinctSketch _distinct = new();
    private TextHash _pendingHash;
    private TextHash _fingerprint;
    private long _totalChars;
    private long _totalBytes;
    private long _replacedChars;

    /// <summary>The number of finished strings, kept or not.</summary>
    public long TotalStrings { get; private set; }

    /// <summary>The counts of all finished strings.</summary>
    public WholeText Whole => new(
        TotalStrings,
        _totalChars,
        _totalBytes,
        Math.Min(_distinct.Count, TotalStrings),
        Math.Min(_distinct.ManagedBytes, _totalBytes),
        _distinct.IsEstimate,
        _replacedChars,
        _fingerprint.Value);

    /// <summary>Whether the string being built has no chars yet.</summary>
    public bool IsPendingEmpty => _pendingChars == 0;

    private bool HasChance => _number < _tooLarge;

    /// <summary>Extends the string being built.</summary>
    /// <exception cref="ToolException">The string is longer than .NET allows, or than memory allows.</exception>
    public void Append(ReadOnlySpan<char> part)
    {
        RejectTooLong(_pendingChars + (long)part.Length);
        BeginBlock();
        _pendingHash.Add(part);
        _replacedChars += part.Count('\uFFFD');
        if (HasChance)
        {
            int end = _chars + _pendingChars;
            MakeRoom(end + part.Length);
            part.CopyTo(_text.AsSpan(end));
        }

        _pendingChars += part.Length;
    }

    /// <summary>Finishes the string being built.</summary>
    public void EndString()
    {
        BeginBlock();
        _lengths.Add(_pendingChars);
        _chars += _pendingChars;
        ulong hash = _pendingHash.Value;
        _distinct.Add(hash, _pendingChars);
        _fingerprint.Add(hash);
        _totalChars += _pendingChars;
        _totalBytes += MemoryFootprint.OfManagedString(_pendingChars);
        _pendingHash = default;
        _pendingChars = 0;
        TotalStrings++;
        if (_lengths.Count == _blockStrings || _chars >= BlockChars)
        {
            EndBlock();
        }
    }

    /// <summary>Creates a corpus of the kept strings, in the order of the text.</summary>
    /// <param name="whole">The counts of the source, if it had more strings than were added here.</param>
    public TextCorpus Build(WholeText? whole = null)
    {
        EndBlock();
        var corpus = new TextCorpusBuilder();
        foreach (TextBlock block in _kept.UnorderedItems.Select(entry => entry.Element).OrderBy(block => block.FirstString))
        {
            int start = 0;
            foreach (int length in block.Lengths)
            {
                corpus.Add(block.Text.AsSpan(start, length));
                start += length;
            }
        }

        return corpus.Build(whole ?? Whole);
    }

    private void RejectTooLong(long chars)
    {
        if (chars > MaxStringLength)
        {
            throw ToolException.Usage(
                $"String {TotalStrings + 1:N0} is longer than the {MaxStringLength:N0} chars a .NET string can hold; "
                + $"try --by word.");
        }

        if (MemoryFootprint.OfMeasuring(1, chars) > memoryBudget)
        {
            throw ToolException.Usage(
                $"String {TotalStrings + 1:N0} alone takes more than half of the free memory; try --by word.");
        }
    }

    private void BeginBlock()
    {
        if (!_inBlock)
        {
            _number = _random.Next();
            _inBlock = true;
        }
    }

    private void EndBlock()
    {
        if (HasChance && _lengths.Count > 0)
        {
            Keep(new TextBlock(TotalStrings - _lengths.Count, _number, TakeText(), [.. _lengths]));
            while (!Fits(_keptStrings, _keptChars))
            {
                DropLast();
            }
        }

        _lengths.Clear();
        _chars = 0;
        _inBlock = false;
    }

    private void Keep(TextBlock block)
    {
        _kept.Enqueue(block, block.Number);
        _keptStrings += block.Count;
        _keptChars += block.Chars;
    }

    // The block with the largest number keeps only its first strings that fit.
    private void DropLast()
    {
        TextBlock last = _kept.Dequeue();
        _keptStrings -= last.Count;
        _keptChars -= last.Chars;
        _tooLarge = last.Number;
        int count = 0;
        long chars = 0;
        while (count < last.Count && Fits(_keptStrings + count + 1, _keptChars + chars + last.Lengths[count]))
        {
            chars += last.Lengths[count++];
        }

        if (count > 0)
        {
            Keep(last with { Lengths = last.Lengths[..count] });
        }
    }

    private bool Fits(long strings, long chars) =>
        strings <= limit
        && (chars <= charLimit || strings <= CorpusSource.MinStrings)
        && MemoryFootprint.OfMeasuring(strings, chars) <= memoryBudget;

    private char[] TakeText()
    {
        if (_chars <= 2 * BlockChars)
        {
            return _text[.._chars];
        }

        // A long string is not copied, because the copy would double its memory.
        char[] text = _text;
        _text = new char[BlockChars];
        return text;
    }

    private void MakeRoom(int chars)
    {
        if (chars > _text.Length)
        {
            Array.Resize(ref _text, (int)Math.Min(2L * chars, Array.MaxLength));
        }
    }
}

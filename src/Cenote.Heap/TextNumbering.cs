namespace Cenote.Heap;

/// <summary>
/// Hashes and numbers strings in batches on a second thread, because this work takes longer than the rest of the first walk over
/// the heap.
/// </summary>
internal sealed class TextNumbering(ObjectIndex strings, TextCensus texts, IHeapMemory memory) : IDisposable
{
    // The number of lookups whose cache misses overlap.
    private const int StringsAtOnce = 32;

    private StringBatch _filling = new();
    private StringBatch _numbered = new();
    private Task _work = Task.CompletedTask;
    private StringHash _hash = new(memory);

    /// <summary>The number of rejected strings. Known after <see cref="Complete"/>.</summary>
    public long Rejected { get; private set; }

    /// <summary>Adds a string; addresses must be added in ascending order.</summary>
    /// <param name="at">Its position.</param>
    /// <param name="content">The bytes of the string read so far.</param>
    public void Add(in HeapPosition at, ReadOnlySpan<byte> content)
    {
        if (!StringHash.TryGetChars(content, out ReadOnlySpan<byte> chars))
        {
            // Numbers all earlier strings first, because strings are added in address order and by one thread at a time.
            Complete();
            UInt128 hash = _hash.Of(at.Address, content, out int length);
            Number(at.Range, at.Address, hash, length);
            return;
        }

        if (!_filling.TryAdd(at, chars))
        {
            Send();
            bool isAdded = _filling.TryAdd(at, chars);
            Debug.Assert(isAdded, "An empty batch has space for every string that is read in one piece.");
        }
    }

    /// <summary>Waits until all strings have their numbers.</summary>
    public void Complete()
    {
        Send();
        _work.GetAwaiter().GetResult();
    }

    /// <summary>Waits for the running batch.</summary>
    public void Dispose() => Task.WaitAny(_work);

    private void Send()
    {
        _work.GetAwaiter().GetResult();
        (_filling, _numbered) = (_numbered, _filling);
        _work = Task.Run(NumberBatch);
    }

    private void NumberBatch()
    {
        ReadOnlySpan<StringBatch.Entry> left = _numbered.Hashed();
        while (left.Length > 0)
        {
            ReadOnlySpan<StringBatch.Entry> some = left[..Math.Min(StringsAtOnce, left.Length)];
            foreach (StringBatch.Entry entry in some)
            {
                texts.Fetch(entry.Hash);
            }

            foreach (StringBatch.Entry entry in some)
            {
                Number(entry.Range, entry.Address, entry.Hash, entry.Chars);
            }

            left = left[some.Length..];
        }

        _numbered.Clear();
    }

    private void Number(int range, ulong address, UInt128 hash, int chars)
    {
        int text = texts.NumberOf(hash, chars);
        Rejected += text == TextTable.Rejected ? 1 : 0;
        strings.Add(range, address, text);
    }
}

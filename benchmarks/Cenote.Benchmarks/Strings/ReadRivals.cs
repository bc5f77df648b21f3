using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>Reads every string of a collection in random order. Strings have 8 to 40 chars.</summary>
internal sealed class ReadRivals : IDisposable
{
    private const int Shortest = 8;
    private const int Longest = 40;

    private readonly SegmentedStringPool _segmented = new();
    private readonly UnmanagedStringPool _contiguous = Pools.Contiguous();
    private readonly string[] _strings;
    private readonly PooledStringRef[] _refs;
    private readonly PooledStringId[] _ids;
    private readonly PooledString[] _pooled;

    public ReadRivals(int count, int seed)
    {
        var random = new Random(seed);
        _strings = new string[count];
        _refs = new PooledStringRef[count];
        _ids = new PooledStringId[count];
        _pooled = new PooledString[count];

        // The strings lie in memory in the order they are made; their handles lie in a random one, the same for every rival.
        int[] places = [.. Enumerable.Range(0, count)];
        random.Shuffle(places);
        Span<char> buffer = stackalloc char[Longest];
        foreach (int place in places)
        {
            Span<char> text = buffer[..random.Next(Shortest, Longest + 1)];
            random.GetItems("abcdefghijklmnopqrstuvwxyz0123456789-_/.", text);
            _strings[place] = text.ToString();
            _refs[place] = _segmented.Allocate(text);
            _ids[place] = _refs[place].Id;
            _pooled[place] = _contiguous.Allocate(text);
        }
    }

    /// <summary>What was read last, so that reading it is not optimized away.</summary>
    public int Sum { get; private set; }

    public void Managed<TReader>()
        where TReader : struct, ITextReader => Read<ManagedShelf, TReader>(new ManagedShelf(_strings));

    public void Refs<TReader>()
        where TReader : struct, ITextReader => Read<RefShelf, TReader>(new RefShelf(_segmented, _refs));

    public void Ids<TReader>()
        where TReader : struct, ITextReader => Read<IdShelf, TReader>(new IdShelf(_segmented, _ids));

    public void Contiguous<TReader>()
        where TReader : struct, ITextReader => Read<ContiguousShelf, TReader>(new ContiguousShelf(_contiguous, _pooled));

    /// <summary>Ids in prefetched batches.</summary>
    public void Batch<TReader>()
        where TReader : struct, ITextReader
    {
        int sum = 0;
        foreach (ReadOnlySpan<char> text in _segmented.AsSpans(_ids))
        {
            sum += TReader.Read(text);
        }

        Sum = sum;
    }

    public void Dispose()
    {
        _segmented.Dispose();
        _contiguous.Dispose();
    }

    private void Read<TShelf, TReader>(TShelf shelf)
        where TShelf : struct, IReadableShelf
        where TReader : struct, ITextReader
    {
        int sum = 0;
        for (int i = 0; i < shelf.Count; i++)
        {
            sum += shelf.Read<TReader>(i);
        }

        Sum = sum;
    }
}

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
    private readonly string[][] _strings;
    private readonly PooledStringRef[][] _refs;
    private readonly PooledStringId[][] _ids;
    private readonly PooledString[][] _pooled;
    private readonly int[] _places;
    private int _part;

    /// <summary>Creates the strings.</summary>
    /// <param name="count">The number of strings.</param>
    /// <param name="parts">The number of parts of the collection; each call of a rival reads the next one.</param>
    /// <param name="seed">The random seed.</param>
    public ReadRivals(int count, int parts, int seed)
    {
        var random = new Random(seed);
        var strings = new string[count];
        var refs = new PooledStringRef[count];
        var pooled = new PooledString[count];

        // The strings are in memory in creation order. Their handles are in random order, the same for every rival.
        int[] places = [.. Enumerable.Range(0, count)];
        random.Shuffle(places);
        Span<char> buffer = stackalloc char[Longest];
        foreach (int place in places)
        {
            Span<char> text = buffer[..random.Next(Shortest, Longest + 1)];
            random.GetItems("abcdefghijklmnopqrstuvwxyz0123456789-_/.", text);
            strings[place] = text.ToString();
            refs[place] = _segmented.Allocate(text);
            pooled[place] = _contiguous.Allocate(text);
        }

        _places = places;
        _strings = [.. strings.Chunk(count / parts)];
        _refs = [.. refs.Chunk(count / parts)];
        _ids = [.. _refs.Select(part => Array.ConvertAll(part, static pooledRef => pooledRef.Id))];
        _pooled = [.. pooled.Chunk(count / parts)];
    }

    /// <summary>The sum over the last call's reads, so that they are not optimized away.</summary>
    public int Sum { get; private set; }

    public void Managed<TReader>()
        where TReader : struct, ITextReader => Read<ManagedShelf, TReader>(new ManagedShelf(Next(_strings)));

    public void Refs<TReader>()
        where TReader : struct, ITextReader => Read<RefShelf, TReader>(new RefShelf(_segmented, Next(_refs)));

    public void Ids<TReader>()
        where TReader : struct, ITextReader => Read<IdShelf, TReader>(new IdShelf(_segmented, Next(_ids)));

    public void Contiguous<TReader>()
        where TReader : struct, ITextReader => Read<ContiguousShelf, TReader>(new ContiguousShelf(_contiguous, Next(_pooled)));

    /// <summary>Reads strings by id through <c>AsSpans</c>, which prefetches them in batches.</summary>
    public void Batch<TReader>()
        where TReader : struct, ITextReader
    {
        int sum = 0;
        foreach (ReadOnlySpan<char> text in _segmented.AsSpans(Next(_ids)))
        {
            sum += TReader.Read(text);
        }

        Sum = sum;
    }

    /// <summary>
    /// Reads the strings in the plain loop of most programs, with handles by index. The JIT reloads fields in each iteration.
    /// </summary>
    public void IndexedManaged()
    {
        int sum = 0;
        foreach (int place in _places)
        {
            string text = _strings[0][place];
            sum += text.Length + text[0];
        }

        Sum = sum;
    }

    /// <inheritdoc cref="IndexedManaged"/>
    public void IndexedIds()
    {
        int sum = 0;
        foreach (int place in _places)
        {
            ReadOnlySpan<char> text = _segmented.AsSpan(_ids[0][place]);
            sum += text.Length + text[0];
        }

        Sum = sum;
    }

    /// <inheritdoc cref="IndexedManaged"/>
    public void IndexedRefs()
    {
        int sum = 0;
        foreach (int place in _places)
        {
            ReadOnlySpan<char> text = _refs[0][place].AsSpan();
            sum += text.Length + text[0];
        }

        Sum = sum;
    }

    public void Dispose()
    {
        _segmented.Dispose();
        _contiguous.Dispose();
    }

    private THandle[] Next<THandle>(THandle[][] parts)
    {
        _part = _part + 1 < parts.Length ? _part + 1 : 0;
        return parts[_part];
    }

    private void Read<TShelf, TReader>(TShelf shelf)
        where TShelf : struct, IReadableShelf
        where TReader : struct, ITextReader
    {
        int sum = 0;

        // Read only once: the JIT would reload the count after each call in a read, and not every rival makes calls.
        int count = shelf.Count;
        for (int i = 0; i < count; i++)
        {
            sum += shelf.Read<TReader>(i);
        }

        Sum = sum;
    }
}

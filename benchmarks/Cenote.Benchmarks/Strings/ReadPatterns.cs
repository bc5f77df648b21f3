using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>Reads every string of a collection in random order. Strings have 8 to 40 chars.</summary>
internal sealed class ReadPatterns : IDisposable
{
    private const int Shortest = 8;
    private const int Longest = 40;

    private readonly SegmentedStringPool _pool = new();
    private readonly string[] _managed;
    private readonly PooledStringRef[] _refs;
    private readonly PooledStringId[] _ids;

    public ReadPatterns(int count, int seed)
    {
        var random = new Random(seed);
        _managed = new string[count];
        _refs = new PooledStringRef[count];
        _ids = new PooledStringId[count];
        Span<char> text = stackalloc char[Longest];
        int[] order = new int[count];
        for (int i = 0; i < count; i++)
        {
            Span<char> chars = text[..random.Next(Shortest, Longest + 1)];
            random.GetItems("abcdefghijklmnopqrstuvwxyz0123456789-_/.", chars);
            _managed[i] = chars.ToString();
            _refs[i] = _pool.Allocate(chars);
            order[i] = i;
        }

        // All handles in the same random order: the strings themselves lie in memory as they were made.
        random.Shuffle(order);
        _managed = [.. order.Select(i => _managed[i])];
        _refs = [.. order.Select(i => _refs[i])];
        _ids = [.. _refs.Select(pooled => pooled.Id)];
    }

    /// <summary>Keeps the results alive, so that no read is optimized away.</summary>
    public int Sink { get; private set; }

    public void TouchManaged()
    {
        int sum = 0;
        foreach (string text in _managed)
        {
            sum += text.Length + text[0];
        }

        Sink = sum;
    }

    public void TouchRefs()
    {
        int sum = 0;
        foreach (ref readonly PooledStringRef pooled in _refs.AsSpan())
        {
            ReadOnlySpan<char> text = pooled.AsSpan();
            sum += text.Length + text[0];
        }

        Sink = sum;
    }

    public void TouchIds()
    {
        SegmentedStringPool pool = _pool;
        int sum = 0;
        foreach (PooledStringId id in _ids)
        {
            ReadOnlySpan<char> text = pool.AsSpan(id);
            sum += text.Length + text[0];
        }

        Sink = sum;
    }

    public void TouchBatch()
    {
        int sum = 0;
        foreach (ReadOnlySpan<char> text in _pool.AsSpans(_ids))
        {
            sum += text.Length + text[0];
        }

        Sink = sum;
    }

    public void HashManaged()
    {
        int sum = 0;
        foreach (string text in _managed)
        {
            sum += string.GetHashCode(text);
        }

        Sink = sum;
    }

    public void HashRefs()
    {
        int sum = 0;
        foreach (ref readonly PooledStringRef pooled in _refs.AsSpan())
        {
            sum += string.GetHashCode(pooled.AsSpan());
        }

        Sink = sum;
    }

    public void HashIds()
    {
        SegmentedStringPool pool = _pool;
        int sum = 0;
        foreach (PooledStringId id in _ids)
        {
            sum += string.GetHashCode(pool.AsSpan(id));
        }

        Sink = sum;
    }

    public void HashBatch()
    {
        int sum = 0;
        foreach (ReadOnlySpan<char> text in _pool.AsSpans(_ids))
        {
            sum += string.GetHashCode(text);
        }

        Sink = sum;
    }

    public void Dispose() => _pool.Dispose();
}

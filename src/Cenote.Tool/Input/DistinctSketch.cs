namespace Cenote.Tool.Input;

/// <summary>
/// Estimates the number of distinct strings, and their memory as managed strings, in half a
/// megabyte: it keeps the smallest hashes (Bar-Yossef, Jayram, Kumar, Sivakumar and Trevisan, "Counting distinct elements in a
/// data stream", 2002), which are a uniform sample of the distinct strings. Exact up to <see cref="MaxKept"/> of them; beyond
/// that the standard error is about 0.8 %. Not thread-safe.
/// </summary>
internal sealed class DistinctSketch
{
    /// <summary>The number of distinct strings that are counted exactly.</summary>
    public const int MaxKept = 1 << 14;

    private const double AllHashes = 18446744073709551616.0;

    private readonly HashSet<ulong> _kept = [];

    // A max-heap: the largest hash is removed first.
    private readonly PriorityQueue<long, ulong> _byHash = new(Comparer<ulong>.Create(static (x, y) => y.CompareTo(x)));
    private ulong _largest = ulong.MaxValue;
    private long _keptBytes;
    private bool _hasDropped;

    /// <summary>The number of distinct strings.</summary>
    public long Count => _hasDropped ? (long)((MaxKept - 1) / ((_largest + 1.0) / AllHashes)) : _kept.Count;

    /// <summary>The memory of one copy of each as managed strings, in bytes.</summary>
    public long ManagedBytes => _kept.Count == 0 ? 0 : (long)((double)_keptBytes / _kept.Count * Count);

    /// <summary>Whether the figures are estimates.</summary>
    public bool IsEstimate => _hasDropped;

    /// <summary>Counts a string.</summary>
    /// <param name="hash">A hash of its chars with well-mixed bits.</param>
    /// <param name="length">Its length, in chars.</param>
    public void Add(ulong hash, int length)
    {
        if (hash > _largest || !_kept.Add(hash))
        {
            return;
        }

        long bytes = MemoryFootprint.OfManagedString(length);
        _byHash.Enqueue(bytes, hash);
        _keptBytes += bytes;
        if (_kept.Count <= MaxKept)
        {
            return;
        }

        _byHash.TryDequeue(out long dropped, out ulong largest);
        _kept.Remove(largest);
        _keptBytes -= dropped;
        _hasDropped = true;
        _byHash.TryPeek(out _, out _largest);
    }
}

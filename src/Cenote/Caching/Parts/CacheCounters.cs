namespace Cenote.Caching;

/// <summary>Exact hit and miss counters per processor: contention on one cache line costs more than a hit.</summary>
internal sealed class CacheCounters
{
    // Two cache lines, because processors prefetch lines in pairs.
    private const int Stride = 128 / sizeof(long);
    private const int MaxStripes = 64;

    private static readonly int s_stripes =
        (int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)Math.Min(Environment.ProcessorCount, MaxStripes));

    // Skips the first cache line, which contains the array length.
    private readonly long[] _counts = new long[(s_stripes + 1) * Stride];

    public static long ManagedBytes => (s_stripes + 1L) * Stride * sizeof(long);

    public long Hits => Sum(0);

    public long Misses => Sum(1);

    public void CountHit() => Interlocked.Increment(ref _counts[CurrentLineIndex]);

    public void CountMiss() => Interlocked.Increment(ref _counts[CurrentLineIndex + 1]);

    private static int CurrentLineIndex => ((Thread.GetCurrentProcessorId() & (s_stripes - 1)) + 1) * Stride;

    private long Sum(int offset)
    {
        long sum = 0;
        for (int i = Stride + offset; i < _counts.Length; i += Stride)
        {
            sum += Volatile.Read(ref _counts[i]);
        }

        return sum;
    }
}

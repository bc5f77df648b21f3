using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Caching;

/// <summary>
/// A cache under load, in a separate process. Two threads read through the cache and set missing entries, while a third thread
/// replaces live objects, which triggers garbage collections.
/// </summary>
internal sealed class CacheLoad
{
    public const string Command = "cache-load-of";

    /// <summary>The length of each key, in chars.</summary>
    public const int KeyLength = 30;

    private const int Keys = 4_000_000;
    private const int Entries = 1_500_000;
    private const int Fill = Entries / 5 * 6;
    private const double Skew = 0.99;
    private const int Readers = 2;
    private const int DrawsShift = 22;
    private const int Draws = 1 << DrawsShift;

    // Popularity ranks below this one have the same keys in each pass over the draws. Other ranks get different keys in each
    // pass, so that some keys are always missing.
    private const int PopularRanks = 100_000;
    private const int MovePerRound = 300_007;
    private const int DrawsBetweenReaders = 1_000_003;
    private const int MostSamples = 1 << 19;

    // One request in this many is timed.
    private const int TimedShare = 64;
    private const int LeastValueBytes = 100;
    private const int ValueSizes = 200;
    private const int Collections = 5;
    private const int LiveObjects = 200_000;
    private const int ObjectsPerMillisecond = 400;
    private const uint Scatter = 2_654_435_761;

    private readonly IReadThrough _cache;
    private readonly int[] _draws;
    private readonly object[] _live = new object[LiveObjects];
    private bool _isOver;

    private CacheLoad(IReadThrough cache)
    {
        _cache = cache;
        _draws = Draw();
    }

    /// <summary>Measures for the given number of seconds, and prints the result as JSON.</summary>
    public static int Run(string kind, int seconds)
    {
        using IReadThrough cache = ReadThroughCaches.Make(kind, Entries);
        CacheLoadResult result = new CacheLoad(cache).Measure(TimeSpan.FromSeconds(seconds));
        Console.WriteLine(JsonSerializer.Serialize(result, RatioJson.Default.CacheLoadResult).ReplaceLineEndings(""));
        return 0;
    }

    private CacheLoadResult Measure(TimeSpan time)
    {
        FillUp();
        ManagedHeap.Collect();
        TimeSpan pausedBefore = GC.GetTotalPauseDuration();
        long start = Stopwatch.GetTimestamp();
        var allocating = new Thread(Allocate);
        Reader[] readers = [.. Enumerable.Range(0, Readers).Select(number => new Reader(this, number))];
        Thread[] threads = [allocating, .. readers.Select(static reader => new Thread(reader.Run))];
        Array.ForEach(threads, static thread => thread.Start());
        Thread.Sleep(time);
        Volatile.Write(ref _isOver, true);
        Array.ForEach(threads, static thread => thread.Join());
        TimeSpan elapsed = Stopwatch.GetElapsedTime(start);
        TimeSpan paused = GC.GetTotalPauseDuration() - pausedBefore;
        double resident = ResidentMemory.Bytes / 1e6;

        double[] microseconds = [.. readers.SelectMany(static reader => reader.Times).Select(ticks => ticks * 1e6 / Stopwatch.Frequency)];
        Array.Sort(microseconds);
        double longest = Enumerable.Range(0, Collections).Max(_ => ManagedHeap.PauseOfFullCollection().TotalMilliseconds);
        GC.KeepAlive(_live);
        long requests = readers.Sum(static reader => reader.Requests);
        return new CacheLoadResult(
            requests / elapsed.TotalSeconds / 1e6,
            100.0 * readers.Sum(static reader => reader.Hits) / requests,
            Quantile(0.5),
            Quantile(0.99),
            Quantile(0.999),
            100 * (paused / elapsed),
            longest,
            resident);

        double Quantile(double share) => microseconds[(int)(share * (microseconds.Length - 1))];
    }

    private void FillUp()
    {
        Span<char> text = stackalloc char[KeyLength];
        byte[] value = new byte[LeastValueBytes + ValueSizes];
        for (int key = 0; key < Fill; key++)
        {
            Write(text, key);
            _cache.Set(text, value.AsSpan(0, SizeOf(key)));
        }
    }

    private void Allocate()
    {
        var random = new Random(3);
        while (!Volatile.Read(ref _isOver))
        {
            for (int i = 0; i < ObjectsPerMillisecond; i++)
            {
                _live[random.Next(LiveObjects)] = new byte[random.Next(50, 400)];
            }

            Thread.Sleep(1);
        }
    }

    private static void Write(Span<char> text, int key)
    {
        "/api/customers/00000000?expand".CopyTo(text);
        _ = key.TryFormat(text[15..], out _, "D8", CultureInfo.InvariantCulture);
    }

    private static int SizeOf(int key) => LeastValueBytes + (int)(((uint)key * Scatter >> 8) % ValueSizes);

    // Scatters the popularity ranks over the keys.
    private static int KeyOf(int rank, int round)
    {
        long moved = rank < PopularRanks
            ? rank
            : PopularRanks + ((rank - PopularRanks + ((long)round * MovePerRound)) % (Keys - PopularRanks));
        return (int)((ulong)moved * Scatter % Keys);
    }

    // Draws Zipf-distributed ranks without a table of frequencies (Gray, Sundaresan, Englert, Baclawski and Weinberger, 1994).
    private static int[] Draw()
    {
        double sum = 0;
        for (int i = Keys; i > 0; i--)
        {
            sum += Math.Pow(i, -Skew);
        }

        double first = 1 + Math.Pow(0.5, Skew);
        double factor = (1 - Math.Pow(2.0 / Keys, 1 - Skew)) / (1 - (first / sum));
        var random = new SplitMix64(7);
        int[] draws = new int[Draws];
        for (int i = 0; i < Draws; i++)
        {
            double share = random.Next() / (double)ulong.MaxValue;
            double rank = share * sum < 1 ? 0
                : share * sum < first ? 1
                : Keys * Math.Pow((factor * share) - factor + 1, 1 / (1 - Skew));
            draws[i] = Math.Min((int)rank, Keys - 1);
        }

        return draws;
    }

    private sealed class Reader(CacheLoad load, int number)
    {
        public long Requests { get; private set; }

        public long Hits { get; private set; }

        public List<long> Times { get; } = new(MostSamples);

        public void Run()
        {
            Span<char> text = stackalloc char[KeyLength];
            byte[] value = new byte[LeastValueBytes + ValueSizes];
            long requests = 0;
            long hits = 0;
            for (int at = number * DrawsBetweenReaders; !Volatile.Read(ref load._isOver); at++, requests++)
            {
                int key = KeyOf(load._draws[at & (Draws - 1)], at >> DrawsShift);
                Write(text, key);
                bool isTimed = requests % TimedShare == 0 && Times.Count < MostSamples;
                long start = isTimed ? Stopwatch.GetTimestamp() : 0;
                if (load._cache.TryGet(text, value))
                {
                    hits++;
                }
                else
                {
                    load._cache.Set(text, value.AsSpan(0, SizeOf(key)));
                }

                if (isTimed)
                {
                    Times.Add(Stopwatch.GetTimestamp() - start);
                }
            }

            Requests = requests;
            Hits = hits;
        }
    }
}

using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Cenote.Benchmarks.Ratio;
using Cenote.Collections;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Collections;

/// <summary>
/// A table with <see cref="Int128"/> keys and values of 56 bytes in a separate process: fill and lookup times, pause of a full
/// collection, and memory.
/// </summary>
internal static class UnmanagedTable
{
    public const string Command = "unmanaged-table";
    public const string Dictionary = "Dictionary";
    public const string PresizedDictionary = "Dictionary, presized";
    public const string Concurrent = "ConcurrentDictionary";
    public const string NonBlocking = "NonBlocking";
    public const string Native = "NativeDictionary";
    public const string ConcurrentNative = "ConcurrentNativeDictionary";

    private const int WarmupCount = 50_000;
    private const int WarmupCalls = 40;
    private const int Collections = 5;
    private const int Rounds = 3;
    private const int Questions = 1 << 20;
    private const int Threads = 2;
    private const int Seed = 17;

    public static int Run(string kind, int count)
    {
        UnmanagedTableResult result = kind switch
        {
            Dictionary => Measure<ManagedTable>(count),
            PresizedDictionary => Measure<ManagedTable>(count, count),
            Concurrent => Measure<ManagedConcurrentTable>(count),
            NonBlocking => Measure<NonBlockingTable>(count),
            Native => Measure<NativeDictionaryTable>(count),
            _ => Measure<ConcurrentNativeTable>(count),
        };
        Console.WriteLine(JsonSerializer.Serialize(result, RatioJson.Default.UnmanagedTableResult).ReplaceLineEndings(""));
        return 0;
    }

    private static UnmanagedTableResult Measure<TTable>(int count, int capacity = 0)
        where TTable : struct, ITable<TTable>
    {
        Int128[] keys = Keys(count);
        Int128[] questions = new Int128[Questions];
        var random = new Random(Seed);
        for (int i = 0; i < questions.Length; i++)
        {
            questions[i] = keys[random.Next(keys.Length)];
        }

        for (int i = 0; i < WarmupCalls; i++)
        {
            TTable few = Fill<TTable>(keys.AsSpan(0, Math.Min(WarmupCount, count)), Math.Min(WarmupCount, capacity));
            _ = Ask(few, keys.AsSpan(0, WarmupCount / 4)) + AskBatch(few, keys.AsSpan(0, WarmupCount / 4));
            few.Dispose();
            Thread.Sleep(i % 10 == 9 ? 150 : 0);
        }

        ManagedHeap.Return();
        long resident = ResidentMemory.Bytes;
        long start = Stopwatch.GetTimestamp();
        TTable table = Fill<TTable>(keys, capacity);
        double fill = Stopwatch.GetElapsedTime(start).TotalNanoseconds / count;
        long built = ResidentMemory.Bytes - resident;

        // Outgrown arrays of the table remain until the next full collection, which this call induces.
        ManagedHeap.Return();
        long collected = ResidentMemory.Bytes - resident;
        long sum = 0;
        double hit = Time(1, () => sum += Ask(table, questions));
        double batch = Time(1, () => sum += AskBatch(table, questions));
        double threads = TTable.IsConcurrent ? Time(Threads, () => AskByThreads(table, questions)) : 0;
        IEnumerable<double> pauses =
            Enumerable.Range(0, Collections).Select(_ => ManagedHeap.PauseOfFullCollection().TotalMilliseconds);
        double pause = Spread.Of([.. pauses]).Median;
        table.Dispose();
        GC.KeepAlive(keys);
        return new UnmanagedTableResult(fill, hit, batch, threads, pause, built, collected, sum);
    }

    // Returns the median over several rounds: the wall-clock time divided by the lookups of all threads, in nanoseconds.
    private static double Time(int threads, Action ask)
    {
        double[] times = new double[Rounds];
        for (int round = 0; round < Rounds; round++)
        {
            long start = Stopwatch.GetTimestamp();
            ask();
            times[round] = Stopwatch.GetElapsedTime(start).TotalNanoseconds / Questions / threads;
        }

        return Spread.Of(times).Median;
    }

    private static Int128[] Keys(int count)
    {
        var random = new Random(Seed);
        Int128[] keys = new Int128[count];
        for (int i = 0; i < count; i++)
        {
            keys[i] = new Int128((ulong)random.NextInt64(), (ulong)i);
        }

        return keys;
    }

    private static TTable Fill<TTable>(ReadOnlySpan<Int128> keys, int capacity)
        where TTable : struct, ITable<TTable>
    {
        TTable table = TTable.Create(capacity);
        for (int i = 0; i < keys.Length; i++)
        {
            table.Add(keys[i], Value.Of(i));
        }

        return table;
    }

    private static long Ask<TTable>(TTable table, ReadOnlySpan<Int128> keys)
        where TTable : struct, ITable<TTable>
    {
        long sum = 0;
        foreach (Int128 key in keys)
        {
            table.TryGetValue(key, out Value value);
            sum += value[0] + value[Value.Words - 1];
        }

        return sum;
    }

    private static long AskBatch<TTable>(TTable table, ReadOnlySpan<Int128> keys)
        where TTable : struct, ITable<TTable>
    {
        const int Size = 64;
        Span<Value> values = stackalloc Value[Size];
        Span<bool> found = stackalloc bool[Size];
        long sum = 0;
        for (int start = 0; start < keys.Length; start += Size)
        {
            ReadOnlySpan<Int128> group = keys[start..Math.Min(start + Size, keys.Length)];
            table.TryGetValues(group, values, found);
            foreach (ref Value value in values)
            {
                sum += value[0] + value[Value.Words - 1];
            }
        }

        return sum;
    }

    private static void AskByThreads<TTable>(TTable table, Int128[] questions)
        where TTable : struct, ITable<TTable>
    {
        Thread[] workers = [.. Enumerable.Range(0, Threads).Select(worker => new Thread(() =>
        {
            int half = questions.Length / 2;
            int first = worker == 0 ? 0 : half;
            _ = Ask(table, questions.AsSpan(first, half)) + Ask(table, questions.AsSpan(half - first, half));
        }))];
        Array.ForEach(workers, static worker => worker.Start());
        Array.ForEach(workers, static worker => worker.Join());
    }

    /// <summary>A value of 56 bytes.</summary>
    [InlineArray(Words)]
    private struct Value
    {
        public const int Words = 7;

        private long _first;

        public static Value Of(long number)
        {
            Value value = default;
            value[0] = number;
            value[Words - 1] = number;
            return value;
        }
    }

    private interface ITable<TSelf> : IDisposable
        where TSelf : struct, ITable<TSelf>
    {
        static abstract bool IsConcurrent { get; }

        // Only a presized table has a capacity above 0.
        static abstract TSelf Create(int capacity);

        void Add(Int128 key, Value value);

        bool TryGetValue(Int128 key, out Value value);

        // The default looks keys up one by one, for tables without batches.
        void TryGetValues(ReadOnlySpan<Int128> keys, Span<Value> values, Span<bool> found)
        {
            for (int i = 0; i < keys.Length; i++)
            {
                found[i] = TryGetValue(keys[i], out values[i]);
            }
        }
    }

    private readonly struct ManagedTable(Dictionary<Int128, Value> entries) : ITable<ManagedTable>
    {
        public static bool IsConcurrent => false;

        public static ManagedTable Create(int capacity) => new(new Dictionary<Int128, Value>(capacity));

        public void Add(Int128 key, Value value) => entries.Add(key, value);

        public bool TryGetValue(Int128 key, out Value value) => entries.TryGetValue(key, out value);

        public void Dispose() => entries.Clear();
    }

    private readonly struct ManagedConcurrentTable(ConcurrentDictionary<Int128, Value> entries) : ITable<ManagedConcurrentTable>
    {
        public static bool IsConcurrent => true;

        public static ManagedConcurrentTable Create(int capacity) => new(new ConcurrentDictionary<Int128, Value>());

        public void Add(Int128 key, Value value) => entries.TryAdd(key, value);

        public bool TryGetValue(Int128 key, out Value value) => entries.TryGetValue(key, out value);

        public void Dispose() => entries.Clear();
    }

    private readonly struct NonBlockingTable(NonBlocking.ConcurrentDictionary<Int128, Value> entries) : ITable<NonBlockingTable>
    {
        public static bool IsConcurrent => true;

        public static NonBlockingTable Create(int capacity) => new(new NonBlocking.ConcurrentDictionary<Int128, Value>());

        public void Add(Int128 key, Value value) => entries.TryAdd(key, value);

        public bool TryGetValue(Int128 key, out Value value) => entries.TryGetValue(key, out value);

        public void Dispose() => entries.Clear();
    }

    private readonly struct NativeDictionaryTable(NativeDictionary<Int128, Value> entries) : ITable<NativeDictionaryTable>
    {
        public static bool IsConcurrent => false;

        public static NativeDictionaryTable Create(int capacity) => new(new NativeDictionary<Int128, Value>());

        public void Add(Int128 key, Value value) => entries.Add(key, value);

        public bool TryGetValue(Int128 key, out Value value) => entries.TryGetValue(key, out value);

        public void TryGetValues(ReadOnlySpan<Int128> keys, Span<Value> values, Span<bool> found) =>
            entries.TryGetValues(keys, values, found);

        public void Dispose() => entries.Dispose();
    }

    private readonly struct ConcurrentNativeTable(ConcurrentNativeDictionary<Int128, Value> entries)
        : ITable<ConcurrentNativeTable>
    {
        public static bool IsConcurrent => true;

        public static ConcurrentNativeTable Create(int capacity) => new(new ConcurrentNativeDictionary<Int128, Value>());

        public void Add(Int128 key, Value value) => entries.TryAdd(key, value);

        public bool TryGetValue(Int128 key, out Value value) => entries.TryGetValue(key, out value);

        public void Dispose() => entries.Dispose();
    }
}

/// <summary>A child process's results for a table.</summary>
/// <param name="FillNanoseconds">Time to add a key, growth included.</param>
/// <param name="HitNanoseconds">Time to find a key, on one thread.</param>
/// <param name="BatchNanoseconds">Time to find a key in batches of 64; one by one in tables without batches.</param>
/// <param name="ThreadsNanoseconds">Time per lookup of both threads together; 0 for tables that are not thread-safe.</param>
/// <param name="FullCollectionMilliseconds">Pause of a full collection with the table live, median of five.</param>
/// <param name="ResidentBytes">Growth of the process's resident memory while the table was filled.</param>
/// <param name="CollectedBytes">The same growth, measured after a compacting collection.</param>
/// <param name="Sum">The sum of the values found, so that lookups are not optimized away.</param>
public sealed record UnmanagedTableResult(
    double FillNanoseconds,
    double HitNanoseconds,
    double BatchNanoseconds,
    double ThreadsNanoseconds,
    double FullCollectionMilliseconds,
    double ResidentBytes,
    double CollectedBytes,
    long Sum);

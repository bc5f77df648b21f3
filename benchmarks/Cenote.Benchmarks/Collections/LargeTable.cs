using System.Diagnostics;
using System.Text.Json;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Collections;

/// <summary>A large table in a separate process: build time, longest addition, pause of a full collection, and memory.</summary>
internal static class LargeTable
{
    public const string Command = "large-table";
    public const string Managed = "managed";
    public const string Compact = "compact";
    public const string Utf16 = "utf16";
    public const string Batches = "batches";
    public const string Nothing = "nothing";

    private const int WarmupCount = 50_000;
    private const int WarmupCalls = 40;
    private const int Collections = 7;
    private const int BatchSize = 4_096;

    // The duration of the run that does nothing: about the time to fill a table.
    private static readonly TimeSpan s_idleTime = TimeSpan.FromSeconds(4);

    private delegate TTable Filler<TTable>(Keys keys, out long longestTicks);

    public static int Run(string kind, int count)
    {
        LargeTableResult result = kind switch
        {
            Managed => Measure(count, Fill<DictionaryTable>),
            Compact => Measure(count, Fill<CompactTable>),
            Utf16 => Measure(count, Fill<Utf16Table>),
            Batches => Measure(count, FillInBatches),
            _ => DoNothing(),
        };
        Console.WriteLine(JsonSerializer.Serialize(result, RatioJson.Default.LargeTableResult).ReplaceLineEndings(""));
        return 0;
    }

    private static LargeTableResult Measure<TTable>(int count, Filler<TTable> fill)
        where TTable : struct, IKeyTable<TTable>
    {
        Keys few = KeySource.Take(KeyKind.Ids, 0, WarmupCount);
        for (int i = 0; i < WarmupCalls; i++)
        {
            fill(few, out _).Dispose();
            Thread.Sleep(i % 10 == 9 ? 150 : 0);
        }

        Keys keys = KeySource.Take(KeyKind.Ids, 0, count);
        ManagedHeap.Return();

        long resident = ResidentMemory.Bytes;
        long start = Stopwatch.GetTimestamp();
        TTable table = fill(keys, out long longest);
        double build = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        IEnumerable<double> pauses =
            Enumerable.Range(0, Collections).Select(_ => ManagedHeap.PauseOfFullCollection().TotalMilliseconds);
        double pause = Spread.Of([.. pauses]).Median;
        resident = ResidentMemory.Bytes - resident;
        table.TryGetValue(keys[count - 1], out int last);
        table.Dispose();
        return new LargeTableResult(build, pause, resident, Stopwatch.GetElapsedTime(0, longest).TotalMilliseconds, last);
    }

    // Reading the clock after each addition costs about 20 ns, the same for every table.
    private static TTable Fill<TTable>(Keys keys, out long longest)
        where TTable : struct, IKeyTable<TTable>
    {
        TTable table = TTable.Create();
        longest = 0;
        long before = Stopwatch.GetTimestamp();
        for (int i = 0; i < keys.Count; i++)
        {
            table.TryAdd(keys[i], i);
            long after = Stopwatch.GetTimestamp();
            longest = Math.Max(longest, after - before);
            before = after;
        }

        return table;
    }

    private static CompactTable FillInBatches(Keys keys, out long longest)
    {
        CompactTable table = CompactTable.Create();
        Range[] ranges = keys.Ranges;
        int[] values = new int[BatchSize];
        longest = 0;
        long before = Stopwatch.GetTimestamp();
        for (int start = 0; start < ranges.Length; start += BatchSize)
        {
            int size = Math.Min(BatchSize, ranges.Length - start);
            for (int i = 0; i < size; i++)
            {
                values[i] = start + i;
            }

            table.Dictionary.AddMany(keys.Text, ranges.AsSpan(start, size), values);
            long after = Stopwatch.GetTimestamp();
            longest = Math.Max(longest, after - before);
            before = after;
        }

        return table;
    }

    // Measures the longest delay that other load on the machine causes in a loop that only reads the clock.
    private static LargeTableResult DoNothing()
    {
        long longest = 0;
        long start = Stopwatch.GetTimestamp();
        for (long before = start; Stopwatch.GetElapsedTime(start, before) < s_idleTime;)
        {
            long after = Stopwatch.GetTimestamp();
            longest = Math.Max(longest, after - before);
            before = after;
        }

        return new LargeTableResult(0, 0, 0, Stopwatch.GetElapsedTime(0, longest).TotalMilliseconds, 0);
    }
}

/// <summary>A child process's results for a large table.</summary>
/// <param name="BuildMilliseconds">Time to add all keys.</param>
/// <param name="FullCollectionMilliseconds">Pause of a full collection with the table live, median of seven.</param>
/// <param name="ResidentBytes">Growth of the process's resident memory.</param>
/// <param name="LongestAdditionMilliseconds">The longest time that one call took to add its key, or its batch of keys.</param>
/// <param name="LastValue">The value of the last key, so that the work cannot be optimized away.</param>
public sealed record LargeTableResult(
    double BuildMilliseconds,
    double FullCollectionMilliseconds,
    double ResidentBytes,
    double LongestAdditionMilliseconds,
    int LastValue);

using System.Diagnostics;
using System.Text.Json;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Scale;

/// <summary>One structure with a given number of entries, in a separate process.</summary>
internal static class ScaleRun
{
    public const string Command = "scale-of";
    public const string Dictionary = "Dictionary<string>";
    public const string Pooled = "PooledStringDictionary";
    public const string Set = "PooledStringSet";
    public const string Interner = "StringInterner";
    public const string Pool = "SegmentedStringPool, ids";
    public const string Cache = "ByteCache";
    public const string Numbers = "Dictionary<long>";
    public const string Native = "NativeDictionary";

    private const int WarmupCount = 30_000;
    private const int WarmupCalls = 20;
    private const int Finds = 1_000_000;
    private const int Rounds = 3;

    public static int Run(string kind, int count)
    {
        ScaleResult result = kind switch
        {
            Dictionary => Measure<GrowingManaged>(count),
            Pooled => Measure<GrowingDictionary>(count),
            Set => Measure<GrowingSet>(count),
            Interner => Measure<GrowingInterner>(count),
            Pool => Measure<GrowingPool>(count),
            Cache => Measure<GrowingCache>(count),
            Numbers => Measure<GrowingNumbers>(count),
            _ => Measure<GrowingNative>(count),
        };
        Console.WriteLine(JsonSerializer.Serialize(result, RatioJson.Default.ScaleResult).ReplaceLineEndings(""));
        return 0;
    }

    private static ScaleResult Measure<TGrowing>(int count)
        where TGrowing : struct, IGrowing<TGrowing>
    {
        WarmUp<TGrowing>();
        ManagedHeap.Return();
        long residentBefore = ResidentMemory.Bytes;
        long start = Stopwatch.GetTimestamp();
        using TGrowing entries = Fill<TGrowing>(count);
        double build = Stopwatch.GetElapsedTime(start).TotalNanoseconds / count;
        double pause = Spread.Of(
            [.. Enumerable.Range(0, Rounds).Select(_ => ManagedHeap.PauseOfFullCollection().TotalMilliseconds)]).Median;
        double bytes = (double)(ResidentMemory.Bytes - residentBefore) / count;
        double find = Spread.Of([.. Enumerable.Range(1, Rounds).Select(round => Find(entries, count, seed: round))]).Median;
        return new ScaleResult(build, find, bytes, pause);
    }

    private static void WarmUp<TGrowing>()
        where TGrowing : struct, IGrowing<TGrowing>
    {
        for (int i = 0; i < WarmupCalls; i++)
        {
            using TGrowing entries = Fill<TGrowing>(WarmupCount);
            Find(entries, WarmupCount, seed: 0);
            Thread.Sleep(i % 5 == 4 ? 150 : 0);
        }
    }

    private static TGrowing Fill<TGrowing>(int count)
        where TGrowing : struct, IGrowing<TGrowing>
    {
        TGrowing entries = TGrowing.Create(count);
        for (int i = 0; i < count; i++)
        {
            entries.Add(i);
        }

        return entries;
    }

    // Returns the time per lookup, in nanoseconds.
    private static double Find<TGrowing>(TGrowing entries, int count, int seed)
        where TGrowing : struct, IGrowing<TGrowing>
    {
        var random = new SplitMix64((ulong)seed);
        int found = 0;
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < Finds; i++)
        {
            found += entries.Find((int)(random.Next() % (ulong)count)) ? 1 : 0;
        }

        double nanoseconds = Stopwatch.GetElapsedTime(start).TotalNanoseconds / Finds;
        return found == Finds ? nanoseconds : throw new InvalidOperationException($"{Finds - found} entries were not found.");
    }
}

/// <summary>A process's results.</summary>
/// <param name="BuildNanoseconds">Time to add an entry, including growth.</param>
/// <param name="FindNanoseconds">Time to find an entry in random order, including formatting the key.</param>
/// <param name="BytesPerEntry">Growth of resident memory per entry, measured after full collections.</param>
/// <param name="FullCollectionMilliseconds">Median pause of a full collection.</param>
public sealed record ScaleResult(
    double BuildNanoseconds, double FindNanoseconds, double BytesPerEntry, double FullCollectionMilliseconds);

using System.Diagnostics;
using System.Text.Json;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>
/// Ten million live strings of 8 to 40 chars in a separate process: build time, pause of a full collection, and memory.
/// </summary>
internal static class LiveCollection
{
    public const string Command = "live-collection";
    public const string Managed = "managed";
    public const string Refs = "refs";
    public const string Ids = "ids";

    private const int WarmupCount = 50_000;
    private const int WarmupCalls = 40;
    private const int Collections = 7;
    private const int SourceLength = 1 << 16;

    public static int Run(string kind, int count)
    {
        char[] source = new char[SourceLength + 64];
        new Random(1).GetItems("abcdefghijklmnopqrstuvwxyz0123456789", source);
        for (int i = 0; i < WarmupCalls; i++)
        {
            Build(kind, WarmupCount, source, new SegmentedStringPool());
            Thread.Sleep(i % 10 == 9 ? 150 : 0);
        }

        ManagedHeap.Collect();

        long resident = ResidentMemory.Bytes;
        var pool = new SegmentedStringPool();
        long start = Stopwatch.GetTimestamp();
        (Array strings, long checksum) = Build(kind, count, source, pool);
        double build = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        IEnumerable<double> pauses =
            Enumerable.Range(0, Collections).Select(_ => ManagedHeap.PauseOfFullCollection().TotalMilliseconds);
        double pause = Spread.Of([.. pauses]).Median;
        resident = ResidentMemory.Bytes - resident;
        GC.KeepAlive(strings);
        GC.KeepAlive(pool);

        var result = new LiveCollectionResult(build, pause, resident, checksum);
        Console.WriteLine(JsonSerializer.Serialize(result, RatioJson.Default.LiveCollectionResult).ReplaceLineEndings(""));
        return 0;
    }

    private static (Array Strings, long Checksum) Build(string kind, int count, char[] source, SegmentedStringPool pool) =>
        kind switch
        {
            Managed => BuildManaged(count, source),
            Refs => BuildRefs(count, source, pool),
            _ => BuildIds(count, source, pool),
        };

    private static (Array Strings, long Checksum) BuildManaged(int count, char[] source)
    {
        string[] strings = new string[count];
        long checksum = 0;
        for (int i = 0; i < count; i++)
        {
            ReadOnlySpan<char> text = Text(source, i);
            strings[i] = new string(text);
            checksum += text.Length;
        }

        return (strings, checksum);
    }

    private static (Array Strings, long Checksum) BuildRefs(int count, char[] source, SegmentedStringPool pool)
    {
        PooledStringRef[] strings = new PooledStringRef[count];
        long checksum = 0;
        for (int i = 0; i < count; i++)
        {
            ReadOnlySpan<char> text = Text(source, i);
            strings[i] = pool.Allocate(text);
            checksum += text.Length;
        }

        return (strings, checksum);
    }

    private static (Array Strings, long Checksum) BuildIds(int count, char[] source, SegmentedStringPool pool)
    {
        PooledStringId[] strings = new PooledStringId[count];
        long checksum = 0;
        for (int i = 0; i < count; i++)
        {
            ReadOnlySpan<char> text = Text(source, i);
            strings[i] = pool.Allocate(text).Id;
            checksum += text.Length;
        }

        return (strings, checksum);
    }

    // Lengths from 8 to 40 in a scrambled order that is cheap to compute.
    private static ReadOnlySpan<char> Text(char[] source, int i)
    {
        uint scrambled = (uint)i * 2654435769u;
        return source.AsSpan((int)(scrambled & (SourceLength - 1)), 8 + (int)(((ulong)scrambled * 33) >> 32));
    }
}

/// <summary>A child process's results for a large collection.</summary>
/// <param name="BuildMilliseconds">Time to create all strings.</param>
/// <param name="FullCollectionMilliseconds">Pause of a full collection with all of them live, median of seven.</param>
/// <param name="ResidentBytes">Growth of the process's resident memory.</param>
/// <param name="Checksum">Sum of the lengths, so that the work cannot be optimized away.</param>
public sealed record LiveCollectionResult(
    double BuildMilliseconds, double FullCollectionMilliseconds, double ResidentBytes, long Checksum);

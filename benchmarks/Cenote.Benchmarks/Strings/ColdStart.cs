using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Benchmarks.Strings.Texts;
using Cenote.Measurement;
using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>
/// Measures the time of a new pool, its first thousand strings and its disposal, without memory from earlier pools: once before
/// any code is compiled, and once when all code is compiled.
/// </summary>
internal static class ColdStart
{
    public const string Command = "cold-start";
    public const string Managed = "managed";
    public const string Refs = "refs";
    public const string Contiguous = "contiguous";

    /// <summary>Number of strings.</summary>
    public const int Count = 1_000;

    /// <summary>The length that selects mixed sizes.</summary>
    public const int Mixed = 0;

    private const int WarmupCalls = 60;

    // More than the number of disposed pools whose memory the library caches. Holding new pools uses up that memory.
    private const int HeldPools = 64;

    /// <summary>Measures, and prints the result as JSON.</summary>
    public static int Run(string kind, int length)
    {
        IColdStarts starts = length == Mixed
            ? new ColdStarts<ManyTexts<char>>(Count, MixedLengths.Texts(Count, seed: 5))
            : new ColdStarts<OneText>(Count, new OneText(length));
        double first = Time(starts, kind);
        for (int i = 0; i < WarmupCalls; i++)
        {
            starts.Start(kind)?.Dispose();
            Thread.Sleep(i % 10 == 9 ? 150 : 0);
        }

        IDisposable?[] held = [.. Enumerable.Range(0, HeldPools).Select(_ => starts.Start(kind))];
        ManagedHeap.Return();
        double cold = Time(starts, kind);
        Array.ForEach(held, static pool => pool?.Dispose());
        Console.WriteLine(JsonSerializer.Serialize(new ColdStartResult(first, cold), ColdStartJson.Default.ColdStartResult));
        return 0;
    }

    private static double Time(IColdStarts starts, string kind)
    {
        long start = Stopwatch.GetTimestamp();
        starts.Start(kind)?.Dispose();
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds;
    }
}

/// <summary>Creates a new pool and its first strings, for every rival.</summary>
internal interface IColdStarts
{
    /// <summary>Fills a new pool and returns it; null for managed strings.</summary>
    IDisposable? Start(string kind);
}

/// <summary>Creates a new pool and its first strings.</summary>
internal sealed class ColdStarts<TTexts>(int count, TTexts texts) : IColdStarts
    where TTexts : struct, ITexts<char>
{
    public IDisposable? Start(string kind)
    {
        switch (kind)
        {
            case ColdStart.Refs:
                var pool = new SegmentedStringPool();
                Patterns<char>.Fill(new RefShelf(pool, new PooledStringRef[count]), texts);
                return pool;
            case ColdStart.Contiguous:
                UnmanagedStringPool contiguous = Pools.Contiguous();
                Patterns<char>.Fill(new ContiguousShelf(contiguous, new PooledString[count]), texts);
                return contiguous;
            default:
                Patterns<char>.Fill(new ManagedShelf(new string[count]), texts);
                return null;
        }
    }
}

/// <summary>A child process's results for a cold start.</summary>
/// <param name="FirstNanoseconds">Time of the first start in the process, including JIT compilation.</param>
/// <param name="ColdNanoseconds">Time of a start with compiled code, in memory that the process has not used.</param>
public sealed record ColdStartResult(double FirstNanoseconds, double ColdNanoseconds);

[JsonSerializable(typeof(ColdStartResult))]
internal sealed partial class ColdStartJson : JsonSerializerContext;

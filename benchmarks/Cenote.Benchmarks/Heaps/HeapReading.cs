using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Cenote.Benchmarks.Ratio;
using Cenote.Heap;
using Microsoft.Diagnostics.Runtime;

namespace Cenote.Benchmarks.Heaps;

/// <summary>Reads a process's heap in a separate process, as <c>cenote heap</c> does.</summary>
internal static class HeapReading
{
    public const string Command = "heap-reading";
    public const string Live = "live";
    public const string Dump = "dump";

    /// <summary>Uses ClrMD's own enumeration of a dump, which counts only the totals.</summary>
    public const string Enumeration = "enumeration";

    public static int Run(string way, int process)
    {
        HeapReadingResult result = way == Enumeration ? Enumerate(process) : Read(way, process);
        Console.WriteLine(JsonSerializer.Serialize(result, RatioJson.Default.HeapReadingResult).ReplaceLineEndings(""));
        return 0;
    }

    private static HeapReadingResult Read(string way, int process)
    {
        using HeapSource source = way == Live
            ? HeapSource.Attach(process, dac: null, (_, _) => { }, CancellationToken.None)
            : ProcessDump.Take(process, keep: null, dac: null, (_, _) => { }, CancellationToken.None);
        long start = Stopwatch.GetTimestamp();
        using var reader = new HeapReader(source);
        HeapCensus census = reader.Read(10, showTexts: false, (_, _) => { }, CancellationToken.None);
        return new HeapReadingResult(
            source.Standstill!.Value.TotalSeconds,
            Stopwatch.GetElapsedTime(start).TotalSeconds,
            Status("VmHWM:"),
            census.Bytes,
            census.Objects,
            census.Strings.Strings + census.Literals,
            census.Texts);
    }

    private static HeapReadingResult Enumerate(int process)
    {
        long objects = 0;
        long bytes = 0;
        long strings = 0;
        var texts = new HashSet<string>(StringComparer.Ordinal);
        string folder = Directory.CreateTempSubdirectory("heap-reading").FullName;
        try
        {
            string path = Path.Combine(folder, "heap.dmp");
            ProcessDump.Take(process, path, dac: null, (_, _) => { }, CancellationToken.None).Dispose();
            using var target = DataTarget.LoadDump(path);
            ClrRuntime runtime = DacLocator.CreateRuntime(target.ClrVersions[0], dac: null, ofProcess: null);
            long start = Stopwatch.GetTimestamp();
            foreach (ClrObject found in runtime.Heap.EnumerateObjects().Where(found => !found.IsFree))
            {
                objects++;
                bytes += (long)(found.Size + 7) & ~7L;
                if (found.Type!.IsString)
                {
                    strings++;
                    texts.Add(found.AsString(int.MaxValue)!);
                }
            }

            return new HeapReadingResult(
                0, Stopwatch.GetElapsedTime(start).TotalSeconds, Status("VmHWM:"), bytes, objects, strings, texts.Count);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static long Status(string key)
    {
        string line = File.ReadLines("/proc/self/status").First(line => line.StartsWith(key, StringComparison.Ordinal));
        return 1024 * long.Parse(line.AsSpan(key.Length).Trim().TrimEnd("kB "), CultureInfo.InvariantCulture);
    }
}

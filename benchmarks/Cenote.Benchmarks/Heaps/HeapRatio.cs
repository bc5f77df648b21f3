using System.Diagnostics;
using System.Globalization;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Heaps;

/// <summary>
/// Measures how long a heap analysis takes, how long it stops the process, and how much memory the reader uses.
/// </summary>
/// <param name="name">The name on the command line.</param>
/// <param name="enumerated">
/// Up to this size, in megabytes, totals are compared with ClrMD's own enumeration, which takes minutes on large heaps.
/// </param>
/// <param name="megabytes">The sizes of the heaps.</param>
internal sealed class HeapRatio(string name, int enumerated, params int[] megabytes) : IRatioArea
{
    private const double LongestStandstill = 1.5;
    private const double LongestAnalysis = 10;
    private const double LargestMemory = 0.25;

    public string Name => name;

    public string Description =>
        $"reading heaps of {string.Join(" and ", megabytes.Select(size => $"{size:N0} MB"))}: standstill, analysis, memory";

    public IEnumerable<RatioRow> Measure() => megabytes.SelectMany(Measure);

    private IEnumerable<RatioRow> Measure(int size)
    {
        string group = string.Create(CultureInfo.InvariantCulture, $"{size} MB");
        var self = new ChildProcess(typeof(HeapRatio).Assembly);
        using var temporary = new TemporaryFiles();
        ProcessStartInfo start = self.StartInfo([HeapVictim.Command, size.ToString(CultureInfo.InvariantCulture)]);
        using var victim = Process.Start(start)!;
        try
        {
            if (victim.StandardOutput.ReadLine() != HeapVictim.Ready)
            {
                throw new InvalidOperationException("The process to analyze did not start.");
            }

            HeapReadingResult? result = null;
            foreach (string way in new[] { HeapReading.Dump, HeapReading.Live })
            {
                result = Read(self, way, victim.Id);
                double gigabytes = result.HeapBytes / 1e9;
                yield return RatioRow.Once(
                    group, "standstill", way, "s per GB", result.StandstillSeconds / gigabytes, LongestStandstill);
                yield return RatioRow.Once(group, "analysis", way, "s per GB", result.AnalysisSeconds / gigabytes, LongestAnalysis);
                yield return RatioRow.Once(group, "memory", way, "of the heap", (double)result.PeakBytes / result.HeapBytes, LargestMemory);
            }

            yield return RatioRow.Once(group, "heap", "objects", "GB", result!.HeapBytes / 1e9, null);
            if (size <= enumerated)
            {
                HeapReadingResult enumeration = Read(self, HeapReading.Enumeration, victim.Id);
                yield return RatioRow.Once(
                    group,
                    "analysis",
                    "EnumerateObjects",
                    "s per GB",
                    enumeration.AnalysisSeconds / (enumeration.HeapBytes / 1e9),
                    null);
                long differences = Math.Abs(enumeration.Objects - result!.Objects)
                    + Math.Abs(enumeration.Strings - result.Strings)
                    + Math.Abs(enumeration.Texts - result.Texts)
                    + Math.Abs(enumeration.HeapBytes - result.HeapBytes);
                yield return RatioRow.Once(group, "objects, bytes, strings, texts", "EnumerateObjects", "differences", differences, 0);
            }
        }
        finally
        {
            victim.Kill();
            victim.WaitForExit();
        }
    }

    /// <summary>
    /// Keeps the temporary files of this process and its children in memory, if the system has a folder for that. Writing a dump
    /// to disk would disturb the next measurement, and would count as CPU time of other processes.
    /// </summary>
    private sealed class TemporaryFiles : IDisposable
    {
        private const string Variable = "TMPDIR";
        private const string InMemory = "/dev/shm";

        private readonly string? _before = Environment.GetEnvironmentVariable(Variable);

        public TemporaryFiles()
        {
            if (Directory.Exists(InMemory))
            {
                Environment.SetEnvironmentVariable(Variable, InMemory);
            }
        }

        public void Dispose() => Environment.SetEnvironmentVariable(Variable, _before);
    }

    private static HeapReadingResult Read(ChildProcess self, string way, int process) =>
        self.RunAsync(
            [HeapReading.Command, way, process.ToString(CultureInfo.InvariantCulture)], RatioJson.Default.HeapReadingResult)
            .GetAwaiter().GetResult();
}

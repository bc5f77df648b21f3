using System.Globalization;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Collections;

/// <summary>
/// Ten million keys of 16 bytes with values of 56 bytes, each table in a separate process, against the dictionaries of .NET.
/// </summary>
internal sealed class NativeRatio : IRatioArea
{
    private const int Count = 10_000_000;
    private const string TimesConcurrent = "x ConcurrentDictionary";
    private const string TimesDictionary = "x Dictionary";
    private const string TimesPresized = "x Dictionary, presized";
    private const double Megabyte = 1e6;

    private const double MostFill = 0.25;
    private const double MostHitOfThreads = 0.9;
    private const double MostHit = 0.6;
    private const double MostPauseMilliseconds = 1;
    private const double MostMegabytes = 800;

    public string Name => "native";

    public string Description => "dictionaries of unmanaged keys and values, against Dictionary, ConcurrentDictionary and NonBlocking";

    public IEnumerable<RatioRow> Measure()
    {
        UnmanagedTableResult concurrent = Child(UnmanagedTable.Concurrent);
        UnmanagedTableResult managed = Child(UnmanagedTable.Dictionary);
        UnmanagedTableResult presized = Child(UnmanagedTable.PresizedDictionary);
        UnmanagedTableResult nonBlocking = Child(UnmanagedTable.NonBlocking);
        UnmanagedTableResult concurrentNative = Child(UnmanagedTable.ConcurrentNative);
        UnmanagedTableResult native = Child(UnmanagedTable.Native);
        RatioRow NativeRow(
            string what, string unit, UnmanagedTableResult baseline, Func<UnmanagedTableResult, double> value, double? limit) =>
            Row(what, UnmanagedTable.Native, unit, native, baseline, value, limit);

        return
        [
            .. Concurrent(UnmanagedTable.ConcurrentNative, concurrentNative, concurrent, MostFill, MostHitOfThreads),
            .. Sizes(UnmanagedTable.ConcurrentNative, concurrentNative, MostPauseMilliseconds, MostMegabytes),
            NativeRow("fill", TimesConcurrent, concurrent, static result => result.FillNanoseconds, MostFill),
            NativeRow("fill", TimesDictionary, managed, static result => result.FillNanoseconds, null),
            NativeRow("fill", TimesPresized, presized, static result => result.FillNanoseconds, null),
            NativeRow("hit, 1 thread", TimesDictionary, managed, static result => result.HitNanoseconds, MostHit),
            NativeRow("hit, batches of 64", TimesDictionary, managed, static result => result.BatchNanoseconds, MostHit),
            .. Sizes(UnmanagedTable.Native, native, MostPauseMilliseconds, MostMegabytes),
            .. Concurrent(UnmanagedTable.NonBlocking, nonBlocking, concurrent, null, null),
            .. Sizes(UnmanagedTable.PresizedDictionary, presized, null, null),
            .. Sizes(UnmanagedTable.Dictionary, managed, null, null),
            .. Sizes(UnmanagedTable.Concurrent, concurrent, null, null),
            .. Sizes(UnmanagedTable.NonBlocking, nonBlocking, null, null),
        ];
    }

    private static RatioRow[] Concurrent(
        string rival, UnmanagedTableResult own, UnmanagedTableResult baseline, double? mostFill, double? mostHitOfThreads) =>
        [
            Row("fill", rival, TimesConcurrent, own, baseline, static result => result.FillNanoseconds, mostFill),
            Row(
                "hit, 2 threads",
                rival,
                TimesConcurrent,
                own,
                baseline,
                static result => result.ThreadsNanoseconds,
                mostHitOfThreads),
            Row("hit, 1 thread", rival, TimesConcurrent, own, baseline, static result => result.HitNanoseconds, null),
        ];

    private static RatioRow[] Sizes(string rival, UnmanagedTableResult table, double? mostPause, double? mostMegabytes) =>
        [
            Size("full GC", rival, "ms", table.FullCollectionMilliseconds, mostPause),
            Size("resident", rival, "MB", table.ResidentBytes / Megabyte, mostMegabytes),
            Size("resident after a full GC", rival, "MB", table.CollectedBytes / Megabyte, mostMegabytes),
        ];

    private static RatioRow Size(string what, string rival, string unit, double value, double? limit) =>
        RatioRow.Once(what, "Int128 to 56 bytes", rival, unit, value, limit);

    private static RatioRow Row(
        string what,
        string rival,
        string unit,
        UnmanagedTableResult own,
        UnmanagedTableResult baseline,
        Func<UnmanagedTableResult, double> time,
        double? limit)
    {
        double value = time(own) / time(baseline);
        return new RatioRow(what, "Int128 to 56 bytes", rival, unit, value, value, value, limit, time(baseline));
    }

    private static UnmanagedTableResult Child(string kind) =>
        new ChildProcess(typeof(NativeRatio).Assembly).RunAsync(
            [UnmanagedTable.Command, kind, Count.ToString(CultureInfo.InvariantCulture)],
            RatioJson.Default.UnmanagedTableResult).GetAwaiter().GetResult();
}

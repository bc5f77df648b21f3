using System.Diagnostics;
using Cenote.Measurement;
using Cenote.Samples.Rows.Reading;

namespace Cenote.Samples.Rows.Measuring;

/// <summary>A table that is measured.</summary>
/// <param name="Id">Its name on the command line of a child process.</param>
/// <param name="Title">Its name in the output.</param>
/// <param name="Read">Reads a file, given its path and the number of threads.</param>
internal sealed record TableForm(string Id, string Title, Func<string, int, CancellationToken, Totals> Read)
{
    /// <summary>The forms; the first is the one that the others are compared with.</summary>
    public static IReadOnlyList<TableForm> All { get; } =
    [
        Of<PlainTable>("plain", "Dictionary<byte[]>"),
        Of<CenoteTable>("cenote", "PooledStringDictionary"),
    ];

    /// <summary>The form with an id; null if there is none.</summary>
    public static TableForm? Find(string id) => All.FirstOrDefault(form => form.Id == id);

    /// <summary>Reads a file twice: once for the JIT compiler, and once on the clock.</summary>
    public FormResult Measure(string path, int threads, CancellationToken cancellationToken)
    {
        Read(path, threads, cancellationToken);
        ManagedHeap.Collect();
        using var watch = new CollectionWatch();
        long allocated = GC.GetTotalAllocatedBytes(precise: true);
        long start = Stopwatch.GetTimestamp();
        Totals totals = Read(path, threads, cancellationToken);
        string text = totals.ToString();
        double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        allocated = GC.GetTotalAllocatedBytes(precise: true) - allocated;
        using var process = Process.GetCurrentProcess();
        return new FormResult(text, totals.Count, totals.Rows, seconds, allocated, process.PeakWorkingSet64, watch.Read());
    }

    private static TableForm Of<TTable>(string id, string title)
        where TTable : struct, IStationTable<TTable> =>
        new(id, title, static (path, threads, token) => RowFile<TTable>.Read(path, threads, cancellationToken: token));
}

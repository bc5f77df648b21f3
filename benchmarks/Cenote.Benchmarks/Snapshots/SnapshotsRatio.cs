using System.Globalization;
using Cenote.Benchmarks.Ratio;
using Cenote.Collections;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Snapshots;

/// <summary>
/// Saving, loading and opening ten million keys. Each task runs in two processes, one after the other. The tasks of a rival use
/// the same file.
/// </summary>
internal sealed class SnapshotsRatio : IRatioArea
{
    private const int Processes = 2;
    private const int LargeCount = 10_000_000;

    private static readonly string s_name = Invariant($"ids {LargeCount:N0}, a process each");

    public string Name => "snapshots";

    public string Description => "saving, loading and mapping a dictionary of 10 M string keys, against MemoryPack and LightningDB";

    public IEnumerable<RatioRow> Measure()
    {
        string folder = Directory.CreateTempSubdirectory("cenote-snapshots").FullName;
        try
        {
            foreach (RatioRow row in Rows(Path.Combine(folder, "keys.cenote"), Path.Combine(folder, "keys.memorypack")))
            {
                yield return row;
            }

            foreach (RatioRow row in LightningRows(Path.Combine(folder, "keys.lmdb")))
            {
                yield return row;
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    // The rows of a task follow it immediately: the runner checks the machine between rows.
    private static IEnumerable<RatioRow> Rows(string path, string packed)
    {
        const string Cenote = "Cenote";
        const string MemoryPack = "MemoryPack, Dictionary";

        SnapshotResult[] results = Children(SnapshotRun.Save, path);
        yield return Of("save", Cenote, "ms", results, static result => result.Milliseconds, 500);
        yield return Of("save", "the file, written and flushed", "ms", results, static result => result.OtherMilliseconds, null);
        yield return Of("file", Cenote, "MB", results, static result => result.FileBytes / 1e6, null);

        results = Children(SnapshotRun.PackedSave, packed);
        yield return Of("save", MemoryPack, "ms", results, static result => result.Milliseconds, null);
        yield return Of("file", MemoryPack, "MB", results, static result => result.FileBytes / 1e6, null);

        results = Children(SnapshotRun.Load, path);
        yield return Of("load", Cenote, "ms", results, static result => result.Milliseconds, 350);
        yield return Of("load", "the file, read", "ms", results, static result => result.OtherMilliseconds, null);
        yield return Of("full GC", Cenote, "ms", results, static result => result.FullCollectionMilliseconds, null);

        results = Children(SnapshotRun.PackedLoad, packed);
        yield return Of("load", MemoryPack, "ms", results, static result => result.Milliseconds, null);
        yield return Of("full GC", MemoryPack, "ms", results, static result => result.FullCollectionMilliseconds, null);

        foreach ((string rival, string kind, string file) in
            new[] { (Cenote, SnapshotRun.FirstLoad, path), (MemoryPack, SnapshotRun.FirstPackedLoad, packed) })
        {
            results = Children(kind, file);
            yield return Of("first load", rival, "ms", results, static result => result.Milliseconds, null);
            yield return Of("first load", rival, "ms of processor time", results, static result => result.ProcessorMilliseconds, null);
        }

        results = Children(SnapshotRun.Open, path);
        yield return Of("open", Cenote, "ms", results, static result => result.Milliseconds, 5);
        yield return Of("hit, mapped", Cenote, "x in memory", results, static result => result.HitRatio, null);

        using FrozenPooledStringDictionary<int> first = FrozenPooledStringDictionary<int>.Open(path);
        first.Verify();
        results = Children(SnapshotRun.Share, path);
        yield return Of(
            "second process", "private memory", "% of the file", results, static result => 100 * result.PrivateBytes / result.FileBytes, 5);
    }

    private static IEnumerable<RatioRow> LightningRows(string path)
    {
        const string Lightning = "LightningDB, sorted keys";

        if (!LightningTable.IsSupported)
        {
            Console.Error.WriteLine(
                "LightningDB is left out: LMDB cannot be loaded. Install it, for example the Debian package liblmdb0.");
            yield break;
        }

        SnapshotResult[] results = Children(SnapshotRun.LightningSave, path);
        yield return Of("save", Lightning, "ms", results, static result => result.Milliseconds, null);
        yield return Of("file", Lightning, "MB", results, static result => result.FileBytes / 1e6, null);

        results = Children(SnapshotRun.LightningOpen, path);
        yield return Of("open", Lightning, "ms", results, static result => result.Milliseconds, null);
        yield return Of("hit, mapped", Lightning, "x in memory", results, static result => result.HitRatio, null);
    }

    private static RatioRow Of(
        string group, string rival, string unit, SnapshotResult[] results, Func<SnapshotResult, double> value, double? limit) =>
        RatioRow.Of(group, s_name, rival, unit, Spread.Of([.. results.Select(value)]), limit);

    private static SnapshotResult[] Children(string kind, string path)
    {
        var child = new ChildProcess(typeof(SnapshotsRatio).Assembly);
        return [.. Enumerable.Range(0, Processes).Select(_ => child.RunAsync(
            [SnapshotRun.Command, kind, path, LargeCount.ToString(CultureInfo.InvariantCulture)],
            RatioJson.Default.SnapshotResult).GetAwaiter().GetResult())];
    }
}

using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Cenote.Benchmarks.Collections;
using Cenote.Benchmarks.Ratio;
using Cenote.Collections;
using Cenote.Measurement;
using MemoryPack;

namespace Cenote.Benchmarks.Snapshots;

/// <summary>
/// One task with a large snapshot, in a separate process. Work that can be repeated is timed three times, and the median counts.
/// </summary>
internal static class SnapshotRun
{
    public const string Command = "snapshot";
    public const string Save = "save";
    public const string Load = "load";
    public const string Open = "open";
    public const string Share = "share";
    public const string PackedSave = "packed-save";
    public const string PackedLoad = "packed-load";
    public const string FirstLoad = "first-load";
    public const string FirstPackedLoad = "first-packed-load";
    public const string LightningSave = "lightning-save";
    public const string LightningOpen = "lightning-open";

    private const int WarmupCount = 50_000;
    private const int WarmupCalls = 40;
    private const int Rounds = 3;
    private const int Questions = 2_000_000;

    public static int Run(string kind, string path, int count)
    {
        if (kind is not (FirstLoad or FirstPackedLoad))
        {
            WarmUp(path + ".warm-up", kind);
        }

        SnapshotResult result = kind switch
        {
            FirstLoad => MeasureFirst(() => PooledStringDictionary<int>.Load(path).Count, count),
            FirstPackedLoad => MeasureFirst(() => Unpack(path).Count, count),
            Save => MeasureSave(path, count),
            Load => MeasureLoad(path, count),
            Open => MeasureOpen(path, count),
            Share => MeasureShare(path, count),
            PackedSave => MeasurePackedSave(path, count),
            LightningSave => MeasureLightningSave(path, count),
            LightningOpen => MeasureLightningOpen(path, count),
            _ => MeasurePackedLoad(path, count),
        };
        Console.WriteLine(JsonSerializer.Serialize(result, RatioJson.Default.SnapshotResult).ReplaceLineEndings(""));
        return 0;
    }

    private static SnapshotResult MeasureSave(string path, int count)
    {
        using PooledStringDictionary<int> dictionary = Fill(KeySource.Take(KeyKind.Ids, 0, count));
        ManagedHeap.Return();
        double time = Median(() => dictionary.Save(path));
        byte[] content = File.ReadAllBytes(path);
        double plain = Median(() =>
        {
            using var file = new FileStream(path + ".plain", FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
            file.Write(content);
            file.Flush(flushToDisk: true);
        });
        File.Delete(path + ".plain");
        return new SnapshotResult { Milliseconds = time, OtherMilliseconds = plain, FileBytes = new FileInfo(path).Length };
    }

    private static SnapshotResult MeasureLoad(string path, int count)
    {
        double time = Median(() => PooledStringDictionary<int>.Load(path), static dictionary => dictionary.Dispose());
        byte[] buffer = new byte[1 << 20];
        double plain = Median(() =>
        {
            using FileStream file = File.OpenRead(path);
            while (file.Read(buffer) > 0)
            {
            }
        });
        using PooledStringDictionary<int> dictionary = PooledStringDictionary<int>.Load(path);
        ManagedHeap.Return();
        double pause = ManagedHeap.PauseOfFullCollection().TotalMilliseconds;
        Require(dictionary.Count == count);
        return new SnapshotResult { Milliseconds = time, OtherMilliseconds = plain, FullCollectionMilliseconds = pause };
    }

    // Measures loading as at the start of a service, when no code is compiled and no memory has been used.
    private static SnapshotResult MeasureFirst(Func<int> load, int count)
    {
        TimeSpan processor = Environment.CpuUsage.TotalTime;
        long start = Stopwatch.GetTimestamp();
        int loaded = load();
        double time = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        processor = Environment.CpuUsage.TotalTime - processor;
        Require(loaded == count);
        return new SnapshotResult { Milliseconds = time, ProcessorMilliseconds = processor.TotalMilliseconds };
    }

    // Measures the time to open the file and find one key, and the time of hits relative to hits in memory.
    private static SnapshotResult MeasureOpen(string path, int count)
    {
        Collections.Keys keys = KeySource.Take(KeyKind.Ids, 0, count).Shuffled(Questions, seed: 7);
        double time = Median(
            () =>
            {
                FrozenPooledStringDictionary<int> frozen = FrozenPooledStringDictionary<int>.Open(path);
                Require(frozen.ContainsKey(keys[0]));
                return frozen;
            },
            static frozen => frozen.Dispose());
        using FrozenPooledStringDictionary<int> opened = FrozenPooledStringDictionary<int>.Open(path);
        opened.Verify();
        using PooledStringDictionary<int> inMemory = PooledStringDictionary<int>.Load(path);
        double mapped = Median(() =>
        {
            for (int i = 0; i < keys.Count; i++)
            {
                Require(opened.TryGetValue(keys[i], out _));
            }
        });
        double own = Median(() =>
        {
            for (int i = 0; i < keys.Count; i++)
            {
                Require(inMemory.TryGetValue(keys[i], out _));
            }
        });
        return new SnapshotResult { Milliseconds = time, HitRatio = mapped / own };
    }

    // Requires that another process has mapped the file and read all of it.
    private static SnapshotResult MeasureShare(string path, int count)
    {
        ManagedHeap.Return();
        long before = PrivateBytes();
        using FrozenPooledStringDictionary<int> frozen = FrozenPooledStringDictionary<int>.Open(path);
        frozen.Verify();
        long after = PrivateBytes();
        Require(frozen.Count == count);
        return new SnapshotResult { PrivateBytes = after - before, FileBytes = new FileInfo(path).Length };
    }

    private static SnapshotResult MeasurePackedSave(string path, int count)
    {
        Dictionary<string, int> dictionary = FillManaged(KeySource.Take(KeyKind.Ids, 0, count));
        ManagedHeap.Return();
        double time = Median(() => PackTo(path, dictionary));
        return new SnapshotResult { Milliseconds = time, FileBytes = new FileInfo(path).Length };
    }

    private static SnapshotResult MeasurePackedLoad(string path, int count)
    {
        double time = Median(() => Unpack(path), static _ => ManagedHeap.Return());
        Dictionary<string, int> dictionary = Unpack(path);
        ManagedHeap.Return();
        double pause = ManagedHeap.PauseOfFullCollection().TotalMilliseconds;
        Require(dictionary.Count == count);
        GC.KeepAlive(dictionary);
        return new SnapshotResult { Milliseconds = time, FullCollectionMilliseconds = pause };
    }

    private static SnapshotResult MeasureLightningSave(string path, int count)
    {
        (byte[] Key, int Value)[] entries = LightningTable.Sort(KeySource.Take(KeyKind.Ids, 0, count));
        ManagedHeap.Return();
        double time = Median(() => LightningTable.Write(path, entries));
        return new SnapshotResult { Milliseconds = time, FileBytes = new FileInfo(path).Length };
    }

    // Measures the time to open the file and find one key, and the time of hits relative to hits in memory.
    private static SnapshotResult MeasureLightningOpen(string path, int count)
    {
        Collections.Keys keys = KeySource.Take(KeyKind.Ids, 0, count);
        using PooledStringDictionary<int> inMemory = Fill(keys);
        keys = keys.Shuffled(Questions, seed: 7);
        double time = Median(
            () =>
            {
                LightningTable table = LightningTable.Open(path);
                Require(table.TryGetValue(keys[0], out _));
                return table;
            },
            static table => table.Dispose());
        using LightningTable opened = LightningTable.Open(path);
        RequireSame(keys, inMemory, opened);
        double mapped = Median(() =>
        {
            for (int i = 0; i < keys.Count; i++)
            {
                Require(opened.TryGetValue(keys[i], out _));
            }
        });
        double own = Median(() =>
        {
            for (int i = 0; i < keys.Count; i++)
            {
                Require(inMemory.TryGetValue(keys[i], out _));
            }
        });
        return new SnapshotResult { Milliseconds = time, HitRatio = mapped / own };
    }

    private static void RequireSame(Collections.Keys keys, PooledStringDictionary<int> inMemory, LightningTable table)
    {
        for (int i = 0; i < keys.Count; i++)
        {
            Require(table.TryGetValue(keys[i], out int value) && inMemory.TryGetValue(keys[i], out int same) && value == same);
        }
    }

    private static void PackTo(string path, Dictionary<string, int> dictionary)
    {
        byte[] bytes = MemoryPackSerializer.Serialize(dictionary);
        using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
        file.Write(bytes);
        file.Flush(flushToDisk: true);
    }

    private static Dictionary<string, int> Unpack(string path) =>
        MemoryPackSerializer.Deserialize<Dictionary<string, int>>(File.ReadAllBytes(path))!;

    private static void WarmUp(string path, string kind)
    {
        Collections.Keys few = KeySource.Take(KeyKind.Ids, 0, WarmupCount);
        using PooledStringDictionary<int> dictionary = Fill(few);
        Action work = kind switch
        {
            PackedSave or PackedLoad => WarmUpPacked(path, few),
            LightningSave or LightningOpen => WarmUpLightning(path, few, dictionary),
            _ => () => SaveAndOpen(path, few, dictionary),
        };
        for (int i = 0; i < WarmupCalls; i++)
        {
            work();
            Thread.Sleep(i % 10 == 9 ? 150 : 0);
        }

        LightningTable.Delete(path);
    }

    private static void SaveAndOpen(string path, Collections.Keys few, PooledStringDictionary<int> dictionary)
    {
        dictionary.Save(path);
        using PooledStringDictionary<int> loaded = PooledStringDictionary<int>.Load(path);
        using FrozenPooledStringDictionary<int> opened = FrozenPooledStringDictionary<int>.Open(path);
        for (int key = 0; key < few.Count; key++)
        {
            Require(opened.TryGetValue(few[key], out int value) && loaded.TryGetValue(few[key], out int same) && value == same);
        }
    }

    private static Action WarmUpPacked(string path, Collections.Keys few)
    {
        Dictionary<string, int> managed = FillManaged(few);
        return () =>
        {
            PackTo(path, managed);
            Require(Unpack(path).Count == WarmupCount);
        };
    }

    private static Action WarmUpLightning(string path, Collections.Keys few, PooledStringDictionary<int> dictionary)
    {
        (byte[] Key, int Value)[] entries = LightningTable.Sort(few);
        return () =>
        {
            LightningTable.Write(path, entries);
            using LightningTable opened = LightningTable.Open(path);
            RequireSame(few, dictionary, opened);
        };
    }

    private static PooledStringDictionary<int> Fill(Collections.Keys keys)
    {
        var dictionary = new PooledStringDictionary<int>();
        for (int i = 0; i < keys.Count; i++)
        {
            dictionary.Add(keys[i], i);
        }

        return dictionary;
    }

    private static Dictionary<string, int> FillManaged(Collections.Keys keys)
    {
        var dictionary = new Dictionary<string, int>(keys.Count);
        string[] strings = keys.Strings();
        for (int i = 0; i < strings.Length; i++)
        {
            dictionary.Add(strings[i], i);
        }

        return dictionary;
    }

    private static double Median(Action action) => Median(
        () =>
        {
            action();
            return 0;
        },
        static _ => { });

    private static double Median<T>(Func<T> measured, Action<T> end)
    {
        double[] times = new double[Rounds];
        for (int i = 0; i < Rounds; i++)
        {
            ManagedHeap.Collect();
            long start = Stopwatch.GetTimestamp();
            T result = measured();
            times[i] = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
            end(result);
        }

        return Spread.Of(times).Median;
    }

    /// <summary>Memory that no other process shares, as counted by Linux; on other systems, all resident memory.</summary>
    private static long PrivateBytes() =>
        !OperatingSystem.IsLinux()
            ? ResidentMemory.Bytes
            : 1024 * File.ReadLines("/proc/self/smaps_rollup")
                .Where(static line => line.StartsWith("Private_", StringComparison.Ordinal))
                .Sum(static line => long.Parse(
                    line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture));

    private static void Require(bool holds)
    {
        if (!holds)
        {
            throw new InvalidOperationException("A dictionary differs from what was saved.");
        }
    }
}

/// <summary>A child process's results for a snapshot; values that its task does not measure are 0.</summary>
public sealed record SnapshotResult
{
    /// <summary>Time of the task.</summary>
    public double Milliseconds { get; init; }

    /// <summary>CPU time of a first load, on all threads.</summary>
    public double ProcessorMilliseconds { get; init; }

    /// <summary>Time to only read or write a file of the same size.</summary>
    public double OtherMilliseconds { get; init; }

    /// <summary>Pause of a full collection with the dictionary live.</summary>
    public double FullCollectionMilliseconds { get; init; }

    /// <summary>Size of the file.</summary>
    public double FileBytes { get; init; }

    /// <summary>Private memory that opening and reading the whole file added.</summary>
    public double PrivateBytes { get; init; }

    /// <summary>Time of a hit in the mapped file, relative to a hit in a <c>PooledStringDictionary</c>.</summary>
    public double HitRatio { get; init; }
}

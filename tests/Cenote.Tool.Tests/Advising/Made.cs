using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

/// <summary>Invented results to test the rules.</summary>
internal static class Made
{
    public static RivalResult Rival(
        string name, double nanoseconds, Verdict verdict, double ratio = 1, int gen0 = 0, double allocatedBytes = 0) => new(
        name,
        1,
        new Spread(nanoseconds, nanoseconds, nanoseconds, nanoseconds, nanoseconds),
        new Spread(ratio, ratio, ratio, ratio, ratio),
        new MedianInterval(ratio - 0.02, ratio + 0.02),
        allocatedBytes,
        1_000_000,
        new CollectionStatistics(gen0, 0, 0, 0, 0),
        verdict);

    public static HoldMeasurement Memory(string name, long bytes, double pause) =>
        new(name, bytes, 0, bytes, CollectionStatistics.None, pause, 0);

    /// <summary>A step that held all strings. A null contender did not take part; a null arena was slow.</summary>
    public static StepResult Hold(
        (double Ratio, Verdict Verdict, double Megabytes, double Pause) refs,
        (double Ratio, Verdict Verdict, double Megabytes, double Pause) ids,
        (double Ratio, Verdict Verdict, double Megabytes, double Pause)? contiguous = null,
        (double Ratio, Verdict Verdict, double Megabytes, double Pause)? utf8 = null,
        (double Ratio, Verdict Verdict, double Megabytes, double Pause)? utf8Ids = null,
        (double Ratio, Verdict Verdict, double Megabytes, double Pause)? arena = null,
        (double Ratio, Verdict Verdict, double Megabytes, double Pause)? interned = null,
        (double Ratio, Verdict Verdict, double Megabytes, double Pause)? set = null,
        (double Ratio, Verdict Verdict, double Megabytes, double Pause)? table = null,
        double managedPause = 50)
    {
        List<RivalResult> rivals =
        [
            Rival(StringsSection.ManagedArray, 100, Verdict.Baseline),
            Rival(StringsSection.ManagedList, 110, Verdict.Slower, 1.1),
        ];
        List<HoldMeasurement> memory =
        [
            Memory(StringsSection.ManagedArray, 100 << 20, managedPause),
            Memory(StringsSection.ManagedList, 100 << 20, managedPause),
        ];
        Add(StringsSection.RefArray, refs);
        Add(StringsSection.IdArray, ids);
        Add(StringsSection.ContiguousArray, contiguous);
        Add(StringsSection.ArenaList, arena ?? (1.5, Verdict.Slower, 120, 1));
        Add(StringsSection.Utf8Array, utf8);
        Add(StringsSection.Utf8IdArray, utf8Ids);
        Add(StringsSection.SetArray, set);
        Add(StringsSection.InternedArray, interned);
        Add(StringsSection.TableArray, table);
        return new StepResult(StringsSection.Hold, "Hold all", 1, new Comparison("Hold all", 1_000_000, 9, rivals), memory);

        void Add(string name, (double Ratio, Verdict Verdict, double Megabytes, double Pause)? result)
        {
            if (result is var (ratio, verdict, megabytes, pause))
            {
                rivals.Add(Rival(name, 100 * ratio, verdict, ratio));
                memory.Add(Memory(name, (long)(megabytes * (1 << 20)), pause));
            }
        }
    }

    /// <summary>A step that read the held strings; all contenders except managed strings have the same ratio.</summary>
    public static StepResult Reads(string id, double ratio) => Reads(
        id,
        (StringsSection.ManagedList, 1, Verdict.TooCloseToCall),
        (StringsSection.RefArray, ratio, Verdict.Slower),
        (StringsSection.IdArray, ratio, Verdict.Slower));

    /// <summary>A step that read the strings of <see cref="Hold"/>: 10 ns per read of
    /// <see cref="StringsSection.ManagedArray"/>.</summary>
    public static StepResult Reads(string id, params (string Name, double Ratio, Verdict Verdict)[] rivals) => new(
        id,
        id,
        1,
        new Comparison(
            id,
            1_000_000,
            9,
            [
                Rival(StringsSection.ManagedArray, 10, Verdict.Baseline),
                .. rivals.Select(rival => Rival(rival.Name, 10 * rival.Ratio, rival.Verdict, rival.Ratio)),
            ]),
        []);

    /// <summary>A step that replaced the strings of a sliding window. Contenders that are null did not take part.</summary>
    public static StepResult Churn(
        int window,
        (double Ratio, Verdict Verdict) refs,
        (double Ratio, Verdict Verdict) ids,
        (double Ratio, Verdict Verdict)? contiguous = null,
        (double Ratio, Verdict Verdict)? utf8 = null)
    {
        List<RivalResult> rivals = [Rival(StringsSection.Managed, 100, Verdict.Baseline, gen0: 12)];
        Add(StringsSection.Ref, refs);
        Add(StringsSection.Id, ids);
        Add(StringsSection.Contiguous, contiguous);
        Add(StringsSection.Utf8, utf8);
        return new StepResult(StringsSection.Churn(window), "Churn", 1, new Comparison("Churn", 1, 9, rivals), []);

        void Add(string name, (double Ratio, Verdict Verdict)? result)
        {
            if (result is var (ratio, verdict))
            {
                rivals.Add(Rival(name, 100 * ratio, verdict, ratio));
            }
        }
    }

    /// <summary>
    /// A pass of interners. Only the first pass has memory figures: 100 MB and a pause of 50 ms with
    /// <see cref="InterningSection.Plain"/>, and the given megabytes with four contenders.
    /// </summary>
    public static StepResult Interning(
        string id,
        (double Ratio, Verdict Verdict) set,
        (double Ratio, Verdict Verdict) concurrent,
        (double Ratio, Verdict Verdict) exact,
        (double Ratio, Verdict Verdict)? table = null,
        double setMegabytes = 60,
        double concurrentMegabytes = 70,
        double exactMegabytes = 50,
        double tableMegabytes = 20)
    {
        var (tableRatio, tableVerdict) = table ?? (2, Verdict.Slower);
        List<RivalResult> rivals =
        [
            Rival(InterningSection.Plain, 100, Verdict.Baseline),
            Rival(InterningSection.Set, 100 * set.Ratio, set.Verdict, set.Ratio),
            Rival(InterningSection.Concurrent, 100 * concurrent.Ratio, concurrent.Verdict, concurrent.Ratio),
            Rival(InterningSection.Exact, 100 * exact.Ratio, exact.Verdict, exact.Ratio),
            Rival(InterningSection.Bounded, 77, Verdict.Faster, 0.77),
            Rival(InterningSection.Weak, 88, Verdict.Faster, 0.88),
            Rival(InterningSection.Table, 100 * tableRatio, tableVerdict, tableRatio),
        ];
        if (id == InterningSection.Second)
        {
            rivals.Insert(1, Rival(InterningSection.Runtime, 300, Verdict.Slower, 3));
        }

        HoldMeasurement[] memory =
        [
            Memory(InterningSection.Plain, 100 << 20, 50),
            Memory(InterningSection.Set, (long)(setMegabytes * (1 << 20)), 20),
            Memory(InterningSection.Concurrent, (long)(concurrentMegabytes * (1 << 20)), 20),
            Memory(InterningSection.Exact, (long)(exactMegabytes * (1 << 20)), 20),
            Memory(InterningSection.Bounded, 66 << 20, 20),
            Memory(InterningSection.Weak, 55 << 20, 20),
            Memory(InterningSection.Table, (long)(tableMegabytes * (1 << 20)), 0.1),
            Memory(InterningSection.Runtime, 62 << 20, 20),
        ];
        return new StepResult(id, id, 1, new Comparison(id, 5_000, 9, rivals), id == InterningSection.First ? memory : []);
    }

    /// <summary>A step that sorted.</summary>
    public static StepResult Sort(
        (
            double Ratio, Verdict Verdict) span, (double Ratio, Verdict Verdict) arena, (double Ratio,
            Verdict Verdict) managedByArena)
    {
        RivalResult[] rivals =
        [
            Rival(SortSection.ArraySort, 100, Verdict.Baseline),
            Rival(SortSection.SpanSort, 100 * span.Ratio, span.Verdict, span.Ratio),
            Rival(SortSection.ArenaSort, 100 * arena.Ratio, arena.Verdict, arena.Ratio),
            Rival(SortSection.ManagedByArena, 100 * managedByArena.Ratio, managedByArena.Verdict, managedByArena.Ratio),
        ];
        return new StepResult(SortSection.Ordinal, "Sort, 8 strings", 1, new Comparison("Sort, 8 strings", 1, 9, rivals), []);
    }

    /// <summary>
    /// A step of dictionaries; contenders that are null did not take part. Only the build step has memory figures: 10 MB and a
    /// pause of 20 ms with <see cref="CollectionsSection.Managed"/>.
    /// </summary>
    public static StepResult Keys(
        string id,
        (double Ratio, Verdict Verdict, double Megabytes) compact,
        (double Ratio, Verdict Verdict, double Megabytes) utf16,
        (double Ratio, Verdict Verdict)? span = null,
        (double Ratio, Verdict Verdict)? frozen = null)
    {
        List<RivalResult> rivals = [Rival(CollectionsSection.Managed, 100, Verdict.Baseline)];
        Add(CollectionsSection.ManagedSpan, span);
        Add(CollectionsSection.Frozen, frozen);
        Add(CollectionsSection.Compact, (compact.Ratio, compact.Verdict));
        Add(CollectionsSection.Utf16, (utf16.Ratio, utf16.Verdict));
        HoldMeasurement[] memory =
        [
            Memory(CollectionsSection.Managed, 10 << 20, 20),
            Memory(CollectionsSection.Compact, (long)(compact.Megabytes * (1 << 20)), 0.1),
            Memory(CollectionsSection.Utf16, (long)(utf16.Megabytes * (1 << 20)), 0.2),
        ];
        return new StepResult(id, id, 1, new Comparison(id, 5_000, 9, rivals), id == CollectionsSection.Build ? memory : []);

        void Add(string name, (double Ratio, Verdict Verdict)? result)
        {
            if (result is var (ratio, verdict))
            {
                rivals.Add(Rival(name, 100 * ratio, verdict, ratio));
            }
        }
    }

    /// <summary>A step of temporary copies.</summary>
    public static StepResult Temporary(
        (
            double Ratio, Verdict Verdict) shared, (double Ratio, Verdict Verdict) scratch, (double Ratio,
            Verdict Verdict) stackFirst)
    {
        RivalResult[] rivals =
        [
            Rival(BuffersSection.NewArray, 100, Verdict.Baseline, allocatedBytes: 40),
            Rival(BuffersSection.SharedArray, 100 * shared.Ratio, shared.Verdict, shared.Ratio),
            Rival(BuffersSection.ScratchRent, 100 * scratch.Ratio, scratch.Verdict, scratch.Ratio),
            Rival(BuffersSection.StackFirst, 100 * stackFirst.Ratio, stackFirst.Verdict, stackFirst.Ratio),
        ];
        return new StepResult(BuffersSection.Copy, "Temporary copy", 1, new Comparison("Temporary copy", 1, 9, rivals), []);
    }

    /// <summary>
    /// Caches: the off-heap cache against the framework's, which takes 8 MB and pauses for 5 ms in the read-through step.
    /// </summary>
    public static CacheSteps Caches(
        (double Ratio, Verdict Verdict) load,
        (double Ratio, Verdict Verdict) hit,
        (double Ratio, Verdict Verdict) set,
        double hits,
        double managedHits)
    {
        const long Bytes = 8 << 20;
        HoldMeasurement[] memory =
        [
            Memory(CachesSection.Managed, Bytes, 5) with { HitRatio = managedHits },
            new(CachesSection.OffHeap, 0, Bytes, Bytes, CollectionStatistics.None, 0.1, 0) { HitRatio = hits },
        ];
        return new CacheSteps(
            Step(CachesSection.Load, load, memory), Step(CachesSection.Hits, hit, []), Step(CachesSection.Sets, set, []));

        static StepResult Step(string id, (double Ratio, Verdict Verdict) result, HoldMeasurement[] memory) => new(
            id,
            id,
            1,
            new Comparison(
                id,
                5_000,
                9,
                [
                    Rival(CachesSection.Managed, 100, Verdict.Baseline),
                    Rival(CachesSection.OffHeap, 100 * result.Ratio, result.Verdict, result.Ratio),
                ]),
            memory);
    }

    /// <summary>New buffers against pooled ones, one step per number of threads.</summary>
    public static StepResult[] Buffers(
        params (int Threads, (double Ratio, Verdict Verdict) Shared, (double Ratio, Verdict Verdict) Pooled)[] results) =>
        [.. results.Select(result => Buffers(result.Threads, result.Shared, result.Pooled))];

    public static CorpusProfile Profile(long distinct = 1_000, long duplicateBytes = 0, double asciiShare = 1) =>
        new(1_000, 8_000, 8, 8, 8, 8, 1, 1, 1, distinct, 40_000, duplicateBytes, asciiShare, [new LengthBucket(5, 8, 1_000)])
        {
            Utf8BytesPerChar = 2 - asciiShare,
        };

    private static StepResult Buffers(int threads, (double Ratio, Verdict Verdict) shared, (double Ratio, Verdict Verdict) pooled)
    {
        const string Title = "Buffers, 8 chars";
        RivalResult[] rivals =
        [
            Rival(ObjectsSection.NewBuffers, 100, Verdict.Baseline, gen0: 12, allocatedBytes: 40),
            Rival(ObjectsSection.SharedBuffers, 100 * shared.Ratio, shared.Verdict, shared.Ratio),
            Rival(ObjectsSection.PooledBuffers, 100 * pooled.Ratio, pooled.Verdict, pooled.Ratio),
        ];
        return new StepResult(
            ObjectsSection.StepId(
                ObjectsSection.MedianBuffers, threads), Title, threads, new Comparison(Title, 1, 9, rivals), []);
    }
}

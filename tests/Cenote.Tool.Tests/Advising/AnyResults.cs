using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

/// <summary>
/// Random results of every step, as a run may return them: verdicts follow from intervals, and many figures are close to each
/// other.
/// </summary>
internal sealed class AnyResults(Random random)
{
    private const double SmallestDifference = 0.03;

    private static readonly string[] s_strings =
    [
        StringsSection.ManagedArray, StringsSection.ManagedList, StringsSection.RefArray, StringsSection.IdArray,
        StringsSection.ContiguousArray,
        StringsSection.ArenaList, StringsSection.Utf8Array, StringsSection.Utf8IdArray, StringsSection.SetArray,
        StringsSection.InternedArray, StringsSection.TableArray,
    ];

    private static readonly string[] s_interners =
    [
        InterningSection.Plain, InterningSection.Set, InterningSection.Concurrent, InterningSection.Exact,
        InterningSection.Bounded,
        InterningSection.Weak, InterningSection.Table,
    ];

    public StepResult Hold() => Step(StringsSection.Hold, s_strings, isWeighed: true);

    public StepResult Reads(string id) => Step(id, s_strings);

    public StepResult Churn() => Step(
        "churn", [StringsSection.Managed, StringsSection.Ref, StringsSection.Id, StringsSection.Contiguous, StringsSection.Utf8]);

    public (StepResult Build, StepResult Hits, StepResult Misses) Keys() => (
        Step(
            CollectionsSection.Build, [CollectionsSection.Managed, CollectionsSection.Compact, CollectionsSection.Utf16],
            isWeighed: true),
        Step(
            CollectionsSection.Hits,
            [
                CollectionsSection.Managed, CollectionsSection.ManagedSpan, CollectionsSection.Frozen, CollectionsSection.Compact,
                CollectionsSection.Utf16,
            ]),
        Step(
            CollectionsSection.Misses,
            [CollectionsSection.Managed, CollectionsSection.ManagedSpan, CollectionsSection.Compact, CollectionsSection.Utf16]));

    public (StepResult First, StepResult Second) Interning() => (
        Step(InterningSection.First, s_interners, isWeighed: true), Step(InterningSection.Second, s_interners));

    public StepResult Sort() => Step(
        SortSection.Ordinal, [SortSection.ArraySort, SortSection.SpanSort, SortSection.ArenaSort, SortSection.ManagedByArena]);

    public StepResult[] Pooling() =>
    [
        .. ObjectsSection.Threads.Select(threads => Step(
            $"buffers-{threads}",
            [ObjectsSection.NewBuffers, ObjectsSection.SharedBuffers, ObjectsSection.PooledBuffers]) with { Threads = threads }),
    ];

    public StepResult Temporary() => Step(
        BuffersSection.Copy,
        [BuffersSection.NewArray, BuffersSection.SharedArray, BuffersSection.ScratchRent, BuffersSection.StackFirst]);

    /// <summary>The result of another possible run: the same intervals with different medians.</summary>
    public StepResult Again(StepResult step) => step with
    {
        Timing = step.Timing with
        {
            Rivals = [.. step.Timing.Rivals.Select(rival => rival.Verdict == Verdict.Baseline ? rival : Again(rival))],
        },
    };

    private RivalResult Again(RivalResult rival)
    {
        double ratio = double.Lerp(rival.RatioInterval.Lower, rival.RatioInterval.Upper, random.NextDouble());
        return rival with
        {
            Ratio = new Spread(ratio, ratio, ratio, ratio, ratio),
            Nanoseconds = new Spread(100 * ratio, 100 * ratio, 100 * ratio, 100 * ratio, 100 * ratio),
        };
    }

    private StepResult Step(string id, string[] names, bool isWeighed = false)
    {
        // In some steps almost all contenders are slow, or fast, so that rare conclusions occur more often.
        double shift = 0.6 + (0.8 * random.NextDouble());
        RivalResult[] rivals = [.. names.Select((name, i) => i == 0 ? Baseline(name) : Rival(name, shift))];
        HoldMeasurement[] memory = isWeighed ? [.. names.Select(name => Made.Memory(name, AnyBytes(), AnyPause()))] : [];
        return new StepResult(id, id, 1, new Comparison(id, 1_000_000_000, 9, rivals), memory);
    }

    private static RivalResult Baseline(string name) =>
        Made.Rival(name, 100, Verdict.Baseline) with { RatioInterval = new MedianInterval(1, 1) };

    private RivalResult Rival(string name, double shift)
    {
        double ratio = shift * (0.7 + (0.6 * random.NextDouble()));
        double lower = ratio * (1 - (0.15 * random.NextDouble()));
        double upper = ratio * (1 + (0.15 * random.NextDouble()));
        Verdict verdict = (lower, upper) switch
        {
            ( <= 1, >= 1) => Verdict.TooCloseToCall,
            _ when Math.Abs(ratio - 1) < SmallestDifference => Verdict.TooCloseToCall,
            _ => ratio < 1 ? Verdict.Faster : Verdict.Slower,
        };
        return Made.Rival(name, 100 * ratio, verdict, ratio) with { RatioInterval = new MedianInterval(lower, upper) };
    }

    private long AnyBytes() => (70L << 20) + random.NextInt64(45L << 20);

    private double AnyPause() => Math.Pow(10, (2.5 * random.NextDouble()) - 1);
}

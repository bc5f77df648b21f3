using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

/// <summary>Made-up results to try the rules on.</summary>
internal static class Results
{
    public static RivalResult Rival(string name, double nanoseconds, Verdict verdict, double ratio = 1, int gen0 = 0) => new(
        name,
        1,
        new Spread(nanoseconds, nanoseconds, nanoseconds, nanoseconds, nanoseconds),
        new Spread(ratio, ratio, ratio, ratio, ratio),
        new MedianInterval(ratio - 0.02, ratio + 0.02),
        0,
        1_000_000,
        new CollectionStatistics(gen0, 0, 0, 0, 0),
        verdict);

    public static HoldMeasurement Memory(string name, long bytes, double pause) =>
        new(name, bytes, 0, bytes, CollectionStatistics.None, pause, 0);

    public static StepResult Hold(
        (double Ratio, Verdict Verdict, double Megabytes, double Pause) refs,
        (double Ratio, Verdict Verdict, double Megabytes, double Pause) ids,
        double managedPause = 50) => new(
        StringsSection.Hold,
        "Hold all",
        new Comparison(
            "Hold all",
            1,
            9,
            [
                Rival(StringsSection.ManagedArray, 100, Verdict.Baseline),
                Rival(StringsSection.ManagedList, 110, Verdict.Slower, 1.1),
                Rival(StringsSection.RefArray, 100 * refs.Ratio, refs.Verdict, refs.Ratio),
                Rival(StringsSection.IdArray, 100 * ids.Ratio, ids.Verdict, ids.Ratio),
            ]),
        [
            Memory(StringsSection.ManagedArray, 100 << 20, managedPause),
            Memory(StringsSection.ManagedList, 100 << 20, managedPause),
            Memory(StringsSection.RefArray, (long)(refs.Megabytes * (1 << 20)), refs.Pause),
            Memory(StringsSection.IdArray, (long)(ids.Megabytes * (1 << 20)), ids.Pause),
        ]);

    public static StepResult Churn(int window, (double Ratio, Verdict Verdict) refs, (double Ratio, Verdict Verdict) ids) => new(
        StringsSection.Churn(window),
        "Churn",
        new Comparison(
            "Churn",
            1,
            9,
            [
                Rival(StringsSection.Managed, 100, Verdict.Baseline, gen0: 12),
                Rival(StringsSection.Ref, 100 * refs.Ratio, refs.Verdict, refs.Ratio),
                Rival(StringsSection.Id, 100 * ids.Ratio, ids.Verdict, ids.Ratio),
            ]),
        []);

    public static CorpusProfile Profile(long distinct = 1_000, long duplicateBytes = 0) =>
        new(1_000, 8_000, 8, 8, 8, 1, 1, 1, distinct, 40_000, duplicateBytes, 1, [new LengthBucket(5, 8, 1_000)]);
}

using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Advising;

namespace Cenote.Tool.Tests.Comparing;

/// <summary>Invented runs to compare.</summary>
internal static class Runs
{
    public static MachineInfo Machine { get; } = new(
        "A Processor", 8, 16L << 30, "An OS", ".NET 10.0.0", "workstation GC, "
        + "concurrent", new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero));

    /// <summary>A run on one machine with one file.</summary>
    public static MeasureReport Of(params StepResult[] steps) => new(
        MeasureReport.CurrentSchema,
        "1.0",
        "cenote measure words.txt --by word",
        Machine,
        new InputDescription("words.txt", "word", null, false, 1_000, 1),
        9,
        Made.Profile() with { Whole = new(1_000, 8_000, 40_000, 1_000, 40_000, false, 0, Fingerprint: 5) },
        [new SectionResult(StringsSection.SectionName, steps)],
        [new AdviceItem("Hold all", Conclusion.Use, "ids", "Text with figures.")]);

    /// <summary>A step with rivals and their memory.</summary>
    public static StepResult Step(string id, RivalResult[] rivals, params HoldMeasurement[] memory) =>
        new(id, $"Step {id}", 1, new Comparison(id, 1, 9, [Made.Rival("baseline", 100, Verdict.Baseline), .. rivals]), memory);

    /// <summary>A rival with a ratio and half the width of its interval.</summary>
    public static RivalResult Rival(
        double ratio, double half = 0.02, string name = "rival", double allocatedBytes = 0, int gen0 = 0) =>
        Made.Rival(name, 100 * ratio, Verdict.Faster, ratio, gen0, allocatedBytes) with
        {
            RatioInterval = new MedianInterval(ratio - half, ratio + half),
        };
}

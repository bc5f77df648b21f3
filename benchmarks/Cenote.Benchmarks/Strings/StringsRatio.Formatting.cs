using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Strings;

/// <content>Interpolated strings.</content>
internal sealed partial class StringsRatio
{
    private const int FormattedCount = 1_000;
    private const string OnStack = "string.Create on the stack";
    private const string ByZString = "ZString";

    private static IEnumerable<RatioRow> Formatting() =>
        Formatting<FormattedKey>().Concat(Formatting<FormattedPath>()).Concat(Formatting<FormattedLine>());

    private static IEnumerable<RatioRow> Formatting<TShape>()
        where TShape : struct, IFormattedShape
    {
        using var rivals = new FormattedRivals<TShape>(FormattedCount);
        Comparison comparison = SideBySide.Run(
            "format " + TShape.Name,
            FormattedCount,
            [
                new(Managed, rivals.Managed),
                new(Refs, rivals.Refs),
                new(Contiguous, rivals.Contiguous),
                new("utf8", rivals.Utf8),
                new("arena", rivals.Arena),
                new(OnStack, rivals.OnStack),
                new(ByZString, rivals.ByZString),
            ],
            Timing.Quick);
        rivals.Check();
        yield return RatioRow.Of("formatting", comparison, Refs, 0.7);
        yield return RatioRow.Of("formatting", comparison, Contiguous, 0.7);
        yield return RatioRow.Of("formatting", comparison, "utf8", 0.75);
        yield return RatioRow.Of("formatting", comparison, "arena", 0.6);
        yield return RatioRow.Of("formatting", comparison, OnStack, null);
        yield return RatioRow.Of("formatting", comparison, ByZString, null);
    }
}

using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Reports.Html;

/// <summary>
/// Memory of all strings, by part, before and after the recommended change: a chart, and a table of its figures that is also the
/// legend.
/// </summary>
internal static class Anatomy
{
    private const string Title = "Memory of all strings, by part";
    private const int BarHeight = 24;

    private static readonly (string Fill, string Name, Func<MemoryParts, double> Bytes)[] s_parts =
    [
        (BarPart.Text, "Text, one copy of each", parts => parts.Text),
        (BarPart.Headers, "Their headers", parts => parts.Headers),
        (BarPart.Duplicates, "Duplicates and their headers", parts => parts.Duplicates),
        (BarPart.Index, "Index: references, handles, tables", parts => parts.Index),
        (BarPart.Slack, "Slack: rounding and unused space", parts => parts.Slack),
    ];

    /// <summary>Draws the chart; empty if holding the strings was not measured.</summary>
    public static Fragment Draw(MeasureReport report, Answer answer)
    {
        StepResult? hold = report.Sections
            .Select(section => section.Step(StringsSection.Hold))
            .FirstOrDefault(step => step is not null);
        if (hold is null || answer.BytesBefore <= 0)
        {
            return Fragment.Empty;
        }

        string before = hold.Baseline().Name;
        (string Name, MemoryParts Parts)[] measured =
        [
            .. hold.Memory
                .Select(memory => (memory.Name, Parts: MemoryParts.Of(report.Profile.MeasuredBy(hold), memory)))
                .Where(entry => entry.Parts is not null)
                .Select(entry => (entry.Name, entry.Parts!)),
        ];

        // Plain strings are compared with the alternative that the verdict names, or with the leanest contender.
        IEnumerable<(string Name, MemoryParts Parts)> others = measured.Where(entry => entry.Name != before);
        (string Name, MemoryParts Parts)[] held =
        [
            .. measured.Where(entry => entry.Name == before),
            .. answer.Recommends == before && answer.Alternative is null
                ? others.OrderBy(entry => entry.Parts.Total).Take(1)
                : others.Where(entry => entry.Name == (answer.Alternative ?? answer.Recommends)),
        ];
        return held.Length == 0
            ? Fragment.Empty
            : Fragment.Of(
                $"""
                <div class="anatomy">
                {Picture(held, HeldAs()).Draw()}{Figures(held)}
                </div>

                """);

        string HeldAs() => held.Length == 1 ? string.Empty
            : answer.Recommends == before ? $", as they are and as {held[^1].Name}"
            : ", before and after";
    }

    private static BarChart Picture((string Name, MemoryParts Parts)[] held, string heldAs) => new(
        "anatomy",
        Title,
        Fragment.Of($"<strong>Memory</strong> of all strings{heldAs}"),
        [
            .. held.Select(entry => new Bar(
                entry.Name,
                [.. s_parts.Select(part => new BarPart(part.Fill, part.Bytes(entry.Parts)))],
                Units.Bytes(Math.Round(entry.Parts.Total)))),
        ])
    {
        BarHeight = BarHeight,
    };

    private static Fragment Figures((string Name, MemoryParts Parts)[] held)
    {
        return Fragment.Of(
            $"""
            <div class="scroll" role="region" aria-label="{Title}" tabindex="0">
            <table class="parts" aria-label="{Title}">
            <thead><tr><th scope="col">Part</th>{held.Select(entry => Fragment.Of($"""<th scope="col">{entry.Name}</th>"""))}</tr></thead>
            <tbody>
            {s_parts.Where(IsThere).Select(part => Row(Legend.Entry(part.Fill, part.Name), part.Bytes))}
            {Row(Fragment.Of($"All"), parts => parts.Total)}
            </tbody>
            </table>
            </div>

            """);

        bool IsThere((string Fill, string Name, Func<MemoryParts, double> Bytes) part) =>
            held.Any(entry => part.Bytes(entry.Parts) >= 1);

        Fragment Row(Fragment name, Func<MemoryParts, double> bytes) => Fragment.Of(
            $"""
            <tr><th scope="row">{name}</th>{held.Select(entry => Fragment.Of($"<td>{Units.Bytes(Math.Round(bytes(entry.Parts)))}</td>"))}</tr>

            """);
    }
}

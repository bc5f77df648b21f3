using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Reports.Html;

/// <summary>
/// What the memory of all strings is made of, as a program has them and as it is recommended: the text itself, one copy of each;
/// what repeats; and everything else, which is headers, rounding, and what leads to the strings.
/// </summary>
internal static class Anatomy
{
    /// <summary>Draws the picture; nothing if the strings were not held.</summary>
    public static Fragment Draw(MeasureReport report, Answer answer)
    {
        StepResult? hold = report.Sections.Select(section => section.Step(StringsSection.Hold)).FirstOrDefault(step => step is not null);
        if (hold is null || answer.BytesBefore == 0)
        {
            return Fragment.Empty;
        }

        string before = hold.Baseline().Name;
        string[] names = answer.Recommends == before ? [before] : [before, answer.Recommends];
        var chart = new BarChart(
            "anatomy",
            "What the memory of all strings is made of",
            Fragment.Of(
                $"""<strong>Memory</strong> of all strings {Legend.Entry(BarPart.Cenote, "text")} """
                + $"""{Legend.Entry(BarPart.Managed, "repeated text, headers, slack and what leads to them")}"""),
            [.. names.Select(name => BarOf(report, hold, name))]);
        return Fragment.Of($"""<div class="anatomy">{chart.Draw()}</div>""");
    }

    private static Bar BarOf(MeasureReport report, StepResult hold, string name)
    {
        double scale = report.Profile.Scale;
        double total = scale * hold.MemoryOf(name).TotalBytes;
        double chars = report.Profile.Whole?.Chars ?? report.Profile.TotalChars;
        double distinct = sizeof(char) * chars * (1 - report.Profile.RepeatedMemory());
        double text = Math.Min(total, distinct);
        double repeated = name == StringsSection.InternedArray
            ? 0
            : Math.Min(total - text, sizeof(char) * chars * report.Profile.RepeatedMemory());
        double rest = total - text - repeated;
        return new Bar(
            name,
            [new(BarPart.Cenote, text), new(BarPart.Managed, repeated + rest)],
            $"{Units.Bytes(Math.Round(total))}, text {Units.Bytes(Math.Round(text))}");
    }
}

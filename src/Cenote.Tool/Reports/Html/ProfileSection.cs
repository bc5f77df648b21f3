using Cenote.Tool.Advising;
using Cenote.Tool.Profile;
using Cenote.Tool.Results;

namespace Cenote.Tool.Reports.Html;

/// <summary>The section about the strings: facts, lengths, duplicates.</summary>
internal static class ProfileSection
{
    public static Fragment Write(MeasureReport report)
    {
        CorpusProfile profile = report.Profile;
        return Fragment.Of(
            $"""
            <section id="{Anchors.Profile}" aria-labelledby="profile-heading">
            <h2 id="profile-heading">Profile</h2>
            <dl class="facts">
            {Fact("Strings", Units.Count(profile.Count))}
            {Fact("Chars", Units.Count(profile.TotalChars))}
            {Fact("Shortest", Units.Count(profile.ShortestChars, "char"))}
            {Fact("Median", Units.Count(profile.MedianChars, "char"))}
            {Fact("99th percentile", Units.Count(profile.Percentile99Chars, "char"))}
            {Fact("Longest", Units.Count(profile.LongestChars, "char"))}
            {Fact("Up to 8 chars", Units.Percent(profile.ShareUpTo8Chars))}
            {Fact("Up to 32 chars", Units.Percent(profile.ShareUpTo32Chars))}
            {Fact("Up to 128 chars", Units.Percent(profile.ShareUpTo128Chars))}
            {Fact("All ASCII", Units.Percent(profile.AsciiShare))}
            {Fact($"Distinct{OfFile(profile)}", Units.Count(profile.DistinctOfFile()))}
            {Fact($"As managed strings{OfFile(profile)}", Units.Bytes(profile.BytesOfFile))}
            </dl>
            <div class="charts">
            {Histogram.Draw(profile)}{(profile.RepeatedStrings() > 0 ? Duplicates(profile).Draw() : Fragment.Empty)}
            </div>
            {(profile.RepeatedStrings() > 0 ? Fragment.Empty : Fragment.Of($"""<p class="note">No string repeats an earlier one.</p>"""))}
            {Table(profile)}{Conclusions([.. report.Advice.Where(item => item.Steps.Count == 0)])}
            </section>

            """);
    }

    /// <summary>Conclusions from the figures above.</summary>
    public static Fragment Conclusions(AdviceItem[] advice) => advice.Length == 0
        ? Fragment.Empty
        : Fragment.Of(
            $"""
            <div class="conclusions">
            {advice.Select(item => Fragment.Of($"<p class=\"conclusion\"><strong>{item.Topic}.</strong> {AdviceText.Whole(item)}</p>"))}
            </div>

            """);

    /// <summary>An entry of a list of facts.</summary>
    public static Fragment Fact(string name, string value) => Fragment.Of($"<div><dt>{name}</dt><dd>{value}</dd></div>");

    private static string OfFile(CorpusProfile profile) =>
        profile.StringsOfFile > profile.Count ? ", whole text" : string.Empty;

    private static BarChart Duplicates(CorpusProfile profile)
    {
        double strings = profile.RepeatedStrings();
        double memory = profile.RepeatedMemory();
        return new BarChart(
            "duplicates",
            "Strings that repeat an earlier string of the file",
            Fragment.Of(
                $"""<strong>Duplicates</strong> {Legend.Entry(BarPart.Cenote, "occurs first")} """
                + $"""{Legend.Entry(BarPart.Managed, "repeats an earlier string")}"""),
            [
                new Bar("Of the strings", Parts(strings), $"{Units.Percent(strings)} repeat"),
                new Bar(
                    "Of their memory",
                    Parts(memory),
                    $"{Units.Percent(memory)} repeats, {Units.Bytes(profile.RepeatedBytes())}"),
            ]);

        static BarPart[] Parts(double repeated) => [new(BarPart.Cenote, 1 - repeated), new(BarPart.Managed, repeated)];
    }

    private static Fragment Table(CorpusProfile profile) => DataTable.Write(
        "Lengths",
        profile.Lengths,
        new("Chars", Histogram.Range),
        new("Strings", bucket => Units.Count(bucket.Count)),
        new("Share", bucket => Units.Percent((double)bucket.Count / profile.Count)));
}

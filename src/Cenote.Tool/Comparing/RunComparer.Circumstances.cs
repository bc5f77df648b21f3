using System.Globalization;
using System.Text.RegularExpressions;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Results;

namespace Cenote.Tool.Comparing;

/// <content>Differences between the runs that may explain different figures.</content>
internal static partial class RunComparer
{
    private const string Rounds = "Rounds";

    // The number of rounds that fit in the time limit varies by chance, but by less than this factor.
    private const int NotableFactorOfRounds = 2;

    /// <summary>
    /// Whether two reports are of the same text, split in the same way. False without a fingerprint.
    /// </summary>
    public static bool IsSameText(MeasureReport before, MeasureReport after) =>
        before.Profile.Whole?.Fingerprint is ulong fingerprint
        && (fingerprint, before.Input.By) == (after.Profile.Whole?.Fingerprint, after.Input.By);

    private static List<Circumstance> Differences(MeasureReport before, MeasureReport after, bool hasSameStrings)
    {
        (string Name, Func<MeasureReport, string> Read)[] circumstances =
        [
            ("Tool", report => report.Tool),
            ("Processor", report => report.Machine.Processor),
            ("Cores", report => report.Machine.Cores.ToString(CultureInfo.InvariantCulture)),
            ("Memory of the machine", report => Units.Bytes(report.Machine.MemoryBytes)),
            ("Operating system", report => report.Machine.OperatingSystem),
            ("Runtime", report => report.Machine.Runtime),
            ("Garbage collector", report => report.Machine.GarbageCollector),
            (Rounds, report => report.Rounds.ToString(CultureInfo.InvariantCulture)),
            ("Input", report => report.Input.Name),
            ("Split by", SplitOf),
            ("Strings in total", report => Units.Count(report.Input.TotalStrings)),
            ("Strings", report => Units.Count(report.Profile.Count)),
            ("Chars", report => Units.Count(report.Profile.TotalChars)),
            ("Strings held", report => report.Input.HeldStrings is { } held ? Units.Count(held) : "the sample"),
        ];
        List<Circumstance> differences =
        [
            .. circumstances
                .Select(circumstance => new Circumstance(circumstance.Name, circumstance.Read(before), circumstance.Read(after)))
                .Where(circumstance => circumstance.Before != circumstance.After)
                .Where(circumstance => circumstance.Name != Rounds || AreRoundsNotable(before, after)),
        ];
        bool isSameSize = before.Profile.Count == after.Profile.Count && before.Profile.TotalChars == after.Profile.TotalChars;
        if (!hasSameStrings && isSameSize)
        {
            differences.Add(new Circumstance("Text", "one text", "another text of the same size"));
        }

        return differences;
    }

    private static bool AreRoundsNotable(MeasureReport before, MeasureReport after) =>
        RoundsAskedFor.Match(before.Command).Value != RoundsAskedFor.Match(after.Command).Value
        || Math.Max(before.Rounds, after.Rounds) >= (long)NotableFactorOfRounds * Math.Min(before.Rounds, after.Rounds);

    private static string SplitOf(MeasureReport report) => report.Input.Delimiter switch
    {
        null => report.Input.By,
        "\t" => $"{report.Input.By}, delimiter tab",
        string delimiter => $"{report.Input.By}, delimiter '{delimiter}'",
    };

    private static bool HasSameStrings(
        MeasureReport before, MeasureReport after, (StepResult Before, StepResult After)[] pairs) =>
        IsSame(before.Profile, after.Profile)
        && pairs.All(pair => !HasAsManyStrings(before, after, pair) || HasSameChecksums(pair.Before, pair.After));

    private static bool HasAsManyStrings(MeasureReport before, MeasureReport after, (StepResult Before, StepResult After) pair) =>
        (pair.Before.Strings ?? before.Profile.Count) == (pair.After.Strings ?? after.Profile.Count);

    private static bool IsSame(CorpusProfile before, CorpusProfile after) =>
        before with { Lengths = after.Lengths } == after && before.Lengths.SequenceEqual(after.Lengths);

    private static bool HasSameChecksums(StepResult before, StepResult after) =>
        Pairs(before.Memory, after.Memory, memory => memory.Name).All(pair => pair.Before.Checksum == pair.After.Checksum);

    // The frequency of collections depends on the caches of the processor and on the number of heaps.
    private static bool HasSameCollector(MachineInfo before, MachineInfo after) =>
        (before.Processor, before.Cores, before.GarbageCollector) == (after.Processor, after.Cores, after.GarbageCollector);

    // The option is at the end of a command line, so a file name cannot be mistaken for it.
    [GeneratedRegex(@"(?<= --rounds )\d+\z", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1_000)]
    private static partial Regex RoundsAskedFor { get; }
}

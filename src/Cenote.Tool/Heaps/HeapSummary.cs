using System.Globalization;

namespace Cenote.Tool.Heaps;

/// <summary>Sentences shared by the terminal report and the page.</summary>
internal static class HeapSummary
{
    /// <summary>Explains the signs of <see cref="Saved"/>.</summary>
    public static string Signs(HeapReport report)
    {
        string shared = report.Places.Any(static place => place.SavedAsOne > 0) ? "shared, " : string.Empty;
        return $"Interned, {shared}ids, pooled keys: '-' means memory saved, '+' extra memory needed.";
    }

    // The same gigabyte as in the byte units of reports.
    private const double Gigabyte = 1L << 30;

    // Fixed costs dominate smaller copies, so a rate per byte would mislead.
    private const long SmallestRated = 100 << 20;

    /// <summary>The total saving and the place of the first recommendation, in one line.</summary>
    public static string Headline(HeapReport report)
    {
        HeapAdvice first = report.Advice[0];
        string heap = Units.Bytes(report.Bytes);
        long saved = report.Advice.Sum(static item => item.SavedBytes);
        long moved = report.Advice.Sum(static item => item.MovedBytes);
        return first switch
        {
            { Recommends: null } => $"No savings found in a heap of {heap}",
            { MovedBytes: > 0 } => $"{Units.Bytes(moved)} of {heap} can leave the managed heap{Part(first.MovedBytes, moved)}: {first.Place}",
            { HasOwner: false } => $"{Units.Bytes(saved)} of {heap} can be saved across several or unknown owners: {first.Place}",
            _ when saved == first.SavedBytes => $"{Units.Bytes(saved)} of {heap} can be saved in one place: {first.Place}",
            _ => $"{Units.Bytes(saved)} of {heap} can be saved{Part(first.SavedBytes, saved)}: {first.Place}",
        };

        static string Part(long first, long all) => first == all ? string.Empty : $", {Units.Bytes(first)} of it in one place";
    }

    /// <summary>The total saving; empty if there are fewer than two recommendations.</summary>
    public static string Sum(HeapReport report)
    {
        if (report.Advice.Count < 2)
        {
            return string.Empty;
        }

        long saved = report.Advice.Sum(static item => item.SavedBytes);
        long moved = report.Advice.Sum(static item => item.MovedBytes);
        string both = (saved, moved) switch
        {
            ( > 0, > 0) => $"saves {Units.Bytes(saved)} and takes {Units.Bytes(moved)} off the managed heap",
            (0, > 0) => $"takes {Units.Bytes(moved)} off the managed heap",
            _ => $"saves {Units.Bytes(saved)}",
        };
        return $"Together this {both}.";
    }

    /// <summary>The heap, its strings and how long the process was stopped, in one or two sentences.</summary>
    public static string Of(HeapReport report)
    {
        HeapStrings strings = report.Strings;
        double share = strings.Bytes == 0 ? 0 : (double)strings.RepeatedBytes / strings.Bytes;
        return $"{Units.Bytes(report.Bytes)} on the heap, {Units.Count(report.Objects)} objects; {Units.Count(strings.Count)} strings take "
            + $"{Units.Bytes(strings.Bytes)}, {Units.Bytes(strings.RepeatedBytes)} of it ({Units.Percent(share)}) repeat others.{Standstill(report.Target)}";
    }

    /// <summary>How long the process was stopped, and the parts of that time, with a leading space; empty if unknown.</summary>
    public static string Standstill(HeapTarget target)
    {
        if (target.StandstillSeconds is not { } seconds)
        {
            return string.Empty;
        }

        string parts = target is { CopySeconds: { } copying, CopiedBytes: { } bytes and > 0 }
            ? $": {Time(seconds - copying)} to attach and {Time(copying)} to copy {Units.Bytes(bytes)}"
                + (bytes >= SmallestRated ? $" ({Units.Number(copying * Gigabyte / bytes)} s/GB)" : string.Empty)
            : string.Empty;
        return $" Standstill {Time(seconds)}{parts}.";

        static string Time(double seconds) => Units.Time(seconds * 1e9);
    }

    /// <summary>Explains which strings the table counts, and which memory could not be read.</summary>
    public static string Scope(HeapReport report)
    {
        HeapStrings old = report.LongLivedStrings;
        return $"Below, the {Units.Count(old.Count)} old strings (generation 2, large and pinned objects): "
            + $"{Units.Bytes(old.Bytes)}, {Units.Bytes(old.RepeatedBytes)} repeated. A string counts for each place that refers to it."
            + Between(report)
            + Unread(report.MissingBytes, "its memory is missing")
            + Unread(report.UnreadBytes - report.MissingBytes, "it follows an object whose type the runtime does not know");

        static string Unread(long bytes, string reason) =>
            bytes > 0 ? $" {Units.Bytes(bytes)} of the heap could not be read: {reason}." : string.Empty;
    }

    // The additional saving if places share strings; recommendations about single places do not include it.
    private static string Between(HeapReport report) => report.RepeatedBetweenPlacesBytes
        >= Math.Max(HeapRules.NotableBytes, HeapRules.NotableShare * report.Bytes)
        ? $" At least {Units.Bytes(report.RepeatedBetweenPlacesBytes)} repeats strings of another place, where the two could share them."
        : string.Empty;

    /// <summary>Saved bytes with -, additional bytes with +.</summary>
    public static string Saved(long? bytes) => bytes switch
    {
        null => string.Empty,
        0 => "0 B",
        < 0 => $"+{Units.Bytes(-bytes.Value)}",
        _ => $"-{Units.Bytes(bytes.Value)}",
    };

    /// <summary>A string on one line: invisible characters become dots.</summary>
    public static string Line(string text) => string.Create(text.Length, text, static (line, from) =>
    {
        for (int i = 0; i < line.Length; i++)
        {
            line[i] = IsUnseen(from[i]) ? '·' : from[i];
        }
    });

    // Format characters include those that change the direction of text.
    private static bool IsUnseen(char c) => char.GetUnicodeCategory(c) is UnicodeCategory.Control or UnicodeCategory.Surrogate
        or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator;
}

using System.Globalization;
using Cenote.Tool.Input;
using Cenote.Tool.Sections;

namespace Cenote.Tool.CommandLine;

/// <summary>Formats the settings of a measurement as the command line that repeats it.</summary>
internal static class CommandText
{
    /// <summary>
    /// The command line with every setting that affects the results. Files are named
    /// without their folders, as in all reports.
    /// </summary>
    public static string Of(MeasureSettings settings)
    {
        List<string> words = ["cenote", "measure"];
        foreach (string path in settings.Paths)
        {
            words.Add(path == "-" ? path : ShellWord.OfFile(Path.GetFileName(Path.TrimEndingDirectorySeparator(path))));
        }

        if (settings.IsFull)
        {
            words.Add("--full");
        }

        if (settings.By != SplitBy.Line)
        {
            words.AddRange("--by", settings.By.ToString().ToLowerInvariant());
        }

        if (settings.By == SplitBy.Field)
        {
            words.AddRange("--delimiter", settings.Delimiter == '\t' ? "tab" : ShellWord.Of(settings.Delimiter.ToString()));
        }

        if (settings.By == SplitBy.Field && settings.Quotes is { } quotes)
        {
            words.AddRange("--quotes", quotes.ToString().ToLowerInvariant());
        }

        if (settings.Limit is int limit)
        {
            words.AddRange("--limit", limit.ToString(CultureInfo.InvariantCulture));
        }

        if (settings.Sections.Count < SectionList.All.Count)
        {
            words.AddRange("--only", string.Join(',', settings.Sections.Select(section => section.Name)));
        }

        if (settings.RequestedRounds is int rounds)
        {
            words.AddRange("--rounds", rounds.ToString(CultureInfo.InvariantCulture));
        }

        return string.Join(' ', words);
    }
}

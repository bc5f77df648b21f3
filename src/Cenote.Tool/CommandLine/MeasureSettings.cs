using Cenote.IO;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.CommandLine;

/// <summary>What <c>cenote measure</c> was asked for, with every option resolved.</summary>
internal sealed record MeasureSettings
{
    /// <summary>Files and folders; "-" for standard input; none for the sample.</summary>
    public IReadOnlyList<string> Paths { get; init; } = [];

    /// <summary>
    /// Whether to answer all questions within a minute: the verdict on all strings, the others on a small sample.
    /// </summary>
    public bool IsQuick { get; init; }

    /// <summary>Whether the terminal is to show all tables.</summary>
    public bool IsFull { get; init; }

    /// <summary>A report to draw the change from; null for none.</summary>
    public string? BaselinePath { get; init; }

    /// <summary>Whether to draw the change from a report of different text, too.</summary>
    public bool IsForced { get; init; }

    public SplitBy By { get; init; } = SplitBy.Line;

    public char Delimiter { get; init; } = ',';

    /// <inheritdoc cref="CorpusSource.Quotes"/>
    public Utf8Quoting? Quotes { get; init; }

    /// <summary>
    /// How many strings to take at most, sampled if there are more; null for ten million for the verdict, and
    /// <see cref="MaxStrings"/> for everything else.
    /// </summary>
    public int? Limit { get; init; }

    /// <summary>Where to write the HTML report; "-" for standard output, null for nowhere.</summary>
    public string? HtmlPath { get; init; }

    /// <summary>Where to write the JSON report; "-" for standard output, null for nowhere.</summary>
    public string? JsonPath { get; init; }

    public IReadOnlyList<ISection> Sections { get; init; } = SectionList.All;

    /// <summary>The rounds asked for; null if the tool chooses them.</summary>
    public int? RequestedRounds { get; init; }

    public int Rounds => RequestedRounds ?? DefaultRounds;

    public const int DefaultRounds = 5;

    /// <summary>
    /// Default maximum of strings for all steps except holding: their cost per string does not depend on the number of strings.
    /// </summary>
    public const int MaxStrings = 250_000;

    /// <summary>Default maximum of strings for these steps in a quick run.</summary>
    public const int MaxQuickStrings = 20_000;

    /// <summary>Default maximum of chars for these steps.</summary>
    public const long MaxChars = 25_000_000;

    /// <summary>Default rounds of these steps in a quick run, each in a process of its own.</summary>
    public const int QuickRounds = 2;

    /// <summary>Below this no verdict would be worth its name.</summary>
    public const int MinRounds = 3;

    public const int MaxRounds = 99;
}

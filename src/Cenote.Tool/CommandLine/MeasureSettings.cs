using Cenote.IO;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.CommandLine;

/// <summary>The settings of <c>cenote measure</c>.</summary>
internal sealed record MeasureSettings
{
    /// <summary>Files and folders; "-" for standard input; none for the sample.</summary>
    public IReadOnlyList<string> Paths { get; init; } = [];

    /// <summary>
    /// Whether to measure more strings and rounds for narrower intervals, and to show all tables. The verdict covers the same
    /// strings either way.
    /// </summary>
    public bool IsFull { get; init; }

    /// <summary>An earlier report to show the change from; null for none.</summary>
    public string? BaselinePath { get; init; }

    /// <summary>Whether to show the change from a report of different text anyway.</summary>
    public bool IsForced { get; init; }

    public SplitBy By { get; init; } = SplitBy.Line;

    public char Delimiter { get; init; } = ',';

    /// <inheritdoc cref="CorpusSource.Quotes"/>
    public Utf8Quoting? Quotes { get; init; }

    /// <summary>
    /// The maximum number of strings, sampled if there are more; null for up to ten million in the verdict and
    /// <see cref="MaxSampled"/> otherwise.
    /// </summary>
    public int? Limit { get; init; }

    /// <summary>The path of the HTML report; "-" for standard output, null for none.</summary>
    public string? HtmlPath { get; init; }

    /// <summary>The path of the JSON report; "-" for standard output, null for none.</summary>
    public string? JsonPath { get; init; }

    public IReadOnlyList<ISection> Sections { get; init; } = SectionList.All;

    /// <summary>The requested number of rounds; null if the tool chooses it.</summary>
    public int? RequestedRounds { get; init; }

    /// <summary>The maximum number of rounds of the verdict. Fewer are run if time runs out and no number was requested.</summary>
    public int Rounds => RequestedRounds ?? DefaultRounds;

    /// <summary>The number of rounds of everything else, each in a separate process.</summary>
    public int OtherRounds => RequestedRounds ?? (IsFull ? DefaultRounds : DefaultOtherRounds);

    /// <summary>The default maximum number of strings for everything but the verdict.</summary>
    public int MaxSampled => IsFull ? MaxStrings : MaxSampledStrings;

    public const int DefaultRounds = 5;

    /// <summary>Default rounds of everything but the verdict, unless the run is full.</summary>
    public const int DefaultOtherRounds = 2;

    /// <summary>Default maximum number of strings for everything but the verdict, in a full run.</summary>
    public const int MaxStrings = 250_000;

    /// <summary>Default maximum number of strings for everything but the verdict, in a default run.</summary>
    public const int MaxSampledStrings = 20_000;

    /// <summary>Default maximum number of chars for everything but the verdict.</summary>
    public const long MaxChars = 25_000_000;

    /// <summary>The minimum of <c>--rounds</c>.</summary>
    public const int MinRounds = 3;

    public const int MaxRounds = 99;
}

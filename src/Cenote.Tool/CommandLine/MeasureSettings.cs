using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.CommandLine;

/// <summary>What <c>cenote measure</c> was asked for, with every option resolved.</summary>
internal sealed record MeasureSettings
{
    /// <summary>The file; "-" for standard input, null for the sample.</summary>
    public string? Path { get; init; }

    public SplitBy By { get; init; } = SplitBy.Line;

    public char Delimiter { get; init; } = ',';

    /// <summary>
    /// How many strings to take at most, sampled if there are more; null for what can be measured in a short time.
    /// </summary>
    public int? Limit { get; init; }

    /// <summary>Where to write the HTML report; null for nowhere.</summary>
    public string? HtmlPath { get; init; }

    /// <summary>Where to write the JSON report; null for nowhere.</summary>
    public string? JsonPath { get; init; }

    public IReadOnlyList<ISection> Sections { get; init; } = SectionList.All;

    public int Rounds { get; init; } = DefaultRounds;

    public const int DefaultRounds = 9;

    /// <summary>Below this no verdict would be worth its name.</summary>
    public const int FewestRounds = 7;

    public const int MostRounds = 99;
}

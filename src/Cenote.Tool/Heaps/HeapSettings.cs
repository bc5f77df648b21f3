namespace Cenote.Tool.Heaps;

/// <summary>What <c>cenote heap</c> was asked for.</summary>
internal sealed record HeapSettings
{
    public const int DefaultTop = 10;

    public const int MaxTop = 1_000;

    public const int MaxStandstillSeconds = 3_600;

    /// <summary>The id of a process, or a dump.</summary>
    public required string Target { get; init; }

    /// <summary>Whether to read the process while it stands still, without a dump.</summary>
    public bool IsLive { get; init; }

    /// <summary>Whether to take a dump even where the process could be read.</summary>
    public bool IsDump { get; init; }

    /// <summary>How long the process may stand still; null for as long as it takes.</summary>
    public TimeSpan? LongestStandstill { get; init; }

    /// <summary>How many places and texts to show.</summary>
    public int Top { get; init; } = DefaultTop;

    /// <summary>Whether texts are shown.</summary>
    public bool ShowTexts { get; init; }

    /// <summary>Whether strings of the worst places are measured with.</summary>
    public bool Measures { get; init; }

    /// <summary>Whether the process may stand still for long without a question.</summary>
    public bool IsAgreed { get; init; }

    /// <summary>An earlier report to compare with; null for none.</summary>
    public string? AgainstPath { get; init; }

    /// <summary>Where to keep the dump; null for nowhere.</summary>
    public string? KeepPath { get; init; }

    /// <summary>The library that reads the runtime; null for the one beside it.</summary>
    public string? DacPath { get; init; }

    /// <summary>Where to write the HTML report; null for nowhere.</summary>
    public string? HtmlPath { get; init; }

    /// <summary>Where to write the JSON report; null for nowhere.</summary>
    public string? JsonPath { get; init; }
}

namespace Cenote.Tool.Heaps;

/// <summary>The options of <c>cenote heap</c>.</summary>
internal sealed record HeapSettings
{
    public const int DefaultTop = 10;

    public const int MaxTop = 1_000;

    public const int MaxStandstillSeconds = 3_600;

    /// <summary>The id of a process, or a dump.</summary>
    public required string Target { get; init; }

    /// <summary>Whether to copy the heap while the process is suspended, without a dump.</summary>
    public bool IsLive { get; init; }

    /// <summary>Whether to take a dump even if the heap could be copied.</summary>
    public bool IsDump { get; init; }

    /// <summary>The maximum time for which the process may be suspended; null for no limit.</summary>
    public TimeSpan? LongestStandstill { get; init; }

    /// <summary>The number of places and strings to show.</summary>
    public int Top { get; init; } = DefaultTop;

    /// <summary>Whether to show strings of the process.</summary>
    public bool ShowTexts { get; init; }

    /// <summary>Whether to measure with strings from places with a recommendation.</summary>
    public bool Measures { get; init; }

    /// <summary>Whether to suspend the process for a long time without asking.</summary>
    public bool IsAgreed { get; init; }

    /// <summary>An earlier report to compare with; null for none.</summary>
    public string? AgainstPath { get; init; }

    /// <summary>The path at which to keep the dump; null to delete it.</summary>
    public string? KeepPath { get; init; }

    /// <summary>The path of the data access library (DAC) of the runtime; null for the one in the folder of the runtime.</summary>
    public string? DacPath { get; init; }

    /// <summary>The path of the HTML report; null for none.</summary>
    public string? HtmlPath { get; init; }

    /// <summary>The path of the JSON report; null for none.</summary>
    public string? JsonPath { get; init; }
}

namespace Cenote.Benchmarks.Strings;

/// <summary>The published patterns.</summary>
public enum Pattern
{
    /// <summary>N strings that are all live together, then freed.</summary>
    Bulk,

    /// <summary>N strings, of which three are live at a time.</summary>
    Interleaved,
}

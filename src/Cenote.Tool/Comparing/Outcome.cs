namespace Cenote.Tool.Comparing;

/// <summary>What became of a figure from one run to the other.</summary>
internal enum Outcome
{
    /// <summary>The noise, or less than is worth a word, explains the difference.</summary>
    Unchanged,

    /// <summary>Less of it: time, memory, allocation or collections.</summary>
    Better,

    /// <summary>More of it.</summary>
    Worse,
}

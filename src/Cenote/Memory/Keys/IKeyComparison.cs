namespace Cenote.Memory.Keys;

/// <summary>When a cell holds a key.</summary>
internal unsafe interface IKeyComparison
{
    /// <summary>Whether a cell holds a key.</summary>
    /// <param name="cell">The cell.</param>
    /// <param name="textOffset">Where its text is.</param>
    /// <param name="key">The key.</param>
    /// <param name="wideHeader">The header that the cell has if it holds the key in UTF-16.</param>
    static abstract bool Matches(KeyCell* cell, int textOffset, ReadOnlySpan<char> key, ulong wideHeader);
}

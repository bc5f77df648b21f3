namespace Cenote.Memory.Keys;

/// <summary>A key to look up.</summary>
internal unsafe interface ISearchKey
{
    /// <summary>Whether a cell holds this key.</summary>
    /// <param name="cell">The cell.</param>
    /// <param name="textOffset">The offset of the key data in cells.</param>
    bool Matches(KeyCell* cell, int textOffset);
}

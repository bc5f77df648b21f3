namespace Cenote.Memory.Keys;

/// <summary>A key that is looked for.</summary>
internal unsafe interface ISoughtKey
{
    /// <summary>Whether a cell holds it.</summary>
    /// <param name="cell">The cell.</param>
    /// <param name="textOffset">Where its text is.</param>
    bool IsIn(KeyCell* cell, int textOffset);
}

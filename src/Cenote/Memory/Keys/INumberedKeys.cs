namespace Cenote.Memory.Keys;

/// <summary>Strings that are identified by numbers.</summary>
internal interface INumberedKeys
{
    /// <summary>The number of chars or bytes in a piece.</summary>
    static abstract int UnitsPerPiece { get; }

    /// <summary>The piece of a string that begins at this depth, in chars or bytes.</summary>
    ulong PieceOf(uint number, int depth);

    /// <summary>The number of chars or bytes that two strings share from a depth on, compared in whole pieces.</summary>
    int CommonUnits(uint first, uint second, int depth);
}

namespace Cenote.Arenas;

/// <summary>
/// Moves the bits of a word that a mask selects to the low end, in order (PEXT), and back (PDEP).
/// </summary>
/// <typeparam name="TSelf">The extractor.</typeparam>
internal interface IBitExtractor<TSelf>
    where TSelf : struct, IBitExtractor<TSelf>
{
    static abstract TSelf For(ulong mask);

    ulong Extract(ulong word);

    /// <summary>The inverse of <see cref="Extract"/>: bits outside the mask are zero.</summary>
    ulong Deposit(ulong bits);
}

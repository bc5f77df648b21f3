namespace Cenote.Arenas;

/// <summary>Moves the bits of a word that a mask selects to the low end, in their order, and back.</summary>
/// <typeparam name="TSelf">The extractor.</typeparam>
internal interface IBitExtractor<TSelf>
    where TSelf : struct, IBitExtractor<TSelf>
{
    static abstract TSelf For(ulong mask);

    ulong Extract(ulong word);

    /// <summary>What <see cref="Extract"/> makes the low bits of; all bits outside the mask are zeros.</summary>
    ulong Deposit(ulong bits);
}

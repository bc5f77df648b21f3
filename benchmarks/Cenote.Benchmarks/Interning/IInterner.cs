namespace Cenote.Benchmarks.Interning;

/// <summary>Something that keeps one string for each text. Implemented by structs, so that the JIT compiler makes a loop of its own for each.</summary>
internal interface IInterner<TSelf>
    where TSelf : struct, IInterner<TSelf>
{
    /// <summary>Makes an empty one.</summary>
    /// <param name="distinct">How many texts there will be, for those that must be told.</param>
    static abstract TSelf Create(int distinct);

    string Intern(ReadOnlySpan<char> text);
}

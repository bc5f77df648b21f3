namespace Cenote.Benchmarks.Buffers.Builders;

/// <summary>A way to build a text in a method.</summary>
internal interface IBuilder
{
    /// <summary>Builds a text of so many chars of words and spaces; returns something that depends on it.</summary>
    static abstract int Build(int length, string word);
}

using Cenote.Interning;

namespace Cenote.Benchmarks.Interning.Interners;

/// <summary>Ours that keeps every string.</summary>
internal readonly struct ExactInterner(StringInterner interner) : IInterner<ExactInterner>
{
    public static ExactInterner Create(int distinct) => new(new StringInterner());

    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);
}

using Cenote.Interning;

namespace Cenote.Benchmarks.Interning.Interners;

/// <summary>Ours with a capacity: twice the texts, as its documentation says.</summary>
internal readonly struct BoundedInterner(BoundedStringInterner interner) : IInterner<BoundedInterner>
{
    public static BoundedInterner Create(int distinct) => new(new BoundedStringInterner(2 * distinct));

    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);
}

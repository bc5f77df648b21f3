using Cenote.Interning;

namespace Cenote.Benchmarks.Interning.Interners;

/// <summary>Ours that lets strings go.</summary>
internal readonly struct WeakInterner(WeakStringInterner interner) : IInterner<WeakInterner>
{
    public static WeakInterner Create(int distinct) => new(new WeakStringInterner());

    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);
}

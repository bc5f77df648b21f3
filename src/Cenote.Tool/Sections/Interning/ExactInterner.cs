using Cenote.Interning;

namespace Cenote.Tool.Sections.Interning;

/// <summary>An interner that keeps every text.</summary>
internal readonly struct ExactInterner(StringInterner interner) : IInterner
{
    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);

    public void Dispose()
    {
        // The collector does.
    }
}

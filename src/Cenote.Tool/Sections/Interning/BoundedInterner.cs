using Cenote.Interning;

namespace Cenote.Tool.Sections.Interning;

/// <summary>An interner that keeps so many texts and lets go of those that nobody asked for lately.</summary>
internal readonly struct BoundedInterner(BoundedStringInterner interner) : IInterner
{
    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);

    public void Dispose()
    {
        // The collector does.
    }
}

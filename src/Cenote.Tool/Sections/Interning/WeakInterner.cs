using Cenote.Interning;

namespace Cenote.Tool.Sections.Interning;

/// <summary>An interner that keeps a text for as long as something else does.</summary>
internal readonly struct WeakInterner(WeakStringInterner interner) : IInterner
{
    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);

    // Handles that waited for a finalizer would be a burden to the collector in the turns of all others.
    public void Dispose() => interner.Clear();
}

namespace Cenote.Tool.Sections.Interning;

/// <summary>The table of the runtime, which needs a string to begin with, and keeps it for as long as the process lives.</summary>
internal readonly struct RuntimeInterner : IInterner
{
    public string Intern(ReadOnlySpan<char> text) => string.Intern(new string(text));

    public void Dispose()
    {
        // Nothing can be taken out of that table.
    }
}

namespace Cenote.Tool.Sections.Interning;

/// <summary>A set of the framework, by its look-up for spans: what a program on one thread can do by itself.</summary>
internal readonly struct SetInterner(HashSet<string> set) : IInterner
{
    private readonly HashSet<string>.AlternateLookup<ReadOnlySpan<char>> _spans = set.GetAlternateLookup<ReadOnlySpan<char>>();

    public string Intern(ReadOnlySpan<char> text)
    {
        if (_spans.TryGetValue(text, out string? interned))
        {
            return interned;
        }

        string made = new(text);
        set.Add(made);
        return made;
    }

    public void Dispose()
    {
        // The collector does.
    }
}

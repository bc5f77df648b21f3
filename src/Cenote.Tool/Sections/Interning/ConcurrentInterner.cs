using System.Collections.Concurrent;

namespace Cenote.Tool.Sections.Interning;

/// <summary>The concurrent dictionary of the framework, by its look-up for spans.</summary>
internal readonly struct ConcurrentInterner(ConcurrentDictionary<string, string> dictionary) : IInterner
{
    private readonly ConcurrentDictionary<string, string>.AlternateLookup<ReadOnlySpan<char>> _spans =
        dictionary.GetAlternateLookup<ReadOnlySpan<char>>();

    public string Intern(ReadOnlySpan<char> text)
    {
        if (_spans.TryGetValue(text, out string? interned))
        {
            return interned;
        }

        string made = new(text);
        return dictionary.GetOrAdd(made, made);
    }

    public void Dispose()
    {
        // The collector does.
    }
}

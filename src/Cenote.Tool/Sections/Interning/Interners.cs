using System.Collections.Concurrent;
using Cenote.Interning;

namespace Cenote.Tool.Sections.Interning;

/// <summary>
/// One string for each distinct text. Implemented by structs, so that the loops over a generic argument are compiled for each
/// of them alone and call nothing virtually.
/// </summary>
internal interface IInterner : IDisposable
{
    /// <summary>The string of a text.</summary>
    string Intern(ReadOnlySpan<char> text);
}

/// <summary>
/// The table of the runtime, which needs a string to begin with, and keeps it for as long as the process lives.
/// </summary>
internal readonly struct RuntimeInterner : IInterner
{
    public string Intern(ReadOnlySpan<char> text) => string.Intern(new string(text));

    public void Dispose()
    {
        // Nothing can be taken out of that table.
    }
}

/// <summary>A set of the framework, by its lookup for spans: what a program on one thread can do by itself.</summary>
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

/// <summary>The concurrent dictionary of the framework, by its lookup for spans.</summary>
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

/// <summary>An interner that keeps every text.</summary>
internal readonly struct ExactInterner(StringInterner interner) : IInterner
{
    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);

    public void Dispose()
    {
        // The collector does.
    }
}

/// <summary>An interner that keeps so many texts and lets go of those that nobody asked for lately.</summary>
internal readonly struct BoundedInterner(BoundedStringInterner interner) : IInterner
{
    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);

    public void Dispose()
    {
        // The collector does.
    }
}

/// <summary>An interner that keeps a text for as long as something else does.</summary>
internal readonly struct WeakInterner(WeakStringInterner interner) : IInterner
{
    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);

    // Handles that waited for a finalizer would be a burden to the collector in the turns of all others.
    public void Dispose() => interner.Clear();
}

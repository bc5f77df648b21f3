using System.Collections.Concurrent;
using Cenote.Interning;

namespace Cenote.Tool.Sections.Interning;

/// <summary>
/// One instance per distinct string. Implemented by structs, so that generic loops are compiled for each struct separately and
/// make no virtual calls.
/// </summary>
internal interface IInterner : IDisposable
{
    /// <summary>The shared string equal to a span.</summary>
    string Intern(ReadOnlySpan<char> text);
}

/// <summary>
/// string.Intern: the table of the runtime, which needs a managed string first, and keeps it until the process ends.
/// </summary>
internal readonly struct RuntimeInterner : IInterner
{
    public string Intern(ReadOnlySpan<char> text) => string.Intern(new string(text));

    public void Dispose()
    {
        // Strings cannot be removed from that table.
    }
}

/// <summary>A HashSet of strings, looked up by span: an interner for programs with one thread.</summary>
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
        // Managed memory: nothing to release.
    }
}

/// <summary>The concurrent dictionary of .NET, looked up by span.</summary>
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
        // Managed memory: nothing to release.
    }
}

/// <summary>An interner that keeps every string.</summary>
internal readonly struct ExactInterner(StringInterner interner) : IInterner
{
    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);

    public void Dispose()
    {
        // Managed memory: nothing to release.
    }
}

/// <summary>An interner that keeps up to N strings and evicts those not used recently.</summary>
internal readonly struct BoundedInterner(BoundedStringInterner interner) : IInterner
{
    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);

    public void Dispose()
    {
        // Managed memory: nothing to release.
    }
}

/// <summary>An interner that keeps a string while something else refers to it.</summary>
internal readonly struct WeakInterner(WeakStringInterner interner) : IInterner
{
    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);

    // Handles that wait for a finalizer would slow the GC while other contenders run.
    public void Dispose() => interner.Clear();
}

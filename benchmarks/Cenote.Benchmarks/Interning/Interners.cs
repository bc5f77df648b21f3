using System.Collections.Concurrent;
using Cenote.Interning;
using CommunityToolkit.HighPerformance.Buffers;

namespace Cenote.Benchmarks.Interning;

/// <summary>
/// Something that keeps one string for each text. Implemented by structs, so that the JIT
/// compiler makes a loop of its own for each.
/// </summary>
internal interface IInterner<TSelf>
    where TSelf : struct, IInterner<TSelf>
{
    /// <summary>Makes an empty one.</summary>
    /// <param name="distinct">How many texts there will be, for those that must be told.</param>
    static abstract TSelf Create(int distinct);

    string Intern(ReadOnlySpan<char> text);
}

/// <summary>The concurrent dictionary of the framework, by its lookup for spans.</summary>
internal readonly struct DictionaryInterner(ConcurrentDictionary<string, string> dictionary) : IInterner<DictionaryInterner>
{
    private readonly ConcurrentDictionary<string, string>.AlternateLookup<ReadOnlySpan<char>> _spans =
        dictionary.GetAlternateLookup<ReadOnlySpan<char>>();

    public static DictionaryInterner Create(int distinct) =>
        new(new ConcurrentDictionary<string, string>(StringComparer.Ordinal));

    public string Intern(ReadOnlySpan<char> text)
    {
        if (_spans.TryGetValue(text, out string? interned))
        {
            return interned;
        }

        string made = text.ToString();
        return dictionary.GetOrAdd(made, made);
    }
}

/// <summary>A hash set of the framework under a lock, by its lookup for spans.</summary>
internal readonly struct LockedSetInterner(HashSet<string> set) : IInterner<LockedSetInterner>
{
    private readonly HashSet<string>.AlternateLookup<ReadOnlySpan<char>> _spans = set.GetAlternateLookup<ReadOnlySpan<char>>();
    private readonly Lock _gate = new();

    public static LockedSetInterner Create(int distinct) => new(new HashSet<string>(StringComparer.Ordinal));

    public string Intern(ReadOnlySpan<char> text)
    {
        lock (_gate)
        {
            if (_spans.TryGetValue(text, out string? interned))
            {
                return interned;
            }

            string made = text.ToString();
            set.Add(made);
            return made;
        }
    }
}

/// <summary>The table of the runtime, which needs a string to begin with and keeps every one for ever.</summary>
internal readonly struct RuntimeInterner : IInterner<RuntimeInterner>
{
    public static RuntimeInterner Create(int distinct) => default;

    public string Intern(ReadOnlySpan<char> text) => string.Intern(text.ToString());
}

/// <summary>The interner of MSBuild, one for the process.</summary>
internal readonly struct BuildInterner : IInterner<BuildInterner>
{
    public static BuildInterner Create(int distinct) => default;

    public string Intern(ReadOnlySpan<char> text) => Microsoft.NET.StringTools.Strings.WeakIntern(text);
}

/// <summary>The pool of the .NET Community Toolkit, with twice the places that the texts need.</summary>
internal readonly struct ToolkitInterner(StringPool pool) : IInterner<ToolkitInterner>
{
    public static ToolkitInterner Create(int distinct) => new(new StringPool(2 * distinct));

    public string Intern(ReadOnlySpan<char> text) => pool.GetOrAdd(text);
}

/// <summary>Ours that keeps every string.</summary>
internal readonly struct ExactInterner(StringInterner interner) : IInterner<ExactInterner>
{
    public static ExactInterner Create(int distinct) => new(new StringInterner());

    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);
}

/// <summary>Ours that lets strings go.</summary>
internal readonly struct WeakInterner(WeakStringInterner interner) : IInterner<WeakInterner>
{
    public static WeakInterner Create(int distinct) => new(new WeakStringInterner());

    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);
}

/// <summary>Ours with a capacity: twice the texts, as its documentation says.</summary>
internal readonly struct BoundedInterner(BoundedStringInterner interner) : IInterner<BoundedInterner>
{
    public static BoundedInterner Create(int distinct) => new(new BoundedStringInterner(2 * distinct));

    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);
}

using System.Collections.Concurrent;
using Cenote.Interning;
using CommunityToolkit.HighPerformance.Buffers;

namespace Cenote.Benchmarks.Interning;

/// <summary>Keeps one instance of equal strings. Implemented by structs, so that the JIT compiles a separate loop for
/// each.</summary>
internal interface IInterner<TSelf>
    where TSelf : struct, IInterner<TSelf>
{
    /// <summary>Creates an empty interner.</summary>
    /// <param name="distinct">The expected number of distinct strings, for interners with a fixed capacity.</param>
    static abstract TSelf Create(int distinct);

    string Intern(ReadOnlySpan<char> text);
}

/// <summary>The .NET concurrent dictionary, looked up by span.</summary>
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

/// <summary>A .NET hash set under a lock, looked up by span.</summary>
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

/// <summary>The runtime's intern table, which needs a string to look up and keeps every string.</summary>
internal readonly struct RuntimeInterner : IInterner<RuntimeInterner>
{
    public static RuntimeInterner Create(int distinct) => default;

    public string Intern(ReadOnlySpan<char> text) => string.Intern(text.ToString());
}

/// <summary>MSBuild's interner, one per process.</summary>
internal readonly struct BuildInterner : IInterner<BuildInterner>
{
    public static BuildInterner Create(int distinct) => default;

    public string Intern(ReadOnlySpan<char> text) => Microsoft.NET.StringTools.Strings.WeakIntern(text);
}

/// <summary>The pool of the .NET Community Toolkit, with capacity for twice the number of strings.</summary>
internal readonly struct ToolkitInterner(StringPool pool) : IInterner<ToolkitInterner>
{
    public static ToolkitInterner Create(int distinct) => new(new StringPool(2 * distinct));

    public string Intern(ReadOnlySpan<char> text) => pool.GetOrAdd(text);
}

/// <summary>Cenote's interner that keeps every string.</summary>
internal readonly struct ExactInterner(StringInterner interner) : IInterner<ExactInterner>
{
    public static ExactInterner Create(int distinct) => new(new StringInterner());

    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);
}

/// <summary>Cenote's interner that holds strings weakly.</summary>
internal readonly struct WeakInterner(WeakStringInterner interner) : IInterner<WeakInterner>
{
    public static WeakInterner Create(int distinct) => new(new WeakStringInterner());

    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);
}

/// <summary>Cenote's interner with a capacity of twice the number of strings, as its documentation recommends.</summary>
internal readonly struct BoundedInterner(BoundedStringInterner interner) : IInterner<BoundedInterner>
{
    public static BoundedInterner Create(int distinct) => new(new BoundedStringInterner(2 * distinct));

    public string Intern(ReadOnlySpan<char> text) => interner.Intern(text);
}

using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text.Json.Nodes;

namespace Cenote.Heap.Victim;

/// <summary>Collections of each kind, each with its own strings; the constant is the number of strings in each.</summary>
[SuppressMessage("CodeQuality", "IDE0052", Justification = "The fields are read from outside, on the heap of the process.")]
public sealed class Shelves
{
    public const int Strings = 250;

    private static readonly Dictionary<string, int> s_static = Numbers();
    private static readonly ImmutableArray<string> s_staticStruct = [.. Texts()];

    private readonly string[] _array = Texts();
    private readonly List<string> _list = [.. Texts()];
    private readonly IList<string> _interface = new ReadOnlyCollection<string>(Texts());
    private readonly object _object = new Stack<string>(Texts());
    private readonly object _boxed = new KeyValuePair<int, string[]>(1, Texts());
    private readonly List<List<string>> _lists = [.. Texts().Chunk(10).Select(texts => texts.ToList())];
    private readonly List<(int Number, string Text)> _tuples = [.. Texts().Select((text, i) => (i, text))];
    private readonly (string[] Texts, int Number) _tuple = (Texts(), 1);
    private readonly Tuple<string, int>[] _tupleObjects = [.. Texts().Select(Tuple.Create<string, int>)];
    private readonly Queue<string> _queue = new(Texts());
    private readonly SortedSet<string> _sorted = new(Texts(), StringComparer.Ordinal);
    private readonly SortedDictionary<int, string> _sortedValues = new(Values());
    private readonly LinkedList<string> _linked = new(Texts());
    private readonly List<LinkedList<string>> _linkedLists = [.. Texts().Chunk(50).Select(texts => new LinkedList<string>(texts))];
    private readonly PriorityQueue<string, int> _priorities = new(Texts().Select((text, i) => (text, i)));
    private readonly ArrayList _untyped = new(Texts());
    private readonly ImmutableArray<string> _immutableArray = [.. Texts()];
    private readonly ImmutableList<string> _immutableList = [.. Texts()];
    private readonly ImmutableDictionary<int, string> _immutableValues = Values().ToImmutableDictionary();
    private readonly FrozenSet<string> _frozen = Texts().ToFrozenSet(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<int, string> _concurrentValues = new(Values());
    private readonly ConcurrentQueue<string> _concurrentQueue = new(Texts());
    private readonly ConcurrentBag<string> _concurrentBag = [.. Texts()];
    private readonly Lazy<string[]> _lazy = new(Texts());
    private readonly Task<string[]> _task = Task.FromResult(Texts());
    private readonly Func<int, string> _closure;
    private readonly Array _untypedArray = Texts();
    private readonly Task _untypedTask = Task.FromResult(Texts());
    private readonly OrderedDictionary<string, int> _ordered = new(Numbers());
    private readonly IReadOnlyList<string> _expression = [.. Texts()];
    private readonly JsonNode _json = Json();
    private readonly Row _row = Row.Of(Texts());
    private readonly Generic<string> _generic = new();
    private readonly Wide _wide = new() { Last = Texts() };

    // A delegate that refers to a list; the report attributes the list to the field _searched.
    private readonly Func<string, bool> _contains;
    private readonly List<string> _searched = [.. Texts()];

    // Every node refers back to its parent.
    private readonly List<object> _tree = [];
    private readonly Pair _pair = new(Texts(), 1);
    private readonly Headers _derived = [];

    // The same dictionary once for each of its keys: the list owns the dictionary and the keys.
    private readonly List<Dictionary<string, int>> _keysToo = [];

    public Shelves()
    {
        string[] captured = Texts();
        Generic<string>.Fill(Texts());
        GenericWithoutInstance<string>.Fill(Texts());
        _closure = i => captured[i];
        foreach (string text in Texts())
        {
            _derived.Add(text, 1);
        }

        _contains = _searched.Contains;
        List<object> parent = _tree;
        foreach (string[] texts in Texts().Chunk(25))
        {
            List<object> child = [parent, .. texts];
            parent.Add(child);
            parent = child;
        }

        Dictionary<string, int> numbers = Numbers();
        foreach (string _ in numbers.Keys)
        {
            _keysToo.Add(numbers);
        }
    }

    /// <summary>The number of strings in the static fields; reading this property initializes them.</summary>
    public static int StaticCount => s_static.Count + s_staticStruct.Length;

    /// <summary>An element of the tuple, so that the compiler sees a read of the field.</summary>
    public int Number => _tuple.Number;

    private static string[] Texts() =>
        [.. Enumerable.Range(0, Strings).Select(i => string.Create(CultureInfo.InvariantCulture, $"on a shelf {i}"))];

    private static Dictionary<string, int> Numbers() => Texts().Index().ToDictionary(text => text.Item, text => text.Index);

    // Every node refers back to its parent, and the keys are in the objects of an array.
    private static JsonArray Json() =>
        [.. Texts().Chunk(10).Select(static texts => new JsonObject(texts.Select(static text => KeyValuePair.Create(text, (JsonNode?)null))))];

    private static Dictionary<int, string> Values() => Texts().Index().ToDictionary(text => text.Index, text => text.Item);
}

/// <summary>An object larger than the read buffer, with a collection at its end.</summary>
public sealed class Wide
{
    private readonly Filling _first;
    private readonly Filling _second;

    public Wide() => (_first[0], _second[0]) = (1, 2);

    public string[]? Last { get; set; }

    /// <summary>A sum of the other two fields, so that the compiler sees a read of both.</summary>
    public long Sum => _first[0] + _second[0];

    [InlineArray(120_000)]
    private struct Filling
    {
        private long _element;
    }
}

/// <summary>Arrays in an inline array.</summary>
[InlineArray(Length)]
public struct Row
{
    private const int Length = 10;

    private string[] _element;

    public static Row Of(string[] texts)
    {
        var row = default(Row);
        foreach ((int index, string[] part) in texts.Chunk(texts.Length / Length).Index())
        {
            row[index] = part;
        }

        return row;
    }
}

/// <summary>A generic class with a static field. The process creates an instance of it.</summary>
[SuppressMessage("CodeQuality", "IDE0052", Justification = "The fields are read from outside, on the heap of the process.")]
public sealed class Generic<T>
{
    private static T[] s_items = [];

    internal static void Fill(T[] items) => s_items = items;
}

/// <summary>A generic class with a static field and no instance.</summary>
[SuppressMessage("CodeQuality", "IDE0052", Justification = "The fields are read from outside, on the heap of the process.")]
public static class GenericWithoutInstance<T>
{
    private static T[] s_items = [];

    internal static void Fill(T[] items) => s_items = items;
}

/// <summary>A struct of the program with a collection.</summary>
public readonly record struct Pair(string[] Texts, int Number);

/// <summary>A class of the program that is a collection.</summary>
public sealed class Headers : Dictionary<string, int>;

using System.Collections.Frozen;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Cenote.Heap.Victim;

/// <summary>Fields with collections of equal content, and some that only seem equal.</summary>
[SuppressMessage("CodeQuality", "IDE0052", Justification = "The fields are read from outside, on the heap of the process.")]
public sealed class Copies
{
    public const int Count = 12;
    public const int Entries = 50;
    public const int Contents = 3;
    public const int BlobBytes = 10_000;
    public const int HeldBlobs = 20;
    public const int LongLength = 140_000;

    private static readonly string[] s_shared = Texts("shared");
    private static readonly object[] s_objects = [.. s_shared.Select(_ => new object())];

    private readonly Dictionary<string, string>[] _own = Make(_ => Pairs());
    private readonly Dictionary<string, string>[] _sharedStrings = Make(_ => s_shared.ToDictionary(text => text));
    private readonly Dictionary<string, string>[] _severalContents = Make(i => Pairs(i % Contents));
    private readonly Dictionary<string, string>[] _unequalValue = Make(i => With(Pairs(), "key 7", Numbered("different", i)));
    private readonly Dictionary<string, string>[] _unequalValues = Make(i => Texts("key").ToDictionary(key => key, key => $"{key} of {i}"));
    private readonly Dictionary<string, string>[] _reordered = Make(Reordered);
    private readonly Dictionary<string, int>[] _numbers = Make(_ => Numbers());
    private readonly Dictionary<string, int>[] _unequalNumbers = Make(i => With(Numbers(), "key 7", -i));
    private readonly Dictionary<int, string>[] _byNumber = Make(ByNumber);
    private readonly Dictionary<string, object>[] _sameObjects = Make(_ => Texts("key").Zip(s_objects).ToDictionary());
    private readonly Dictionary<string, object>[] _otherObjects = Make(_ => Texts("key").ToDictionary(key => key, _ => new object()));
    private readonly Dictionary<string, string?>[] _nulls = Make(_ => Texts("key").ToDictionary(key => key, _ => (string?)null));
    private readonly HashSet<string>[] _sets = Make(i => new HashSet<string>(Reordered(i).Keys));
    private readonly Dictionary<string, int>[] _equalComparers = Make(_ => new Dictionary<string, int>(Numbers(), StringComparer.OrdinalIgnoreCase));
    private readonly Dictionary<string, int>[] _unequalComparers =
    [
        .. new[]
        {
            StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture, StringComparer.InvariantCultureIgnoreCase,
        }.Select(comparer => new Dictionary<string, int>(Numbers(), comparer)),
    ];

    private readonly Dictionary<int, string?>[] _unequalZeros = Make(WithZero)[..2];
    private readonly SortedList<string, string>[] _unequalSorted = Make(i => new SortedList<string, string>(Pairs(i), StringComparer.Ordinal));
    private readonly FrozenDictionary<string, string>[] _unequalFrozen = Make(i => Pairs(i).ToFrozenDictionary());
    private readonly FrozenSet<string>[] _unequalFrozenSets =
    [
        .. new[] { StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase }.Select(comparer => Texts("item").ToFrozenSet(comparer)),
    ];

    private readonly string[][,] _unequalShapes = [.. new[] { 1, 2, 5, 10, 25, 50 }.Select(Table)];
    private readonly List<string?>[] _unequalCounts = Make(WithNulls);
    private readonly Dictionary<string, byte[]> _oneBlob = Blobs(new byte[BlobBytes]);
    private readonly Dictionary<string, byte[]> _heldBlobs = Texts("key").Take(HeldBlobs).ToDictionary(key => key, _ => new byte[BlobBytes]);
    private readonly byte[] _blob;
    private readonly object _blobObject;
    private readonly byte[][] _blobs;
    private readonly Dictionary<int, byte[]> _blobsByNumber;
    private readonly Dictionary<string, byte[]> _twin = Texts("twin").Take(HeldBlobs).ToDictionary(key => key, _ => new byte[BlobBytes]);
    private readonly Dictionary<string, byte[]> _otherTwin;
    private readonly Queue<string>[] _rotated = Make(Rotated);
    private readonly List<string>[] _lists = Make(_ => Texts("item").ToList());
    private readonly string[][] _arrays = Make(_ => Texts("item"));
    private readonly string[][] _unequalOrder = Make(i => (string[])[.. Texts("item")[i..], .. Texts("item")[..i]]);
    private readonly string?[][] _unequalLength = Make(i => (string?[])[.. Texts("item"), .. new string?[i]]);
    private readonly string[][] _single = Make(_ => new[] { Numbered("item", 0) });
    private readonly List<(string, string)>[] _tuples = Make(_ => Pairs().Select(pair => (pair.Key, pair.Value)).ToList());
    private readonly string[][] _longArrays = Make(i => Enumerable.Range(0, LongLength).Select(j => s_shared[j % Entries]).ToArray())[..2];

    // Dictionaries of two types whose strings are in fields of the same struct.
    private readonly object[] _mixed =
    [
        .. Make(_ => Pairs().ToDictionary(pair => pair.Key, pair => (pair.Key, pair.Value))),
        .. Make(_ => Pairs().Concat(Pairs(1)).Concat(Pairs(2)).Index().ToDictionary(pair => pair.Index, pair => (pair.Item.Key, pair.Item.Value))),
    ];

    // Both fields contain the same strings, which stay alive if only one field is deduplicated.
    private readonly List<string>[] _crossLists = Make(_ => Texts("item").ToList());
    private readonly Dictionary<string, long>[] _crossTables;

    // Another field refers to every string of this field, so the strings stay.
    private readonly string[][] _held = Make(_ => Texts("item"));
    private readonly string[] _all;

    public Copies()
    {
        _otherTwin = new Dictionary<string, byte[]>(_twin);
        byte[][] blobs = [.. _heldBlobs.Values];
        _blob = blobs[0];
        _blobObject = blobs[1];
        _blobs = [blobs[2]];
        _blobsByNumber = new Dictionary<int, byte[]> { [0] = blobs[3] };
        _all = [.. _held.SelectMany(texts => texts)];
        _crossTables = [.. _crossLists.Select(texts => texts.ToDictionary(text => text, text => (long)text.Length))];
    }

    private static T[] Make<T>(Func<int, T> make) => [.. Enumerable.Range(0, Count).Select(make)];

    // Creates new strings each time.
    private static string[] Texts(string name) => [.. Enumerable.Range(0, Entries).Select(i => Numbered(name, i))];

    private static Dictionary<string, string> Pairs(int content = 0) =>
        Texts("key").Zip(Texts(Numbered("value", content))).ToDictionary();

    private static Dictionary<string, byte[]> Blobs(byte[] blob) => Texts("key").ToDictionary(key => key, _ => blob);

    private static Dictionary<string, int> Numbers() => Texts("key").Index().ToDictionary(text => text.Item, text => text.Index);

    // The same pairs in another order and table size, after other pairs were removed.
    private static Dictionary<string, string> Reordered(int seed)
    {
        var random = new Random(seed);
        var pairs = new Dictionary<string, string>(2 * Entries * (1 + (seed % 3)));
        foreach ((string key, string value) in Pairs().OrderBy(_ => random.Next()))
        {
            pairs.Add(Numbered("temporary", pairs.Count), key);
            pairs.Add(key, value);
        }

        foreach (string key in pairs.Keys.Where(key => key.StartsWith("temporary", StringComparison.Ordinal)).ToArray())
        {
            pairs.Remove(key);
        }

        return pairs;
    }

    // Removed keys stay in their entries.
    private static Dictionary<int, string> ByNumber(int removed)
    {
        var texts = Texts("value").Index().ToDictionary(text => text.Index, text => text.Item);
        texts.Add(Entries + removed, "removed");
        texts.Remove(Entries + removed);
        return texts;
    }

    // The second dictionary's last entry is all zeros: key 0, value null, and a link to entry 0, whose key is in the same bucket.
    private static Dictionary<int, string?> WithZero(int index)
    {
        var texts = new Dictionary<int, string?>(2 * Entries);
        texts.Add(texts.EnsureCapacity(0), "first");
        foreach ((int number, string text) in Texts("value").Index().Skip(1))
        {
            texts.Add(number, text);
        }

        if (index == 1)
        {
            texts.Add(0, null);
        }

        return texts;
    }

    private static string[,] Table(int rows)
    {
        string[,] table = new string[rows, Entries / rows];
        foreach ((int number, string text) in Texts("item").Index())
        {
            table[number / table.GetLength(1), number % table.GetLength(1)] = text;
        }

        return table;
    }

    // Lists with different counts whose arrays are equal.
    private static List<string?> WithNulls(int nulls)
    {
        var texts = new List<string?>(Entries + Count);
        texts.AddRange(Texts("item"));
        texts.AddRange(new string?[nulls]);
        return texts;
    }

    // Queues with equal items whose arrays start at different heads.
    private static Queue<string> Rotated(int head)
    {
        Queue<string> queue = new(Texts("item"));
        for (int i = 0; i < head; i++)
        {
            queue.Enqueue(queue.Dequeue());
        }

        return queue;
    }

    private static Dictionary<string, T> With<T>(Dictionary<string, T> dictionary, string key, T value)
    {
        dictionary[key] = value;
        return dictionary;
    }

    private static string Numbered(string name, int number) => string.Create(CultureInfo.InvariantCulture, $"{name} {number}");
}

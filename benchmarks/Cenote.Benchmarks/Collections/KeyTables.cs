using System.Collections.Concurrent;
using System.Collections.Frozen;
using Cenote.Collections;

namespace Cenote.Benchmarks.Collections;

/// <summary>A table for lookups. Implemented by structs, so that the JIT compiles a separate loop for each.</summary>
internal interface IKeyReader
{
    bool TryGetValue(ReadOnlySpan<char> key, out int value);

    bool TryGetValue(string key, out int value);
}

/// <summary>A table for additions, lookups and removals.</summary>
internal interface IKeyTable<TSelf> : IKeyReader, IDisposable
    where TSelf : IKeyTable<TSelf>
{
    /// <summary>An empty table.</summary>
    static abstract TSelf Create();

    bool TryAdd(ReadOnlySpan<char> key, int value);

    bool Remove(ReadOnlySpan<char> key);
}

/// <summary>A table that threads share, with keys that are already strings.</summary>
internal interface IStringTable
{
    bool TryGetValue(string key, out int value);

    bool TryAdd(string key, int value);

    bool Remove(string key);
}

/// <summary>The .NET dictionary, looked up by span.</summary>
internal readonly struct DictionaryTable(Dictionary<string, int> dictionary) : IKeyTable<DictionaryTable>
{
    private readonly Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _spans =
        dictionary.GetAlternateLookup<ReadOnlySpan<char>>();

    public Dictionary<string, int> Dictionary => dictionary;

    public static DictionaryTable Create() => new([]);

    public bool TryGetValue(ReadOnlySpan<char> key, out int value) => _spans.TryGetValue(key, out value);

    public bool TryGetValue(string key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryAdd(ReadOnlySpan<char> key, int value) => _spans.TryAdd(key, value);

    public bool Remove(ReadOnlySpan<char> key) => _spans.Remove(key);

    public void Dispose()
    {
    }
}

/// <summary>The .NET set, looked up by span.</summary>
internal readonly struct HashSetTable(HashSet<string> set) : IKeyTable<HashSetTable>
{
    private readonly HashSet<string>.AlternateLookup<ReadOnlySpan<char>> _spans = set.GetAlternateLookup<ReadOnlySpan<char>>();

    public static HashSetTable Create() => new([]);

    public bool TryGetValue(ReadOnlySpan<char> key, out int value)
    {
        value = 1;
        return _spans.Contains(key);
    }

    public bool TryGetValue(string key, out int value)
    {
        value = 1;
        return set.Contains(key);
    }

    public bool TryAdd(ReadOnlySpan<char> key, int value) => _spans.Add(key);

    public bool Remove(ReadOnlySpan<char> key) => _spans.Remove(key);

    public void Dispose()
    {
    }
}

/// <summary>The .NET concurrent dictionary, looked up by span.</summary>
internal readonly struct ConcurrentTable(ConcurrentDictionary<string, int> dictionary) : IKeyTable<ConcurrentTable>, IStringTable
{
    private readonly ConcurrentDictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _spans =
        dictionary.GetAlternateLookup<ReadOnlySpan<char>>();

    public static ConcurrentTable Create() => new(new ConcurrentDictionary<string, int>(StringComparer.Ordinal));

    public bool TryGetValue(ReadOnlySpan<char> key, out int value) => _spans.TryGetValue(key, out value);

    public bool TryGetValue(string key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryAdd(ReadOnlySpan<char> key, int value) => _spans.TryAdd(key, value);

    public bool TryAdd(string key, int value) => dictionary.TryAdd(key, value);

    public bool Remove(ReadOnlySpan<char> key) => _spans.TryRemove(key, out _);

    public bool Remove(string key) => dictionary.TryRemove(key, out _);

    public void Dispose()
    {
    }
}

/// <summary>
/// The lock-free dictionary of the package NonBlocking. It has no lookup by span, so spans are converted to strings first.
/// </summary>
internal readonly struct NonBlockingTable(NonBlocking.ConcurrentDictionary<string, int> dictionary)
    : IKeyTable<NonBlockingTable>, IStringTable
{
    public static NonBlockingTable Create() => new(new NonBlocking.ConcurrentDictionary<string, int>());

    public bool TryGetValue(ReadOnlySpan<char> key, out int value) => TryGetValue(key.ToString(), out value);

    public bool TryGetValue(string key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryAdd(ReadOnlySpan<char> key, int value) => TryAdd(key.ToString(), value);

    public bool TryAdd(string key, int value) => dictionary.TryAdd(key, value);

    public bool Remove(ReadOnlySpan<char> key) => Remove(key.ToString());

    public bool Remove(string key) => dictionary.TryRemove(key, out _);

    public void Dispose()
    {
    }
}

/// <summary>The .NET frozen dictionary, looked up by span. It is never changed.</summary>
internal readonly struct FrozenTable(FrozenDictionary<string, int> dictionary) : IKeyReader
{
    private readonly FrozenDictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _spans =
        dictionary.GetAlternateLookup<ReadOnlySpan<char>>();

    public bool TryGetValue(ReadOnlySpan<char> key, out int value) => _spans.TryGetValue(key, out value);

    public bool TryGetValue(string key, out int value) => dictionary.TryGetValue(key, out value);
}

/// <summary>Cenote's dictionary, with ASCII keys stored as bytes.</summary>
internal readonly struct CompactTable(PooledStringDictionary<int> dictionary) : IKeyTable<CompactTable>
{
    public PooledStringDictionary<int> Dictionary => dictionary;

    public static CompactTable Create() => new(new PooledStringDictionary<int>());

    public bool TryGetValue(ReadOnlySpan<char> key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryGetValue(string key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryAdd(ReadOnlySpan<char> key, int value) => dictionary.TryAdd(key, value);

    public bool Remove(ReadOnlySpan<char> key) => dictionary.Remove(key);

    public void Dispose() => dictionary.Dispose();
}

/// <summary>Cenote's dictionary, with keys stored in UTF-16.</summary>
internal readonly struct Utf16Table(PooledStringDictionary<int> dictionary) : IKeyTable<Utf16Table>
{
    public PooledStringDictionary<int> Dictionary => dictionary;

    public static Utf16Table Create() =>
        new(new PooledStringDictionary<int>(new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf16 }));

    public bool TryGetValue(ReadOnlySpan<char> key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryGetValue(string key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryAdd(ReadOnlySpan<char> key, int value) => dictionary.TryAdd(key, value);

    public bool Remove(ReadOnlySpan<char> key) => dictionary.Remove(key);

    public void Dispose() => dictionary.Dispose();
}

/// <summary>Cenote's set, with ASCII strings stored as bytes.</summary>
internal readonly struct PooledSetTable(PooledStringSet set) : IKeyTable<PooledSetTable>
{
    public static PooledSetTable Create() => new(new PooledStringSet());

    public bool TryGetValue(ReadOnlySpan<char> key, out int value)
    {
        value = 1;
        return set.Contains(key);
    }

    public bool TryGetValue(string key, out int value) => TryGetValue(key.AsSpan(), out value);

    public bool TryAdd(ReadOnlySpan<char> key, int value) => set.Add(key);

    public bool Remove(ReadOnlySpan<char> key) => set.Remove(key);

    public void Dispose() => set.Dispose();
}

/// <summary>Cenote's concurrent dictionary, with ASCII keys stored as bytes.</summary>
internal readonly struct ConcurrentPooledTable(ConcurrentPooledStringDictionary<int> dictionary)
    : IKeyTable<ConcurrentPooledTable>, IStringTable
{
    public static ConcurrentPooledTable Create() => new(new ConcurrentPooledStringDictionary<int>());

    public bool TryGetValue(ReadOnlySpan<char> key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryGetValue(string key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryAdd(ReadOnlySpan<char> key, int value) => dictionary.TryAdd(key, value);

    public bool TryAdd(string key, int value) => dictionary.TryAdd(key, value);

    public bool Remove(ReadOnlySpan<char> key) => dictionary.TryRemove(key, out _);

    public bool Remove(string key) => dictionary.TryRemove(key, out _);

    public void Dispose() => dictionary.Dispose();
}

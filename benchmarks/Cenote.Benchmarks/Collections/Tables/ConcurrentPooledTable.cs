using Cenote.Collections;

namespace Cenote.Benchmarks.Collections.Tables;

/// <summary>Cenote's concurrent dictionary, its keys of ASCII stored as bytes.</summary>
internal readonly struct ConcurrentPooledTable(ConcurrentPooledStringDictionary<int> dictionary) : IKeyTable<ConcurrentPooledTable>
{
    public static ConcurrentPooledTable Create() => new(new ConcurrentPooledStringDictionary<int>());

    public bool TryGetValue(ReadOnlySpan<char> key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryGetValue(string key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryAdd(ReadOnlySpan<char> key, int value) => dictionary.TryAdd(key, value);

    public bool Remove(ReadOnlySpan<char> key) => dictionary.TryRemove(key, out _);

    public void Dispose() => dictionary.Dispose();
}

using Cenote.Collections;

namespace Cenote.Benchmarks.Collections.Tables;

/// <summary>Cenote's dictionary on huge pages, its keys of ASCII stored as bytes.</summary>
internal readonly struct HugePageTable(PooledStringDictionary<int> dictionary) : IKeyTable<HugePageTable>
{
    public static HugePageTable Create() => new(new PooledStringDictionary<int>(new PooledStringDictionaryOptions { UseHugePages = true }));

    public bool TryGetValue(ReadOnlySpan<char> key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryGetValue(string key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryAdd(ReadOnlySpan<char> key, int value) => dictionary.TryAdd(key, value);

    public bool Remove(ReadOnlySpan<char> key) => dictionary.Remove(key);

    public void Dispose() => dictionary.Dispose();
}

using Cenote.Collections;

namespace Cenote.Benchmarks.Collections.Tables;

/// <summary>Cenote's set, its strings of ASCII stored as bytes.</summary>
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

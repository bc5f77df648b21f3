namespace Cenote.Benchmarks.Collections.Tables;

/// <summary>The set of the framework, by its look-up for spans.</summary>
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

namespace Cenote.Benchmarks.Collections.Tables;

/// <summary>The dictionary of the framework, by its look-up for spans.</summary>
internal readonly struct DictionaryTable(Dictionary<string, int> dictionary) : IKeyTable<DictionaryTable>
{
    private readonly Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _spans = dictionary.GetAlternateLookup<ReadOnlySpan<char>>();

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

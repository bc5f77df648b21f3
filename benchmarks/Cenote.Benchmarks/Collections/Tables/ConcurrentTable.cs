using System.Collections.Concurrent;

namespace Cenote.Benchmarks.Collections.Tables;

/// <summary>The concurrent dictionary of the framework, by its look-up for spans.</summary>
internal readonly struct ConcurrentTable(ConcurrentDictionary<string, int> dictionary) : IKeyTable<ConcurrentTable>
{
    private readonly ConcurrentDictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _spans =
        dictionary.GetAlternateLookup<ReadOnlySpan<char>>();

    public static ConcurrentTable Create() => new(new ConcurrentDictionary<string, int>(StringComparer.Ordinal));

    public bool TryGetValue(ReadOnlySpan<char> key, out int value) => _spans.TryGetValue(key, out value);

    public bool TryGetValue(string key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryAdd(ReadOnlySpan<char> key, int value) => _spans.TryAdd(key, value);

    public bool Remove(ReadOnlySpan<char> key) => _spans.TryRemove(key, out _);

    public void Dispose()
    {
    }
}

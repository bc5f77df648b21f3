using System.Collections.Frozen;

namespace Cenote.Benchmarks.Collections.Tables;

/// <summary>The frozen dictionary of the framework, by its look-up for spans. It is never changed.</summary>
internal readonly struct FrozenTable(FrozenDictionary<string, int> dictionary) : IKeyReader
{
    private readonly FrozenDictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _spans =
        dictionary.GetAlternateLookup<ReadOnlySpan<char>>();

    public bool TryGetValue(ReadOnlySpan<char> key, out int value) => _spans.TryGetValue(key, out value);

    public bool TryGetValue(string key, out int value) => dictionary.TryGetValue(key, out value);
}

using Cenote.Collections;

namespace Cenote.Benchmarks.Collections.Tables;

/// <summary>Cenote's dictionary, its keys stored in UTF-16.</summary>
internal readonly struct Utf16Table(PooledStringDictionary<int> dictionary) : IKeyTable<Utf16Table>
{
    public PooledStringDictionary<int> Dictionary => dictionary;

    public static Utf16Table Create() => new(new PooledStringDictionary<int>(new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf16 }));

    public bool TryGetValue(ReadOnlySpan<char> key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryGetValue(string key, out int value) => dictionary.TryGetValue(key, out value);

    public bool TryAdd(ReadOnlySpan<char> key, int value) => dictionary.TryAdd(key, value);

    public bool Remove(ReadOnlySpan<char> key) => dictionary.Remove(key);

    public void Dispose() => dictionary.Dispose();
}

using System.Collections.Frozen;
using Cenote.Collections;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Keys;

/// <summary>
/// A dictionary and the keys to look up. Implemented by structs, so that the generic loop is compiled for each struct separately
/// and makes no virtual calls.
/// </summary>
internal interface IKeyReader : IDisposable
{
    /// <summary>The result of a miss.</summary>
    const int NotFound = -1;

    /// <summary>The number of the key that is looked up.</summary>
    int Answer(int question);
}

/// <summary>A dictionary of managed strings, looked up by managed string.</summary>
internal readonly struct ManagedByString(ManagedKeys keys, string[] questions) : IKeyReader
{
    private readonly Dictionary<string, int> _dictionary = keys.Dictionary;

    public int Answer(int question) => _dictionary.TryGetValue(questions[question], out int value) ? value : IKeyReader.NotFound;

    public void Dispose()
    {
        // Managed memory: nothing to release.
    }
}

/// <summary>A dictionary of managed strings, looked up by span.</summary>
internal readonly struct ManagedBySpan(ManagedKeys keys, TextCorpus questions) : IKeyReader
{
    private readonly Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _dictionary =
        keys.Dictionary.GetAlternateLookup<ReadOnlySpan<char>>();

    public int Answer(int question) => _dictionary.TryGetValue(questions[question], out int value) ? value : IKeyReader.NotFound;

    public void Dispose()
    {
        // Managed memory: nothing to release.
    }
}

/// <summary>A frozen dictionary of managed strings, looked up by managed string.</summary>
internal readonly struct FrozenByString(ManagedKeys keys, string[] questions) : IKeyReader
{
    private readonly FrozenDictionary<string, int> _dictionary = keys.Dictionary.ToFrozenDictionary();

    public int Answer(int question) => _dictionary.TryGetValue(questions[question], out int value) ? value : IKeyReader.NotFound;

    public void Dispose()
    {
        // Managed memory: nothing to release.
    }
}

/// <summary>A dictionary with keys in unmanaged memory, looked up by span.</summary>
internal readonly struct PooledBySpan(PooledKeys keys, TextCorpus questions) : IKeyReader
{
    private readonly PooledStringDictionary<int> _dictionary = keys.Dictionary;

    public int Answer(int question) => _dictionary.TryGetValue(questions[question], out int value) ? value : IKeyReader.NotFound;

    public void Dispose() => _dictionary.Dispose();
}

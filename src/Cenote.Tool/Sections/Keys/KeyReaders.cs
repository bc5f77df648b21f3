using System.Collections.Frozen;
using Cenote.Collections;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Keys;

/// <summary>
/// A dictionary and the questions it is asked. Implemented by structs, so that the loop over a generic argument is compiled for
/// each of them alone and calls nothing virtually.
/// </summary>
internal interface IKeyReader : IDisposable
{
    /// <summary>What a question that is no key is answered with.</summary>
    const int NotFound = -1;

    /// <summary>The number of the key that a question is.</summary>
    int Answer(int question);
}

/// <summary>A dictionary of managed strings that is asked for managed strings.</summary>
internal readonly struct ManagedByString(ManagedKeys keys, string[] questions) : IKeyReader
{
    private readonly Dictionary<string, int> _dictionary = keys.Dictionary;

    public int Answer(int question) => _dictionary.TryGetValue(questions[question], out int value) ? value : IKeyReader.NotFound;

    public void Dispose()
    {
        // The collector does.
    }
}

/// <summary>A dictionary of managed strings that is asked for spans.</summary>
internal readonly struct ManagedBySpan(ManagedKeys keys, TextCorpus questions) : IKeyReader
{
    private readonly Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _dictionary =
        keys.Dictionary.GetAlternateLookup<ReadOnlySpan<char>>();

    public int Answer(int question) => _dictionary.TryGetValue(questions[question], out int value) ? value : IKeyReader.NotFound;

    public void Dispose()
    {
        // The collector does.
    }
}

/// <summary>A dictionary of managed strings that never changes and is asked for managed strings.</summary>
internal readonly struct FrozenByString(ManagedKeys keys, string[] questions) : IKeyReader
{
    private readonly FrozenDictionary<string, int> _dictionary = keys.Dictionary.ToFrozenDictionary();

    public int Answer(int question) => _dictionary.TryGetValue(questions[question], out int value) ? value : IKeyReader.NotFound;

    public void Dispose()
    {
        // The collector does.
    }
}

/// <summary>A dictionary with keys in unmanaged memory that is asked for spans.</summary>
internal readonly struct PooledBySpan(PooledKeys keys, TextCorpus questions) : IKeyReader
{
    private readonly PooledStringDictionary<int> _dictionary = keys.Dictionary;

    public int Answer(int question) => _dictionary.TryGetValue(questions[question], out int value) ? value : IKeyReader.NotFound;

    public void Dispose() => _dictionary.Dispose();
}

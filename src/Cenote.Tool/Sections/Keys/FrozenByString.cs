using System.Collections.Frozen;

namespace Cenote.Tool.Sections.Keys;

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

using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Keys;

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

namespace Cenote.Tool.Sections.Keys;

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

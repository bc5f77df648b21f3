using Cenote.Collections;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Keys;

/// <summary>A dictionary with keys in unmanaged memory that is asked for spans.</summary>
internal readonly struct PooledBySpan(PooledKeys keys, TextCorpus questions) : IKeyReader
{
    private readonly PooledStringDictionary<int> _dictionary = keys.Dictionary;

    public int Answer(int question) => _dictionary.TryGetValue(questions[question], out int value) ? value : IKeyReader.NotFound;

    public void Dispose() => _dictionary.Dispose();
}

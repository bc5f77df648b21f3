using System.Collections.Concurrent;

namespace Cenote.Benchmarks.Interning.Interners;

/// <summary>The concurrent dictionary of the framework, by its look-up for spans.</summary>
internal readonly struct DictionaryInterner(ConcurrentDictionary<string, string> dictionary) : IInterner<DictionaryInterner>
{
    private readonly ConcurrentDictionary<string, string>.AlternateLookup<ReadOnlySpan<char>> _spans =
        dictionary.GetAlternateLookup<ReadOnlySpan<char>>();

    public static DictionaryInterner Create(int distinct) => new(new ConcurrentDictionary<string, string>(StringComparer.Ordinal));

    public string Intern(ReadOnlySpan<char> text)
    {
        if (_spans.TryGetValue(text, out string? interned))
        {
            return interned;
        }

        string made = text.ToString();
        return dictionary.GetOrAdd(made, made);
    }
}

using Cenote.Diagnostics;

namespace Cenote.Collections;

/// <summary>The instruments of named dictionaries, sets, postings and string tables.</summary>
internal static class DictionaryMetrics
{
    public static readonly MeasuredKind<IMeasuredDictionary> Dictionaries =
        new MeasuredKind<IMeasuredDictionary>("cenote.dictionary", static dictionary => dictionary.IsDisposed)
            .Level("entries", "{entry}", "Keys.", static dictionary => dictionary.Count)
            .Level(
                "memory.reserved", "By", "Unmanaged bytes that dictionaries hold.", static dictionary => dictionary.BytesReserved)
            .Counter(
                "rehashes",
                "{rehash}",
                "How often all keys were hashed anew, because too many of them collided.",
                static dictionary => dictionary.Rehashes);
}

using Cenote.Diagnostics;

namespace Cenote.Collections;

/// <summary>The instruments of named dictionaries, sets, postings and string tables.</summary>
internal static class DictionaryMetrics
{
    public static readonly MeasuredKind<IMeasuredDictionary> Dictionaries =
        new MeasuredKind<IMeasuredDictionary>("cenote.dictionary", static dictionary => dictionary.IsDisposed)
            .UpDownCounter("entries", "{entry}", "Keys.", static dictionary => dictionary.Count)
            .UpDownCounter(
                "memory.reserved", "By", "Unmanaged bytes that dictionaries hold.", static dictionary => dictionary.BytesReserved)
            .Counter(
                "rehashes",
                "{rehash}",
                "Number of times all keys were rehashed because too many collided.",
                static dictionary => dictionary.Rehashes);
}

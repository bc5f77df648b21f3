namespace Cenote.Benchmarks.Arenas.Corpora;

/// <summary>Kinds of strings.</summary>
public enum TextKind
{
    /// <summary>One of eight sentences, and a number that is unique among the strings with that sentence.</summary>
    Sentences,

    /// <summary><c>#</c> and a number that up to eight strings share.</summary>
    Tiny,

    /// <summary>Words from a vocabulary of 20,000, an eighth of which makes up half of the strings.</summary>
    Words,

    /// <summary>URLs of 200 sites, half of them with a query.</summary>
    Urls,

    /// <summary>Paths of files in a directory tree.</summary>
    Paths,

    /// <summary>Decimal numbers of 1 to 12 digits.</summary>
    Numbers,

    /// <summary>Random GUIDs with hyphens.</summary>
    Guids,

    /// <summary>ISO 8601 timestamps within a year.</summary>
    Times,

    /// <summary>Polish, Japanese and Chinese words, emoji and fullwidth letters.</summary>
    Scripts,

    /// <summary>Prefixes of one text, up to 200 chars, each followed by a number of up to four digits.</summary>
    SharedHeads,

    /// <summary>The same char, repeated 0 to 100 times.</summary>
    OneChar,

    /// <summary>Words in sorted order.</summary>
    Sorted,

    /// <summary>Words in reverse order.</summary>
    Reversed,

    /// <summary>All strings are equal.</summary>
    AllEqual,

    /// <summary>One of two strings that differ at the end.</summary>
    TwoValues,

    /// <summary>One of two short strings with a common prefix, such as the states of a record.</summary>
    TwoStates,

    /// <summary>One of fifty words.</summary>
    FiftyWords,
}

namespace Cenote.Benchmarks.Arenas.Corpora;

/// <summary>What texts are like.</summary>
public enum TextKind
{
    /// <summary>One of eight sentences, and a number that each of them has once.</summary>
    Sentences,

    /// <summary>A number that eight texts have.</summary>
    Tiny,

    /// <summary>Words as in a text: few of them make up most of it.</summary>
    Words,

    /// <summary>Pages of 200 sites, half of them with a query.</summary>
    Urls,

    /// <summary>Files in a tree of directories.</summary>
    Paths,

    /// <summary>Decimal numbers of 1 to 12 digits.</summary>
    Numbers,

    /// <summary>Random GUIDs with hyphens.</summary>
    Guids,

    /// <summary>Points of time within a year, as ISO 8601 has them.</summary>
    Times,

    /// <summary>Polish, Chinese and emoji.</summary>
    Scripts,

    /// <summary>Heads of up to 200 chars of one text, each with a few chars of its own.</summary>
    SharedHeads,

    /// <summary>One char up to 100 times.</summary>
    OneChar,

    /// <summary>Words that are sorted already.</summary>
    Sorted,

    /// <summary>Words from the last to the first.</summary>
    Reversed,

    /// <summary>The same text.</summary>
    AllEqual,

    /// <summary>One of two texts that differ at the end.</summary>
    TwoValues,

    /// <summary>One of two short texts that differ in the middle, as the states of a record.</summary>
    TwoStates,
}

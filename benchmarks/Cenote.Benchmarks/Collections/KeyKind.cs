namespace Cenote.Benchmarks.Collections;

/// <summary>Kinds of keys.</summary>
public enum KeyKind
{
    /// <summary>22 chars: a short prefix, and 16 digits, in no particular order.</summary>
    Ids,

    /// <summary>About 60 chars, with a first half that many keys share.</summary>
    Urls,

    /// <summary>Lines of real text, about 70 chars: the documentation files of the .NET SDK.</summary>
    Lines,
}

namespace Cenote.Benchmarks.Collections;

/// <summary>What keys look like.</summary>
public enum KeyKind
{
    /// <summary>22 chars: a short prefix, and 16 digits without an order.</summary>
    Ids,

    /// <summary>About 60 chars, of which the first half is shared by many.</summary>
    Urls,

    /// <summary>Lines of real text, about 70 chars: the documentation files of the .NET SDK.</summary>
    Lines,
}

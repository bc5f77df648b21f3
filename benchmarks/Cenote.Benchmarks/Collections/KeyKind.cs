namespace Cenote.Benchmarks.Collections;

/// <summary>Kinds of keys.</summary>
public enum KeyKind
{
    /// <summary>22 chars: a prefix of 6 chars and 16 hexadecimal digits, in no particular order.</summary>
    Ids,

    /// <summary>URLs of about 70 chars, which begin with one of 16 common prefixes.</summary>
    Urls,

    /// <summary>Lines of the .NET SDK's XML documentation files, about 110 chars on average.</summary>
    Lines,
}

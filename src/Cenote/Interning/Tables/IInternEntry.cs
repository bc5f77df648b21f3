namespace Cenote.Interning;

/// <summary>How a table refers to a string. One word, so that it is read and written whole.</summary>
internal interface IInternEntry<TSelf>
    where TSelf : struct, IInternEntry<TSelf>
{
    /// <summary>Whether strings of a table can vanish by themselves.</summary>
    static abstract bool IsWeak { get; }

    /// <summary>The string; null if there is none, or none any more.</summary>
    string? Target { get; }

    static abstract TSelf Create(string target);

    /// <summary>Refers to another string, or to none.</summary>
    void Retarget(string? target);
}

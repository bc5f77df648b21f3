namespace Cenote.Interning;

/// <summary>A table's reference to a string. One word, so reads and writes are atomic.</summary>
internal interface IInternEntry<TSelf>
    where TSelf : struct, IInternEntry<TSelf>
{
    /// <summary>Whether strings of the table can be garbage collected.</summary>
    static abstract bool IsWeak { get; }

    /// <summary>The string; null if the entry has no string, or if it was collected.</summary>
    string? Target { get; }

    static abstract TSelf Create(string target);

    /// <summary>Changes the reference to another string, or to null.</summary>
    void Retarget(string? target);
}

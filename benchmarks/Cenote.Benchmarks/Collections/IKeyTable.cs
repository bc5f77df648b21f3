namespace Cenote.Benchmarks.Collections;

/// <summary>A table that is filled, asked and emptied.</summary>
internal interface IKeyTable<TSelf> : IKeyReader, IDisposable
    where TSelf : IKeyTable<TSelf>
{
    /// <summary>An empty table.</summary>
    static abstract TSelf Create();

    bool TryAdd(ReadOnlySpan<char> key, int value);

    bool Remove(ReadOnlySpan<char> key);
}

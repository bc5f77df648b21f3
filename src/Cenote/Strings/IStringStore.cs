namespace Cenote.Strings;

/// <summary>The members of a wrapped pool that <see cref="SynchronizedStringPool"/> needs.</summary>
internal interface IStringStore : IMeasuredPool, IDisposable
{
    PooledStringId AllocateId(ReadOnlySpan<char> value);

    ReadOnlySpan<char> AsSpan(PooledStringId id);

    bool TryGetSpan(PooledStringId id, out ReadOnlySpan<char> text);

    void Free(PooledStringId id);

    void Clear();

    long Trim();

    StringPoolStatistics GetStatistics();
}

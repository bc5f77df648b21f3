namespace Cenote.Strings;

/// <summary>The members that <see cref="SynchronizedStringPool"/> needs of the pool it guards.</summary>
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

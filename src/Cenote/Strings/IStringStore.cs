namespace Cenote.Strings;

/// <summary>What <see cref="SynchronizedStringPool"/> needs of the pool it guards.</summary>
internal interface IStringStore : IDisposable
{
    int ActiveAllocations { get; }

    bool IsDisposed { get; }

    long BytesReserved { get; }

    long ManagedBytes { get; }

    PooledStringId AllocateId(ReadOnlySpan<char> value);

    ReadOnlySpan<char> AsSpan(PooledStringId id);

    bool TryGetSpan(PooledStringId id, out ReadOnlySpan<char> text);

    void Free(PooledStringId id);

    void Clear();

    long Trim();

    StringPoolStatistics GetStatistics();
}

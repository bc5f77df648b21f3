namespace Cenote.Interning;

/// <summary>
/// The values that <see cref="InternerMetrics"/> reads, on any thread at any time, from fields of managed objects. A value that
/// an interner does not count is null.
/// </summary>
internal interface IMeasuredInterner
{
    bool IsDisposed { get; }

    int Count { get; }

    long? Bytes => null;

    long? Additions => null;

    long? Removals => null;

    long? Evictions => null;

    long? Collected => null;
}

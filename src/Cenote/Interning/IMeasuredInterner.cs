namespace Cenote.Interning;

/// <summary>
/// What <see cref="InternerMetrics"/> reads, on any thread and at any time: plain fields of managed objects. Null is what an
/// interner does not count.
/// </summary>
internal interface IMeasuredInterner
{
    bool HasEnded { get; }

    int Count { get; }

    long? Bytes => null;

    long? Additions => null;

    long? Removals => null;

    long? Evictions => null;

    long? Collected => null;
}

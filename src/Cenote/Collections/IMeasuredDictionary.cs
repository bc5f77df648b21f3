namespace Cenote.Collections;

/// <summary>
/// The values that <see cref="DictionaryMetrics"/> reads, on any thread at any time, from fields of managed objects.
/// </summary>
internal interface IMeasuredDictionary
{
    bool IsDisposed { get; }

    int Count { get; }

    long BytesReserved { get; }

    int Rehashes { get; }
}

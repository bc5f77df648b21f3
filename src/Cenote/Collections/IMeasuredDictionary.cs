namespace Cenote.Collections;

/// <summary>
/// The fields that <see cref="DictionaryMetrics"/> reads on any thread at any time: plain fields of managed objects.
/// </summary>
internal interface IMeasuredDictionary
{
    bool IsDisposed { get; }

    int Count { get; }

    long BytesReserved { get; }

    int Rehashes { get; }
}

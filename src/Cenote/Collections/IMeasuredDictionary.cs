namespace Cenote.Collections;

/// <summary>What <see cref="DictionaryMetrics"/> reads, on any thread and at any time: plain fields of managed objects.</summary>
internal interface IMeasuredDictionary
{
    bool IsDisposed { get; }

    int Count { get; }

    long BytesReserved { get; }

    int Rehashes { get; }
}

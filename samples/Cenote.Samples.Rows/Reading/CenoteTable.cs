using System.Runtime.CompilerServices;
using Cenote.Collections;

namespace Cenote.Samples.Rows.Reading;

/// <summary>With Cenote: names and statistics side by side, in unmanaged memory.</summary>
internal readonly struct CenoteTable : IStationTable<CenoteTable>
{
    private readonly PooledStringDictionary<Statistics> _stations;

    private CenoteTable(PooledStringDictionary<Statistics> stations) => _stations = stations;

    public static CenoteTable Create() =>
        new(new PooledStringDictionary<Statistics>(new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf8 }));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref Statistics Find(ReadOnlySpan<byte> name, out bool exists) =>
        ref _stations.GetValueRefOrAddDefault(name, out exists);

    public void AddTo(Totals totals)
    {
        foreach (PooledStringDictionary<Statistics>.Entry station in _stations)
        {
            totals.Add(station.Key.ToString(), station.Value);
        }
    }

    public void Dispose() => _stations.Dispose();
}

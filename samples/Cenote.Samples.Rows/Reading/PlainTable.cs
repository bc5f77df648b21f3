using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Cenote.Samples.Rows.Reading;

/// <summary>Plain .NET: a <see cref="Dictionary{TKey, TValue}"/> of byte arrays, looked up by span.</summary>
internal readonly struct PlainTable : IStationTable<PlainTable>
{
    private readonly Dictionary<byte[], Statistics>.AlternateLookup<ReadOnlySpan<byte>> _bySpan;

    private PlainTable(Dictionary<byte[], Statistics> stations) =>
        _bySpan = stations.GetAlternateLookup<ReadOnlySpan<byte>>();

    public static PlainTable Create() => new(new Dictionary<byte[], Statistics>(Utf8BytesComparer.Instance));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref Statistics Find(ReadOnlySpan<byte> name, out bool exists) =>
        ref CollectionsMarshal.GetValueRefOrAddDefault(_bySpan, name, out exists);

    public void AddTo(Totals totals)
    {
        foreach ((byte[] name, Statistics statistics) in _bySpan.Dictionary)
        {
            totals.Add(Encoding.UTF8.GetString(name), statistics);
        }
    }

    public void Dispose()
    {
        // The garbage collector frees the memory of the dictionary.
    }
}

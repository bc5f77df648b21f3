using System.IO.Hashing;
using System.Runtime.InteropServices;
using Cenote.Collections;

namespace Cenote.Heap;

/// <summary>
/// Numbers every distinct text by 96 bits of its hash, in memory off the managed heap. The texts themselves are not kept: by
/// chance, two of a billion texts are taken for one once in 10^11 heaps.
/// </summary>
/// <remarks>
/// A linear hash: with each text one chain is parted, so that the table never doubles, and a text costs 24 bytes whatever their
/// number.
/// </remarks>
internal sealed class TextTable : IDisposable
{
    private const int FirstChains = 1_024;

    private readonly NativeList<Entry> _entries = new();
    private readonly NativeList<int> _lengths = new();

    // The text that each chain begins with, or -1.
    private readonly NativeList<int> _chains = new();

    // Chains there were when all had last been parted, less one.
    private uint _mask = FirstChains - 1;

    public TextTable()
    {
        for (int i = 0; i < FirstChains; i++)
        {
            _chains.Add(-1);
        }
    }

    /// <summary>How many texts there are.</summary>
    public int Count => (int)_lengths.Count;

    /// <summary>The chars of a text.</summary>
    public int LengthOf(int text) => _lengths[text];

    /// <summary>Hashes a text.</summary>
    public static UInt128 Hash(ReadOnlySpan<byte> chars) => XxHash128.HashToUInt128(chars);

    /// <summary>The number of a text, which is the next one if it is new.</summary>
    public int Add(UInt128 hash, int chars)
    {
        uint low = (uint)hash;
        ulong high = (ulong)(hash >> 64);
        long chain = ChainOf(low);
        for (int text = _chains[chain]; text >= 0;)
        {
            ref Entry entry = ref _entries[text];
            if (entry.Low == low && entry.High == high)
            {
                return text;
            }

            text = entry.Next;
        }

        int added = checked((int)_entries.Count);
        _entries.Add(new Entry(high, low, _chains[chain]));
        _lengths.Add(chars);
        _chains[chain] = added;
        PartChain();
        return added;
    }

    /// <summary>Gives back all but the lengths, which only <see cref="Add"/> needs.</summary>
    public void EndAdding()
    {
        _entries.Dispose();
        _chains.Dispose();
    }

    /// <summary>Gives the memory back.</summary>
    public void Dispose()
    {
        EndAdding();
        _lengths.Dispose();
    }

    // Chains in front of the next one to be parted are told apart by one more bit, and so are those that came from them.
    private long ChainOf(uint low)
    {
        uint wide = low & ((_mask << 1) | 1);
        return wide < _chains.Count ? wide : low & _mask;
    }

    private void PartChain()
    {
        // The hash has no more bits to tell chains apart by: they become longer.
        if (_chains.Count > uint.MaxValue / 4)
        {
            return;
        }

        uint old = (uint)_chains.Count & _mask;
        uint bit = _mask + 1;
        int stays = -1;
        int leaves = -1;
        for (int text = _chains[old]; text >= 0;)
        {
            ref Entry entry = ref _entries[text];
            int next = entry.Next;
            ref int first = ref (entry.Low & bit) == 0 ? ref stays : ref leaves;
            entry.Next = first;
            first = text;
            text = next;
        }

        _chains[old] = stays;
        _chains.Add(leaves);
        if (_chains.Count == 2L * bit)
        {
            _mask = (_mask << 1) | 1;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct Entry(ulong high, uint low, int next)
    {
        public readonly ulong High = high;
        public readonly uint Low = low;
        public int Next = next;
    }
}

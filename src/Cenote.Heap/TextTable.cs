using System.IO.Hashing;
using Cenote.Collections;

namespace Cenote.Heap;

/// <summary>
/// Numbers distinct strings by 96 bits of their hash, off the managed heap. The strings themselves are not kept: the probability
/// that any two of a billion distinct strings count as equal is below 10^-11.
/// </summary>
/// <param name="maxAtOnce">The maximum number of hashes in memory.</param>
/// <remarks>
/// <para>Linear hashing: each added string splits one chain, so the table never doubles. A distinct string costs 20 bytes during
/// its pass, and 4 bytes that remain afterwards.</para>
/// <para>A full table accepts no new strings, but still finds those it contains. So if the first copy of a string is rejected, all
/// its copies are; they are numbered in another pass over the strings, with separate hashes.</para>
/// </remarks>
internal sealed class TextTable(int maxAtOnce = int.MaxValue) : IDisposable
{
    /// <summary>The bytes per distinct string that are released at the end of its pass.</summary>
    public const int BytesAtOnce = 20;

    /// <summary>The result for a rejected string.</summary>
    public const int Rejected = -1;

    private const int FirstChains = 1_024;

    // The prefetch distance for chains to be split.
    private const int ChainsAhead = 16;

    private NativeList<Entry> _entries = new();
    private readonly NativeList<int> _lengths = new();

    // The first entry of each chain, or -1.
    private NativeList<int> _chains = NoChains();

    // The number of chains at the last full split, minus one.
    private uint _mask = FirstChains - 1;

    // The number of the first string of this pass.
    private int _first;

    /// <summary>The number of distinct strings.</summary>
    public int Count => (int)_lengths.Count;

    /// <summary>The length of a distinct string, in chars.</summary>
    public int LengthOf(int text) => _lengths[text];

    /// <summary>Hashes the chars of a string.</summary>
    public static UInt128 Hash(ReadOnlySpan<byte> chars) => XxHash128.HashToUInt128(chars);

    /// <summary>
    /// Prefetches the memory that <see cref="Add"/> reads first, so that the cache misses of several lookups overlap.
    /// </summary>
    public void Fetch(UInt128 hash) => FetchChain(ChainOf((uint)hash));

    /// <summary>
    /// The number of a string: the next number if it is new, or <see cref="Rejected"/> if it is new and the table is full.
    /// </summary>
    public int Add(UInt128 hash, int chars)
    {
        uint low = (uint)hash;
        ulong high = (ulong)(hash >> 64);
        long chain = ChainOf(low);
        for (int found = _chains[chain]; found >= 0;)
        {
            ref Entry entry = ref _entries[found];
            if (entry.Low == low && entry.High == high)
            {
                return _first + found;
            }

            found = entry.Next;
        }

        int added = (int)_entries.Count;
        if (added == maxAtOnce)
        {
            return Rejected;
        }

        int number = checked(_first + added);
        _entries.Add(new Entry(high, low, _chains[chain]));
        _lengths.Add(chars);
        _chains[chain] = added;
        SplitChain();
        return number;
    }

    /// <summary>Drops all hashes, so that the strings that were rejected can be added.</summary>
    public void BeginPass()
    {
        EndAdding();
        _first = Count;
        _mask = FirstChains - 1;
        _entries = new NativeList<Entry>();
        _chains = NoChains();
    }

    /// <summary>Releases everything except the lengths.</summary>
    public void EndAdding()
    {
        _entries.Dispose();
        _chains.Dispose();
    }

    /// <summary>Releases the memory.</summary>
    public void Dispose()
    {
        EndAdding();
        _lengths.Dispose();
    }

    private static NativeList<int> NoChains()
    {
        var chains = new NativeList<int>();
        for (int i = 0; i < FirstChains; i++)
        {
            chains.Add(-1);
        }

        return chains;
    }

    // Chains that were already split in this round use one more hash bit, and so do the chains created by these splits.
    private long ChainOf(uint low)
    {
        uint wide = low & ((_mask << 1) | 1);
        return wide < _chains.Count ? wide : low & _mask;
    }

    private void FetchChain(long chain)
    {
        int found = _chains[chain];
        if (found >= 0)
        {
            // The JIT keeps a volatile read whose value is not used.
            _ = Volatile.Read(ref _entries[found].Next);
        }
    }

    private void SplitChain()
    {
        // No hash bits are left to distinguish chains, so chains become longer.
        if (_chains.Count > uint.MaxValue / 4)
        {
            return;
        }

        uint old = (uint)_chains.Count & _mask;
        uint bit = _mask + 1;
        FetchChain((old + ChainsAhead) & _mask);
        int stays = -1;
        int leaves = -1;
        for (int found = _chains[old]; found >= 0;)
        {
            ref Entry entry = ref _entries[found];
            int next = entry.Next;
            ref int first = ref (entry.Low & bit) == 0 ? ref stays : ref leaves;
            entry.Next = first;
            first = found;
            found = next;
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

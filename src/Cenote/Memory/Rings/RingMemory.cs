using System.Runtime.ConstrainedExecution;
using System.Runtime.InteropServices;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Rings;

/// <summary>
/// The native memory of one cache, and the only finalizable object it has: a range of addresses that is committed as a whole when
/// the cache is made, so that none of its changes can fail for lack of memory. Pages take memory when they are first written.
/// </summary>
/// <remarks>
/// After <see cref="Retire"/> the addresses stay readable and writable until nothing can reach this object, because readers may
/// be late. Its finalizer releases nothing itself: see <see cref="MemoryHolding"/>.
/// </remarks>
internal sealed unsafe class RingMemory : CriticalFinalizerObject
{
    private readonly PageSource _pages;
    private readonly MemoryHolding _holding;
    private AddressRange? _range;

    public RingMemory(PageSource pages)
    {
        _pages = pages;
        _holding = new MemoryHolding(pages);
    }

    // Null if the constructor did not get that far.
    ~RingMemory() => _holding?.EndAfter(this);

    /// <summary>The first byte.</summary>
    public byte* Start => _range!.Address;

    /// <summary>Takes the memory, once. It may hold anything.</summary>
    /// <param name="bytes">How much, in whole pages.</param>
    /// <param name="hugePages">Whether to ask for huge pages.</param>
    /// <returns>False if the operating system refuses.</returns>
    public bool TryInitialize(long bytes, bool hugePages)
    {
        Invariant.Holds(_range == null, "The memory is allocated once.");
        _range = bytes <= nint.MaxValue ? _holding.TryMap((nuint)bytes) : null;
        if (_range == null)
        {
            return false;
        }

        if (hugePages)
        {
            _pages.PreferHugePages(_range.Address, (nuint)bytes);
        }

        return true;
    }

    /// <summary>Gives back the memory of the whole pages within a part of it; they may hold anything afterwards.</summary>
    /// <returns>Bytes that the operating system took.</returns>
    public long Discard(byte* start, nuint bytes)
    {
        nuint page = (nuint)Environment.SystemPageSize;
        nuint first = ((nuint)start + page - 1) & ~(page - 1);
        nuint end = ((nuint)start + bytes) & ~(page - 1);
        if (first >= end)
        {
            return 0;
        }

        return _pages.TryGiveBack((byte*)first, end - first) ? (long)(end - first) : 0;
    }

    /// <summary>Gives the memory back. The addresses stay.</summary>
    public void Retire() => _holding.AwaitCollection();

    /// <summary>Fills everything with zeros.</summary>
    public void Wipe() => NativeMemory.Clear(_range!.Address, _range.Bytes);
}

using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Rings;

/// <summary>
/// The native memory of a cache, and its only finalizable object. The whole address range is committed when the cache is created,
/// so no later change can be refused memory. Pages become resident when first written.
/// </summary>
/// <remarks>
/// After <see cref="Retire"/>, the addresses stay readable and writable until this object is unreachable, because readers may
/// still use them. The finalizer releases nothing itself: see <see cref="MemoryHolding"/>.
/// </remarks>
internal sealed unsafe class RingMemory
{
    private readonly PageSource _pages;
    private readonly MemoryHolding _holding;
    private AddressRange? _range;
    private bool _prefersHugePages;

    public RingMemory(PageSource pages)
    {
        _pages = pages;
        _holding = new MemoryHolding(pages);
    }

    // The field is null if the constructor threw before assigning it.
    ~RingMemory() => _holding?.ReleaseAfter(this);

    public byte* Start => _range!.Address;

    /// <summary>Allocates the memory, once. The memory is new, and thus zeroed.</summary>
    /// <param name="bytes">The size, in whole pages.</param>
    /// <returns>False if the memory is refused.</returns>
    public bool TryInitialize(long bytes)
    {
        Invariant.Holds(_range == null, "The memory is allocated only once.");
        _range = bytes <= nint.MaxValue ? _holding.TryMap((nuint)bytes) : null;
        return _range != null;
    }

    /// <summary>Requests huge pages for the whole pages within a range.</summary>
    public void PreferHugePages(byte* start, byte* end)
    {
        if (TryGetPages(ref start, ref end))
        {
            _pages.PreferHugePages(start, (nuint)(end - start));
            _prefersHugePages = true;
        }
    }

    /// <summary>Returns the whole pages within a range to the operating system. Their content is then undefined.</summary>
    /// <returns>The number of bytes returned.</returns>
    public long Discard(byte* start, byte* end)
    {
        if (!TryGetPages(ref start, ref end))
        {
            return 0;
        }

        // With huge pages, the operating system would fill the gap in the background.
        if (_prefersHugePages)
        {
            _pages.AvoidHugePages(_range!.Address, _range.Bytes);
            _prefersHugePages = false;
        }

        return _pages.TryReset(start, (nuint)(end - start)) ? end - start : 0;
    }

    /// <summary>Returns the memory to the operating system and keeps the addresses until this object is collected.</summary>
    public void Retire() => _holding.AwaitCollection();

    public void Wipe() => NativeMemory.Clear(_range!.Address, _range.Bytes);

    private static bool TryGetPages(ref byte* start, ref byte* end)
    {
        nuint page = (nuint)Environment.SystemPageSize;
        start = (byte*)(((nuint)start + page - 1) & ~(page - 1));
        end = (byte*)((nuint)end & ~(page - 1));
        return start < end;
    }
}

using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Contiguous;

/// <summary>
/// The native memory of one <see cref="ContiguousHeap"/>, a table and a block. This object is finalizable, so the pool need not
/// be. Table and block each have an address range, committed from the front. Until this object is disposed or collected, the
/// memory stays readable, even after its return to the system.
/// </summary>
/// <remarks>
/// The finalizer releases nothing itself, because other finalizers may still use or resurrect the pool: see
/// <see cref="MemoryHolding"/>.
/// </remarks>
internal sealed unsafe class ContiguousMemory(PageSource pages) : IDisposable
{
    private static readonly ulong s_page = (ulong)Environment.SystemPageSize;

    private readonly MemoryHolding _holding = new(pages);
    private AddressRange? _table;
    private AddressRange? _block;

    // The field may be null if the constructor threw.
    ~ContiguousMemory() => _holding?.ReleaseAfter(this);

    /// <summary>The maximum bytes of table and block together.</summary>
    public long MaximumBytes { get; init; } = long.MaxValue;

    /// <summary>The maximum bytes of address space to reserve, unless the initial capacity needs more.</summary>
    public long MaximumAddresses { get; init; } = long.MaxValue;

    /// <summary>Whether the last requested growth exceeded <see cref="MaximumBytes"/>.</summary>
    public bool LimitReached { get; private set; }

    public byte* Table => _table!.Address;

    public byte* Block => _block!.Address;

    /// <summary>Bytes to which the block may grow.</summary>
    public ulong BlockReserved => _block!.Bytes;

    /// <summary>Bytes to which the table may grow.</summary>
    public ulong TableReserved => _table!.Bytes;

    /// <summary>Bytes of the table that are readable.</summary>
    public ulong TableBytes { get; private set; }

    /// <summary>Committed bytes of the block, backed by memory now or when first written.</summary>
    public ulong BlockBytes { get; private set; }

    public long NativeBytes => (long)(TableBytes + BlockBytes);

    /// <summary>Rounds a size up to whole pages, the unit of <see cref="BlockBytes"/>.</summary>
    public static ulong WholePages(ulong bytes) => (bytes + s_page - 1) & ~(s_page - 1);

    /// <summary>Reserves the addresses if none are reserved yet. Memory committed later has undefined content.</summary>
    /// <param name="tableBytes">Bytes to which the table may grow.</param>
    /// <param name="blockBytes">Bytes to which the block may grow.</param>
    /// <param name="isNeeded">Whether the pool cannot work without these addresses.</param>
    /// <returns>False if the addresses are refused.</returns>
    public bool TryReserve(ulong tableBytes, ulong blockBytes, bool isNeeded)
    {
        Invariant.Holds(
            _table == null && TableBytes + BlockBytes == 0, "No addresses are reserved, and no memory is committed yet.");
        if (tableBytes + blockBytes > (ulong)nint.MaxValue)
        {
            return false;
        }

        _block = _holding.TryRent((nuint)WholePages(blockBytes), zeroed: false, isNeeded);
        if (_block == null)
        {
            return false;
        }

        _table = _holding.TryRent((nuint)WholePages(tableBytes), zeroed: false, isNeeded);
        if (_table == null)
        {
            _holding.Drop(_block);
        }

        return _table != null;
    }

    /// <summary>
    /// Whether this many bytes of address space are available now, with enough left for the rest of the process. Keeps none of
    /// them reserved.
    /// </summary>
    public bool IsAvailable(ulong bytes)
    {
        bool mayTake = bytes <= (ulong)nint.MaxValue && pages.MayReserve((nuint)bytes, isNeeded: false);
        byte* address = mayTake ? pages.TryReserve((nuint)bytes) : null;
        return address != null && pages.TryRelease(address, (nuint)bytes);
    }

    /// <summary>
    /// Makes this many bytes of the table readable; false if the range is too small, or a limit or the operating system refuses.
    /// </summary>
    public bool TryGrowTable(ulong bytes)
    {
        ulong whole = WholePages(bytes);
        if (!IsWithinLimit(whole + BlockBytes) || !TryGrow(_table!, TableBytes, whole))
        {
            return false;
        }

        Invariant.Holds(whole >= TableBytes, "The table does not shrink.");
        TableBytes = whole;
        return true;
    }

    /// <summary>
    /// Makes this many bytes of the block usable; false if the range is too small, or a limit or the operating system refuses.
    /// </summary>
    public bool TryGrowBlock(ulong bytes)
    {
        ulong whole = WholePages(bytes);
        if (!IsWithinLimit(TableBytes + whole) || !TryGrow(_block!, BlockBytes, whole))
        {
            return false;
        }

        BlockBytes = Math.Max(BlockBytes, whole);
        return true;
    }

    /// <summary>Returns the block's memory after this many bytes to the operating system.</summary>
    public void ShrinkBlock(ulong bytes)
    {
        ulong whole = WholePages(bytes);
        if (whole < BlockBytes)
        {
            ulong given = BlockBytes - whole;
            _block!.AvoidHugePagesFor(Block + whole, (nuint)given);
            pages.Discard(Block + whole, (nuint)given);
            BlockBytes = whole;
            _holding.Uncharge((long)given);
        }
    }

    /// <summary>Releases the memory, once.</summary>
    public void Dispose()
    {
        TableBytes = BlockBytes = 0;
        _holding.ReleaseAll(RangeState.Unknown, keepWarm: true);
        GC.SuppressFinalize(this);
    }

    private bool IsWithinLimit(ulong bytes)
    {
        LimitReached = bytes > (ulong)MaximumBytes;
        return !LimitReached;
    }

    private bool TryGrow(AddressRange range, ulong held, ulong bytes)
    {
        long more = bytes > held ? (long)(bytes - held) : 0;
        if (bytes > range.Bytes || !_holding.TryCharge(more))
        {
            return false;
        }

        if (!range.TryCommit((nuint)bytes))
        {
            _holding.Uncharge(more);
            return false;
        }

        range.PreferHugePages();
        range.Touched = Math.Max(range.Touched, (nuint)bytes);
        return true;
    }
}

using System.Runtime.ConstrainedExecution;

namespace Cenote.Memory;

/// <summary>
/// The native memory of one <see cref="ContiguousHeap"/>, and the only finalizable object it has: one range of addresses with a
/// table in front and a block behind, both committed from their start as they grow. Nothing is unmapped before
/// <see cref="Dispose"/>: memory that is given back stays readable.
/// </summary>
/// <param name="pages">Where pages come from.</param>
/// <remarks>Critical finalizers run after ordinary ones, so a user's finalizer can still free a handle of a forgotten pool.</remarks>
internal sealed unsafe class ContiguousMemory(PageSource pages) : CriticalFinalizerObject, IDisposable
{
    private static readonly ulong s_page = (ulong)Environment.SystemPageSize;

    private byte* _base;
    private ulong _blockReserved;
    private ulong _blockCommitted;

    ~ContiguousMemory() => Release();

    /// <summary>Start of the table.</summary>
    public byte* Table => _base;

    /// <summary>Start of the block.</summary>
    public byte* Block => _base + TableReserved;

    /// <summary>Bytes the table may grow to.</summary>
    public ulong TableReserved { get; private set; }

    /// <summary>Bytes of the table that are readable.</summary>
    public ulong TableBytes { get; private set; }

    /// <summary>Bytes of the block that have memory behind them, or will have once they are written.</summary>
    public ulong BlockBytes { get; private set; }

    /// <summary>Bytes of both.</summary>
    public long NativeBytes => (long)(TableBytes + BlockBytes);

    /// <summary>What <see cref="BlockBytes"/> is for a block of so many bytes.</summary>
    public static ulong WholePages(ulong bytes) => (bytes + s_page - 1) & ~(s_page - 1);

    /// <summary>Reserves the addresses, once.</summary>
    /// <param name="tableBytes">Bytes the table may grow to.</param>
    /// <param name="blockBytes">Bytes the block may grow to.</param>
    /// <returns>False if the operating system refuses.</returns>
    public bool TryReserve(ulong tableBytes, ulong blockBytes)
    {
        ulong table = WholePages(tableBytes);
        ulong block = WholePages(blockBytes);
        if (table + block <= (ulong)nint.MaxValue)
        {
            _base = pages.TryReserve((nuint)(table + block));
        }

        (TableReserved, _blockReserved) = _base == null ? (0, 0) : (table, block);
        return _base != null;
    }

    /// <summary>Makes so many bytes of the table readable; false if the range is too small or the operating system refuses.</summary>
    public bool TryGrowTable(ulong bytes)
    {
        ulong whole = WholePages(bytes);
        if (whole > TableReserved || !TryCommit(_base + TableBytes, whole - TableBytes))
        {
            return false;
        }

        TableBytes = whole;
        return true;
    }

    /// <summary>Makes so many bytes of the block usable; false if the range is too small or the operating system refuses.</summary>
    public bool TryGrowBlock(ulong bytes)
    {
        ulong whole = WholePages(bytes);
        if (whole > _blockReserved || (whole > _blockCommitted && !TryCommit(Block + _blockCommitted, whole - _blockCommitted)))
        {
            return false;
        }

        _blockCommitted = Math.Max(_blockCommitted, whole);
        BlockBytes = Math.Max(BlockBytes, whole);
        return true;
    }

    /// <summary>Gives the memory of the block behind its first bytes back.</summary>
    public void ShrinkBlock(ulong bytes)
    {
        ulong whole = WholePages(bytes);
        if (whole < BlockBytes)
        {
            pages.Discard(Block + whole, (nuint)(BlockBytes - whole));
            BlockBytes = whole;
        }
    }

    public void Dispose()
    {
        Release();
        GC.SuppressFinalize(this);
    }

    private bool TryCommit(byte* address, ulong bytes) => pages.TryCommit(address, (nuint)bytes);

    private void Release()
    {
        if (_base != null)
        {
            pages.Release(_base, (nuint)(TableReserved + _blockReserved));
        }

        _base = null;
        TableReserved = _blockReserved = _blockCommitted = 0;
        TableBytes = BlockBytes = 0;
    }
}

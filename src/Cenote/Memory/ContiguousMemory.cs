using System.Runtime.ConstrainedExecution;

namespace Cenote.Memory;

/// <summary>
/// The native memory of one <see cref="ContiguousHeap"/>, and the only finalizable object it has: one range of addresses with a
/// table in front and a block behind, both committed from their start as they grow. Nothing is unmapped before
/// <see cref="Dispose"/>: memory that is given back stays readable.
/// </summary>
/// <remarks>Critical finalizers run after ordinary ones, so a user's finalizer can still free a handle of a forgotten pool.</remarks>
internal sealed unsafe class ContiguousMemory : CriticalFinalizerObject, IDisposable
{
    private static readonly ulong s_page = (ulong)Environment.SystemPageSize;

    private readonly PageSource _pages;
    private byte* _base;
    private ulong _blockReserved;
    private ulong _blockCommitted;

    // The range that was too small, once there is a larger one: spans into it stay readable.
    private byte* _formerBase;
    private ulong _formerReserved;

    /// <param name="pages">Where pages come from.</param>
    /// <param name="tableBytes">Bytes the table may grow to.</param>
    /// <param name="blockBytes">Bytes the block may grow to.</param>
    public ContiguousMemory(PageSource pages, ulong tableBytes, ulong blockBytes)
    {
        _pages = pages;
        TryReserve(tableBytes, blockBytes);
    }

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
            _pages.Discard(Block + whole, (nuint)(BlockBytes - whole));
            BlockBytes = whole;
        }
    }

    /// <summary>Copies table and block to a larger range, for a pool that was not meant to grow when it was made.</summary>
    /// <returns>False if the range is no larger, or the operating system refuses; nothing has changed then.</returns>
    public bool TryWiden(ulong tableBytes, ulong blockBytes)
    {
        if (WholePages(blockBytes) <= _blockReserved || _formerBase != null)
        {
            return false;
        }

        using var wider = new ContiguousMemory(_pages, tableBytes, blockBytes);
        if (wider._base == null || !wider.TryGrowTable(TableBytes) || !wider.TryGrowBlock(BlockBytes))
        {
            return false;
        }

        Buffer.MemoryCopy(Table, wider.Table, TableBytes, TableBytes);
        Buffer.MemoryCopy(Block, wider.Block, BlockBytes, BlockBytes);
        _pages.Discard(_base, (nuint)TableBytes);
        _pages.Discard(Block, (nuint)_blockCommitted);
        _formerBase = _base;
        _formerReserved = TableReserved + _blockReserved;
        _base = wider._base;
        wider._base = null;
        (TableReserved, _blockReserved, _blockCommitted) = (wider.TableReserved, wider._blockReserved, wider._blockCommitted);
        return true;
    }

    public void Dispose()
    {
        Release();
        GC.SuppressFinalize(this);
    }

    private void TryReserve(ulong tableBytes, ulong blockBytes)
    {
        ulong table = WholePages(tableBytes);
        ulong block = WholePages(blockBytes);
        if (table + block <= (ulong)nint.MaxValue)
        {
            _base = _pages.TryReserve((nuint)(table + block));
        }

        (TableReserved, _blockReserved) = _base == null ? (0, 0) : (table, block);
    }

    private bool TryCommit(byte* address, ulong bytes) => _pages.TryCommit(address, (nuint)bytes);

    private void Release()
    {
        if (_base != null)
        {
            _pages.Release(_base, (nuint)(TableReserved + _blockReserved));
        }

        if (_formerBase != null)
        {
            _pages.Release(_formerBase, (nuint)_formerReserved);
        }

        _base = _formerBase = null;
        TableReserved = _blockReserved = _blockCommitted = 0;
        TableBytes = BlockBytes = 0;
    }
}

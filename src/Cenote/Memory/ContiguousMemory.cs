using System.Runtime.ConstrainedExecution;

namespace Cenote.Memory;

/// <summary>
/// The native memory of one <see cref="ContiguousHeap"/>, and the only finalizable object it has: one range of addresses with a
/// table in front and a block behind, both committed from their start as they grow. Nothing is unmapped before
/// <see cref="Dispose"/>: memory that is given back stays readable.
/// </summary>
/// <param name="pages">Where pages come from.</param>
/// <remarks>Critical finalizers run after ordinary ones, so a user's finalizer can still free a handle of a forgotten pool.</remarks>
internal sealed unsafe partial class ContiguousMemory(PageSource pages) : CriticalFinalizerObject, IDisposable
{
    private static readonly ulong s_page = (ulong)Environment.SystemPageSize;

    private Range _range;

    ~ContiguousMemory() => Release();

    /// <summary>Start of the table.</summary>
    public byte* Table => _range.Table;

    /// <summary>Start of the block.</summary>
    public byte* Block => _range.Block;

    /// <summary>Bytes the table may grow to.</summary>
    public ulong TableReserved => _range.TableReserved;

    /// <summary>Bytes of the table that are readable.</summary>
    public ulong TableBytes { get; private set; }

    /// <summary>Bytes of the block that have memory behind them, or will have once they are written.</summary>
    public ulong BlockBytes { get; private set; }

    /// <summary>Bytes of both.</summary>
    public long NativeBytes => (long)(TableBytes + BlockBytes);

    /// <summary>What <see cref="BlockBytes"/> is for a block of so many bytes.</summary>
    public static ulong WholePages(ulong bytes) => (bytes + s_page - 1) & ~(s_page - 1);

    /// <summary>Reserves the addresses, once. What is committed later may hold anything.</summary>
    /// <param name="tableBytes">Bytes the table may grow to.</param>
    /// <param name="blockBytes">Bytes the block may grow to.</param>
    /// <returns>False if the operating system refuses.</returns>
    public bool TryReserve(ulong tableBytes, ulong blockBytes)
    {
        ulong table = WholePages(tableBytes);
        ulong block = WholePages(blockBytes);
        if (table + block > (ulong)nint.MaxValue)
        {
            return false;
        }

        if (!TryTakeWarm(table, block))
        {
            byte* start = pages.TryReserve((nuint)(table + block));
            _range = start == null ? default : new Range { Table = start, TableReserved = table, BlockReserved = block };
        }

        return _range.Table != null;
    }

    /// <summary>Makes so many bytes of the table readable; false if the range is too small or the operating system refuses.</summary>
    public bool TryGrowTable(ulong bytes)
    {
        ulong whole = WholePages(bytes);
        if (whole > TableReserved || !TryCommit(Table, ref _range.TableCommitted, whole))
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
        if (whole > _range.BlockReserved || !TryCommit(Block, ref _range.BlockCommitted, whole))
        {
            return false;
        }

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
        if (_range.Table != null && TryKeepWarm())
        {
            Forget();
        }

        Release();
        GC.SuppressFinalize(this);
    }

    private bool TryCommit(byte* start, ref ulong committed, ulong bytes)
    {
        if (bytes > committed)
        {
            if (!pages.TryCommit(start + committed, (nuint)(bytes - committed)))
            {
                return false;
            }

            committed = bytes;
        }

        return true;
    }

    private void Release()
    {
        if (_range.Table != null)
        {
            pages.Release(_range.Table, (nuint)(_range.TableReserved + _range.BlockReserved));
        }

        Forget();
    }

    private void Forget()
    {
        _range = default;
        TableBytes = BlockBytes = 0;
    }
}

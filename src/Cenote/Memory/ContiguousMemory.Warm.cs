namespace Cenote.Memory;

/// <content>
/// The ranges of disposed pools wait for the next ones, which then start on memory that is mapped and warm: touching a fresh page costs
/// more than filling it.
/// </content>
internal sealed unsafe partial class ContiguousMemory
{
    private const int MostWarmRanges = 4;
    private const ulong WarmTableBytes = 256 << 10;
    private const ulong WarmBlockBytes = 1 << 20;

    private static readonly Lock s_gate = new();
    private static readonly Range[] s_warm = new Range[MostWarmRanges];
    private static int s_warmCount;

    private bool TryTakeWarm(ulong table, ulong block)
    {
        lock (s_gate)
        {
            if (pages != PageSource.System || s_warmCount == 0 || !s_warm[s_warmCount - 1].Fits(table, block))
            {
                return false;
            }

            _range = s_warm[--s_warmCount];
            return true;
        }
    }

    private bool TryKeepWarm()
    {
        lock (s_gate)
        {
            if (pages != PageSource.System || s_warmCount == MostWarmRanges)
            {
                return false;
            }

            DecommitBehind(_range.Table, WarmTableBytes, ref _range.TableCommitted);
            DecommitBehind(_range.Block, WarmBlockBytes, ref _range.BlockCommitted);
            s_warm[s_warmCount++] = _range;
            return true;
        }
    }

    private void DecommitBehind(byte* start, ulong kept, ref ulong committed)
    {
        if (committed > kept)
        {
            pages.Decommit(start + kept, (nuint)(committed - kept));
            committed = kept;
        }
    }

    /// <summary>A range of addresses: a table in front, a block behind, both committed from their start.</summary>
    private struct Range
    {
        public byte* Table;
        public ulong TableReserved;
        public ulong TableCommitted;
        public ulong BlockReserved;
        public ulong BlockCommitted;

        public readonly byte* Block => Table + TableReserved;

        public readonly bool Fits(ulong table, ulong block) => TableReserved == table && BlockReserved == block;
    }
}

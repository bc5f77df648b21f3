using System.Runtime.InteropServices;
using Cenote.Memory.Rings;

namespace Cenote.Caching;

/// <content>Making room.</content>
internal sealed unsafe partial class CachePart
{
    // So many uses let a new entry stay. One might be the request that brought it.
    private const uint UsesToStay = 2;

    // So many entries go round again for one that comes. It bounds how long that takes, and how long readers wait.
    private const int MostChances = 64;

    private uint TakeMain(uint units, long now)
    {
        uint place;
        int chances = MostChances;
        while (!_main.TryTake(units, out place))
        {
            EvictMain(now, ref chances);
        }

        return place;
    }

    private uint TakeSmall(uint units, long now)
    {
        uint place;
        while (!_small.TryTake(units, out place))
        {
            EvictSmall(now);
        }

        return place;
    }

    // The oldest entry of the main ring goes round again or leaves.
    private void EvictMain(long now, ref int chances)
    {
        uint place = _main.Tail;
        RingCell* cell = At(place);
        uint units = cell->Units;
        _main.Leave(units);
        if (cell->IsDead)
        {
            return;
        }

        ulong* slot = _index.Find(SlotIndex.Bits(cell->Hash), place);
        bool isGone = IsGone(cell, now, out DropCause cause);
        uint uses = SlotIndex.UsesOf(*slot);
        if (!isGone && uses > 0 && chances > 0 && _main.TryTake(units, out uint to))
        {
            chances--;
            Move(cell, slot, to, uses - 1);
        }
        else
        {
            Drop(slot, cell, isGone ? cause : DropCause.Size);
        }
    }

    // The oldest entry of the small ring moves to the main one or leaves.
    private void EvictSmall(long now)
    {
        uint place = _small.Tail;
        RingCell* cell = At(place);
        uint units = cell->Units;
        if (!cell->IsDead)
        {
            uint bits = SlotIndex.Bits(cell->Hash);
            ulong* slot = _index.Find(bits, place);
            if (IsGone(cell, now, out DropCause cause))
            {
                Drop(slot, cell, cause);
            }
            else if (_main.TryTake(units, out uint to))
            {
                Move(cell, slot, to, 0);
            }
            else if (SlotIndex.UsesOf(*slot) >= UsesToStay)
            {
                to = TakeMain(units, now);
                Move(cell, _index.Find(bits, place), to, 0);
            }
            else
            {
                _ghosts.Add(cell->Hash);
                Drop(slot, cell, DropCause.Size);
            }
        }

        _small.Leave(units);
    }

    // The two places may overlap. Readers may have counted a use of the slot in the meantime, which is lost.
    private void Move(RingCell* cell, ulong* slot, uint to, uint uses)
    {
        uint bits = SlotIndex.HashBitsOf(*slot);
        nuint bytes = (nuint)cell->Units << RingCell.UnitShift;
        RingCell* target = At(to);
        Buffer.MemoryCopy(cell, target, bytes, bytes);
        if (_store.ClearsOnEviction && target != cell)
        {
            ClearOutside((byte*)cell, (byte*)target, bytes);
        }

        *slot = SlotIndex.Slot(bits, to, uses);
    }

    private static void ClearOutside(byte* from, byte* to, nuint bytes)
    {
        nuint distance = (nuint)Math.Abs(to - from);
        nuint outside = Math.Min(distance, bytes);
        NativeMemory.Clear(to > from ? from : from + (bytes - outside), outside);
    }

    private void MakeRoomInIndex(long now)
    {
        if (_index.Count >= _index.Length / 5 * 4)
        {
            TryGrowIndex();
            int none = 0;
            while (_index.Count >= _index.Length / 16 * 15)
            {
                if (_main.IsEmpty)
                {
                    EvictSmall(now);
                }
                else
                {
                    EvictMain(now, ref none);
                }
            }
        }
    }

    // What lies in the way leaves within one round of the main ring: until then the index is fuller than it should be.
    private void TryGrowIndex()
    {
        uint length = (_index.Length + Math.Max(_index.Length / 4, LeastIndex)) & ~7u;
        uint end = IndexBytesFor(length) < _bytes / 2 ? MainEndFor(length) : 0;
        if (end >= _main.Start + ((_firstMainEnd - _main.Start) / 2) && _main.TryEndAt(end))
        {
            _index.Grow(length);
            _ghosts.Initialize((byte*)At(end), length);
        }
    }
}

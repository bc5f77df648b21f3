using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <content>Walking over all cells, and compaction.</content>
internal unsafe partial struct KeyHeap
{
    public readonly KeyWalk Walk() => new() { LastRun = _current, LastEnd = _bump };

    /// <summary>
    /// Moves a walk to the position of another one. Copies of an enumerator share a walk, but have separate positions.
    /// </summary>
    /// <param name="walk">The walk.</param>
    /// <param name="next"><see cref="KeyWalk.Next"/> of the other walk.</param>
    /// <param name="end"><see cref="KeyWalk.End"/> of the other walk.</param>
    public readonly void Resume(ref KeyWalk walk, byte* next, byte* end)
    {
        walk.Next = next;
        if (end == null)
        {
            walk.End = null;
            walk.Runs = next == null ? 0 : walk.LastRun + 1;
            walk.LongCells = next == null ? 0 : (int)next - 1;
        }
        else if (walk.End != end)
        {
            walk.End = end;
            walk.LongCells = 0;
            walk.Runs = 0;
            do
            {
                walk.Run = _runs[walk.Runs++];
            }
            while (end <= walk.Run.Address || end > walk.Run.Address + walk.Run.Bytes);
        }
    }

    /// <summary>Whether a span points into the cells that <see cref="Compact"/> moves.</summary>
    public readonly bool Overlaps<T>(ReadOnlySpan<T> text)
        where T : unmanaged
    {
        fixed (T* first = text)
        {
            foreach (PageRun run in CollectionsMarshal.AsSpan(_runs))
            {
                if ((byte*)first >= run.Address && (byte*)first < run.Address + run.Bytes)
                {
                    return true;
                }
            }
        }

        return false;
    }

    static KeyWalk ICells<KeyHeap>.Walk(in KeyHeap cells) => cells.Walk();

    static bool ICells<KeyHeap>.MoveToIndexed(in KeyHeap cells, ref KeyWalk walk) => cells.MoveToLive(ref walk);

    static uint ICells<KeyHeap>.HashOf(in KeyHeap cells, uint index) => cells.At(index)->Hash;

    static void* ICells<KeyHeap>.AddressOf(in KeyHeap cells, uint index) => cells.At(index);

    /// <summary>Advances to the next live cell; false after the last one.</summary>
    public readonly bool MoveToLive(ref KeyWalk walk)
    {
        while (MoveToShared(ref walk))
        {
            if (!walk.Cell->IsFree)
            {
                return true;
            }
        }

        return MoveToLong(ref walk);
    }

    /// <summary>Advances to the next cell in a shared run, live or free; false after the last one.</summary>
    public readonly bool MoveToShared(ref KeyWalk walk)
    {
        if (walk.Next >= walk.End && !TryEnterRun(ref walk))
        {
            return false;
        }

        walk.Cell = (KeyCell*)walk.Next;
        Invariant.Holds(!walk.Cell->IsFree || walk.Cell->FreeUnits > 0, "A walk makes progress.");
        walk.Next = walk.Cell->IsFree
            ? walk.Next + ((nuint)walk.Cell->FreeUnits << AddressSpace.UnitShift)
            : KeyCell.NextCell(walk.Cell, _textOffset);
        return true;
    }

    /// <summary>
    /// Moves the live cells of shared runs to the front, in order, and frees runs that become empty. Cell indexes change, so the
    /// caller must rebuild the table.
    /// </summary>
    public void Compact()
    {
        KeyWalk walk = Walk();
        Array.Clear(_heads);
        FreeUnits = 0;
        _current = -1;
        _bump = _end = 0;
        while (MoveToShared(ref walk))
        {
            if (!walk.Cell->IsFree)
            {
                MoveToFront(walk.Cell);
            }
        }

        ReturnEmptyRuns();
    }

    // The cell always fits, because the front never passes the cell being moved.
    private void MoveToFront(KeyCell* cell)
    {
        nuint bytes = KeyCell.SizeOf(cell, _textOffset);
        uint units = (uint)(bytes >> AddressSpace.UnitShift);
        if (_end - _bump < units)
        {
            WipeRest();
            _ = TryEnterNextRun();
        }

        Invariant.Holds(_current >= 0 && _end - _bump >= units, "Cells that move fit in the runs that they came from.");
        Buffer.MemoryCopy(cell, At(_bump), bytes, bytes);
        _bump += units;
    }

    // Clears the rest of the current run, whose live cells were moved.
    private readonly void WipeRest()
    {
        if (_bump < _end)
        {
            WipeCleared(At(_bump), (nuint)(_end - _bump) << AddressSpace.UnitShift);
        }
    }

    private void ReturnEmptyRuns()
    {
        WipeRest();
        for (int i = _runs.Count - 1; i > _current; i--)
        {
            WipeCleared(_runs[i].Address, _runs[i].Bytes);
            ReturnRun(_runs[i]);
            _runs.RemoveAt(i);
        }

        if (_current >= 0)
        {
            PageRun run = _runs[_current];
            uint used = (_bump - run.Index + AddressSpace.GranuleUnits - 1) / AddressSpace.GranuleUnits;
            if (used < run.Granules)
            {
                _runs[_current] = run.Take(used);
                _end = run.Index + (used * AddressSpace.GranuleUnits);
                ReturnRun(run.Skip(used));
            }
        }
    }

    private void ReturnRun(PageRun run)
    {
        _runGranules -= run.Granules;
        Invariant.Holds(_runGranules >= 0, "The count of granules in runs is not negative.");
        _space.Return(run);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly bool TryEnterRun(ref KeyWalk walk)
    {
        while (walk.Runs <= walk.LastRun)
        {
            PageRun run = _runs[walk.Runs];
            nuint bytes = walk.Runs == walk.LastRun ? (nuint)(walk.LastEnd - run.Index) << AddressSpace.UnitShift : run.Bytes;
            walk.Runs++;
            if (bytes > 0)
            {
                walk.Run = run;
                walk.Next = run.Address;
                walk.End = run.Address + bytes;
                return true;
            }
        }

        return false;
    }

    private static void EndRuns(ref KeyWalk walk)
    {
        walk.Next = (byte*)(nuint)(walk.LongCells + 1);
        walk.End = null;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly bool MoveToLong(ref KeyWalk walk)
    {
        while (walk.LongCells < _longCells.Count)
        {
            PageRun run = _longCells[walk.LongCells++];
            if (run.Granules > 0)
            {
                walk.Run = run;
                walk.Cell = (KeyCell*)run.Address;
                EndRuns(ref walk);
                return true;
            }
        }

        walk.Cell = null;
        EndRuns(ref walk);
        return false;
    }
}

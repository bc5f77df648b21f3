using System.Runtime.CompilerServices;

namespace Cenote.Memory;

/// <content>Walks over all cells, and moving them together.</content>
internal unsafe partial struct KeyHeap
{
    /// <summary>Starts a walk.</summary>
    public readonly KeyWalk Walk() => new() { LastRun = _current, LastEnd = _bump };

    /// <summary>Goes on to the next live cell; false after the last one.</summary>
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

    /// <summary>Goes on to the next cell that shares a run, live or free; false after the last one.</summary>
    public readonly bool MoveToShared(ref KeyWalk walk)
    {
        if (walk.Next >= walk.End && !TryEnterRun(ref walk))
        {
            return false;
        }

        walk.Cell = (KeyCell*)walk.Next;
        walk.Next += walk.Cell->IsFree ? (nuint)walk.Cell->FreeUnits << AddressSpace.UnitShift : KeyCell.SizeOf(walk.Cell, _textOffset);
        return true;
    }

    /// <summary>
    /// Moves the live cells that share runs to the front, in their order, and returns the runs that become empty. What knows the index of a
    /// cell must learn the new one.
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

    // A cell never moves back: at the place it comes from it fits, so the front is there at the latest.
    private void MoveToFront(KeyCell* cell)
    {
        nuint bytes = KeyCell.SizeOf(cell, _textOffset);
        uint units = (uint)(bytes >> AddressSpace.UnitShift);
        if (_end - _bump < units)
        {
            _ = TryEnterNextRun();
        }

        Buffer.MemoryCopy(cell, At(_bump), bytes, bytes);
        _bump += units;
    }

    private void ReturnEmptyRuns()
    {
        for (int i = _runs.Count - 1; i > _current; i--)
        {
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
                return true;
            }
        }

        return false;
    }
}

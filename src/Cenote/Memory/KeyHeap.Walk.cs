using System.Runtime.CompilerServices;

namespace Cenote.Memory;

/// <content>Walks over all cells, and moving them together.</content>
internal unsafe partial struct KeyHeap
{
    /// <summary>Starts a walk.</summary>
    public readonly KeyWalk Walk() => new() { LastRun = _current, LastEnd = _bump };

    /// <summary>Goes on to the next live cell; false after the last one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
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
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool MoveToShared(ref KeyWalk walk)
    {
        uint index = walk.Index + walk.Units;
        if (index >= walk.RunEnd)
        {
            return TryEnterRun(ref walk);
        }

        walk.Index = index;
        walk.Cell = (KeyCell*)((byte*)walk.Cell + ((nuint)walk.Units << AddressSpace.UnitShift));
        walk.Units = KeyCell.UnitsOf(walk.Cell, _textOffset);
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
                MoveToFront(walk.Cell, walk.Units);
            }
        }

        ReturnEmptyRuns();
    }

    // A cell never moves back: at the place it comes from it fits, so the front is there at the latest.
    private void MoveToFront(KeyCell* cell, uint units)
    {
        if (_end - _bump < units)
        {
            _ = TryEnterNextRun();
        }

        nuint bytes = (nuint)units << AddressSpace.UnitShift;
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
            walk.RunEnd = walk.Runs == walk.LastRun ? walk.LastEnd : run.Index + (run.Granules * AddressSpace.GranuleUnits);
            walk.Runs++;
            if (run.Index < walk.RunEnd)
            {
                walk.Index = run.Index;
                walk.Cell = (KeyCell*)run.Address;
                walk.Units = KeyCell.UnitsOf(walk.Cell, _textOffset);
                return true;
            }
        }

        walk.Units = 0;
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
                walk.Cell = (KeyCell*)run.Address;
                walk.Index = run.Index;
                walk.RunEnd = 0;
                walk.Units = 0;
                return true;
            }
        }

        return false;
    }
}

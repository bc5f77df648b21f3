using Cenote.Threading;

namespace Cenote.Memory.Rings;

/// <summary>
/// A FIFO queue of variable-size cells in a ring buffer. Cells are added at the head, wrap to the start if they do not fit before
/// the end, and are removed at the tail. The ring manages only offsets, in 8-byte units within one cache part.
/// </summary>
internal struct Ring
{
    private uint _start;
    private uint _end;
    private uint _wrap;
    private uint _used;
    private bool _isWrapped;

    /// <summary>The offset of the oldest cell.</summary>
    public uint Tail { get; private set; }

    /// <summary>The offset of the next cell, unless the ring wraps.</summary>
    public uint Head { get; private set; }

    public readonly uint Start => _start;

    public readonly uint End => _end;

    /// <summary>The high-water mark, beyond which memory is untouched.</summary>
    public uint Touched { get; private set; }

    public readonly uint Used => _used;

    /// <summary>The maximum units of a cell.</summary>
    public readonly uint Capacity => _end - _start;

    public readonly bool IsEmpty => _used == 0;

    /// <summary>Whether cells continue at the start after those at the end.</summary>
    public readonly bool IsWrapped => _isWrapped;

    public void Initialize(uint start, uint end)
    {
        Invariant.Holds(start < end, "The size of a ring is above 0.");
        _start = start;
        _end = end;
        Touched = start;
        Reset();
    }

    public void Reset()
    {
        Tail = Head = _start;
        _isWrapped = false;
        _used = 0;
    }

    /// <summary>Raises <see cref="Touched"/> to the end, because other data was written there.</summary>
    public void TouchAll() => Touched = Math.Max(Touched, _end);

    /// <summary>Lowers <see cref="Touched"/> after unused memory was returned to the operating system.</summary>
    public void Untouch() => Touched = _isWrapped ? Touched : Head;

    // Free units after the head. Cells may remain beyond a lowered end, but no cells are added there.
    private readonly uint Free
    {
        get
        {
            uint end = _isWrapped ? Math.Min(Tail, _end) : _end;
            return end - Math.Min(Head, end);
        }
    }

    /// <summary>Allocates a cell at the head; false if older cells must be removed first.</summary>
    public bool TryTake(uint units, out uint place)
    {
        Invariant.Holds(units > 0, "A cell is not empty.");
        place = Head;
        if (units > Free)
        {
            if (_isWrapped || units > Tail - _start)
            {
                return false;
            }

            _wrap = Head;
            _isWrapped = true;
            place = _start;
        }

        Head = place + units;
        Invariant.Holds(
            Head <= _end && (!_isWrapped || Head <= Tail), "No cell extends beyond the end or overlaps the oldest cell.");
        Touched = Math.Max(Touched, Head);
        _used += units;
        return true;
    }

    /// <summary>Removes the oldest cell.</summary>
    /// <param name="units">The size of the cell.</param>
    public void RemoveOldest(uint units)
    {
        Invariant.Holds(units > 0 && units <= _used, "A cell is removed only once.");
        Tail += units;
        Invariant.Holds(_isWrapped ? Tail <= _wrap : Tail <= Head, "Cells are removed oldest first.");
        _used -= units;
        if (_isWrapped && Tail == _wrap)
        {
            Tail = _start;
            _isWrapped = false;
        }

        if (_used == 0)
        {
            Reset();
        }
    }

    /// <summary>Lowers the end. Cells beyond the end stay until they are removed, but no cells are added there.</summary>
    /// <returns>Whether no cell is beyond the new end, so that the memory there is free for other uses.</returns>
    public bool TryEndAt(uint end)
    {
        Invariant.Holds(end >= _start, "A ring does not end before it begins.");
        _end = Math.Min(_end, end);
        return _isWrapped ? _wrap <= end : Head <= end;
    }

    /// <summary>Raises the end.</summary>
    public void ExtendTo(uint end)
    {
        Invariant.Holds(end >= _end, "The end of a ring does not decrease.");
        _end = end;
    }

    /// <summary>Advances a walk from tail to head; false after the last cell.</summary>
    public readonly bool TryNext(ref uint place, uint units)
    {
        Invariant.Holds(units > 0 && _used > 0, "A walk makes progress.");
        place += units;
        if (_isWrapped && place == _wrap)
        {
            place = _start;
        }

        return place != Head;
    }
}

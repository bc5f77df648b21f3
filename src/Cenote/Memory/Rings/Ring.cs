using Cenote.Threading;

namespace Cenote.Memory.Rings;

/// <summary>
/// A queue of cells of any size in consecutive memory: cells are added at the head and leave at the tail, and what does not fit
/// before the end begins anew at the start. It knows offsets only, of units of 8 bytes in those of its part.
/// </summary>
internal struct Ring
{
    private uint _start;
    private uint _end;
    private uint _wrap;
    private uint _used;
    private bool _isWrapped;

    /// <summary>Where the oldest cell is.</summary>
    public uint Tail { get; private set; }

    /// <summary>Where the next cell will be if it fits there.</summary>
    public uint Head { get; private set; }

    /// <summary>Where the ring begins.</summary>
    public readonly uint Start => _start;

    /// <summary>Where the ring ends.</summary>
    public readonly uint End => _end;

    /// <summary>How far cells have reached, and left memory behind them.</summary>
    public uint Touched { get; private set; }

    /// <summary>Units of all cells between tail and head.</summary>
    public readonly uint Used => _used;

    /// <summary>Units of the largest cell.</summary>
    public readonly uint Capacity => _end - _start;

    public readonly bool IsEmpty => _used == 0;

    /// <summary>Whether cells go on at the start after those at the end.</summary>
    public readonly bool IsWrapped => _isWrapped;

    public void Initialize(uint start, uint end)
    {
        Invariant.Holds(start < end, "A ring has room.");
        _start = start;
        _end = end;
        Touched = start;
        Reset();
    }

    /// <summary>Forgets all cells.</summary>
    public void Reset()
    {
        Tail = Head = _start;
        _isWrapped = false;
        _used = 0;
    }

    /// <summary>Notes that something else has left memory behind it, up to the end.</summary>
    public void TouchAll() => Touched = Math.Max(Touched, _end);

    /// <summary>Notes that the memory that no cell has was given back.</summary>
    public void Untouch() => Touched = _isWrapped ? Touched : Head;

    // Units after the head. Where the ring was given a new end, there may be cells beyond it, but none is added.
    private readonly uint Free
    {
        get
        {
            uint end = _isWrapped ? Math.Min(Tail, _end) : _end;
            return end - Math.Min(Head, end);
        }
    }

    /// <summary>Takes a place at the head; false if cells have to leave first.</summary>
    public bool TryTake(uint units, out uint place)
    {
        Invariant.Holds(units > 0, "A cell has a size.");
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
        Invariant.Holds(Head <= _end && (!_isWrapped || Head <= Tail), "No cell is added beyond the end, or over the oldest.");
        Touched = Math.Max(Touched, Head);
        _used += units;
        return true;
    }

    /// <summary>Lets the oldest cell leave.</summary>
    /// <param name="units">Its size.</param>
    public void Leave(uint units)
    {
        Invariant.Holds(units > 0 && units <= _used, "A cell is removed once.");
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

    /// <summary>
    /// Gives up the units after a new end. Cells that are there stay until they leave; no cell is added there.
    /// </summary>
    /// <returns>Whether none is there, so that the units are free for something else.</returns>
    public bool TryEndAt(uint end)
    {
        Invariant.Holds(end >= _start, "A ring does not end before it begins.");
        _end = Math.Min(_end, end);
        return _isWrapped ? _wrap <= end : Head <= end;
    }

    /// <summary>Gets units after its end back.</summary>
    public void ExtendTo(uint end)
    {
        Invariant.Holds(end >= _end, "The end of a ring does not decrease.");
        _end = end;
    }

    /// <summary>The cell after another one, for a walk from the tail to the head; false if that was the last one.</summary>
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

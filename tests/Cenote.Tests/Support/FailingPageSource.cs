using Cenote.Memory.Pages;

namespace Cenote.Tests.Support;

/// <summary>
/// Real pages with bookkeeping: requests fail on demand, unknown ranges are errors, and unreturned ranges are tracked.
/// </summary>
internal sealed unsafe class FailingPageSource : PageSource
{
    private readonly Lock _gate = new();
    private readonly SortedList<nint, nuint> _reservations = [];
    private readonly Dictionary<nint, long> _committed = [];

    /// <summary>Decides whether the request with a given number fails.</summary>
    public Func<int, bool> Fails { get; set; } = static _ => false;

    /// <summary>Called while memory is returned.</summary>
    public Action OnDiscard { get; set; } = static () => { };

    /// <summary>Larger commits than this, in bytes, fail.</summary>
    public nuint LargestCommit { get; set; } = nuint.MaxValue;

    /// <summary>The memory of the machine, in bytes.</summary>
    public ulong MachineBytes { get; set; } = ulong.MaxValue;

    /// <summary>The maximum of committed bytes, including quarantined bytes, if discarding does not return memory.</summary>
    public long CommitLimit { get; set; } = long.MaxValue;

    /// <summary>The maximum number of quarantined bytes.</summary>
    public long QuarantinedBytes { get; set; } = RangeCache.MaximumQuarantineBytes;

    /// <summary>The maximum number of reservations.</summary>
    public int MaximumReservations { get; set; } = int.MaxValue;

    /// <summary>Whether discarded pages keep their content, as under <c>mlockall</c>.</summary>
    public bool KeepsWhatIsDiscarded { get; set; }

    /// <summary>Whether pages can be moved to other addresses.</summary>
    public bool MovesPages { get; set; } = true;

    /// <summary>Whether a move of pages is refused.</summary>
    public bool RefusesToMove { get; set; }

    /// <summary>Whether moved pages cannot be replaced at their old addresses.</summary>
    public bool RefusesToRenew { get; set; }

    /// <summary>Whether reservations cannot be released.</summary>
    public bool RefusesToRelease { get; set; }

    /// <summary>The number of reserve and commit requests so far.</summary>
    public int Requests { get; private set; }

    /// <summary>The number of requests that failed.</summary>
    public int Failures { get; private set; }

    /// <summary>Ranges for which huge pages were requested, in order.</summary>
    public List<(nint Address, nuint Bytes)> HugeRanges { get; } = [];

    /// <summary>Ranges for which huge pages were later declined, in order.</summary>
    public List<(nint Address, nuint Bytes)> OrdinaryRanges { get; } = [];

    /// <summary>Ranges whose memory was returned, in order.</summary>
    public List<(nint Address, nuint Bytes)> DiscardedRanges { get; } = [];

    /// <summary>The bytes of each move of pages, in order.</summary>
    public List<nuint> Moves { get; } = [];

    /// <summary>The number of ranges not released yet.</summary>
    public int Reservations
    {
        get
        {
            lock (_gate)
            {
                return _reservations.Count;
            }
        }
    }

    public override ulong MemoryBytes => MachineBytes;

    public override bool CountsCommitted => QuarantinedBytes < RangeCache.MaximumQuarantineBytes;

    public override long MaximumQuarantineBytes => QuarantinedBytes;

    public override bool CanMove => MovesPages;

    public override bool MayMap() => Reservations < MaximumReservations;

    public override byte* TryReserve(nuint bytes)
    {
        if (Refuses())
        {
            return null;
        }

        byte* address = System.TryReserve(bytes);
        Assert.True(address != null, $"The operating system itself refuses {bytes} bytes of addresses.");
        lock (_gate)
        {
            _reservations.Add((nint)address, bytes);
        }

        return address;
    }

    public override bool TryCommit(byte* address, nuint bytes)
    {
        CheckRange(address, bytes);
        lock (_gate)
        {
            if (_committed.Values.Sum() + (long)bytes > CommitLimit)
            {
                return false;
            }

            nint reservation = _reservations.Keys.Last(start => start <= (nint)address);
            _committed[reservation] = _committed.GetValueOrDefault(reservation) + (long)bytes;
        }

        return bytes <= LargestCommit && !Refuses() && System.TryCommit(address, bytes);
    }

    public override bool Discard(byte* address, nuint bytes)
    {
        OnDiscard();
        CheckRange(address, bytes);
        lock (_gate)
        {
            DiscardedRanges.Add(((nint)address, bytes));
        }

        return !KeepsWhatIsDiscarded && System.Discard(address, bytes);
    }

    public override bool TryMove(byte* from, byte* to, nuint bytes)
    {
        CheckRange(from, bytes);
        CheckRange(to, bytes);
        Moves.Add(bytes);
        return !RefusesToMove && System.TryMove(from, to, bytes);
    }

    public override bool TryRenew(byte* address, nuint bytes)
    {
        CheckRange(address, bytes);
        return !RefusesToRenew && System.TryRenew(address, bytes);
    }

    public override void AvoidHugePages(byte* address, nuint bytes)
    {
        CheckRange(address, bytes);
        lock (_gate)
        {
            OrdinaryRanges.Add(((nint)address, bytes));
        }

        System.AvoidHugePages(address, bytes);
    }

    public override void PreferHugePages(byte* address, nuint bytes)
    {
        CheckRange(address, bytes);
        lock (_gate)
        {
            HugeRanges.Add(((nint)address, bytes));
        }

        System.PreferHugePages(address, bytes);
    }

    public override bool TryRelease(byte* address, nuint bytes)
    {
        if (RefusesToRelease)
        {
            return false;
        }

        lock (_gate)
        {
            _committed.Remove((nint)address);
            Assert.True(_reservations.Remove((nint)address, out nuint reserved), "An unreserved range was released.");
            Assert.Equal(reserved, bytes);
        }

        return System.TryRelease(address, bytes);
    }

    private bool Refuses()
    {
        bool refuses = Fails(Requests++);
        Failures += refuses ? 1 : 0;
        return refuses;
    }

    // Adjacent reservations may be used as one range.
    private void CheckRange(byte* address, nuint bytes)
    {
        Assert.True(bytes > 0, "A range is empty.");
        nint position = (nint)address;
        nint end = position + (nint)bytes;
        lock (_gate)
        {
            foreach ((nint start, nuint length) in _reservations)
            {
                nint reservedEnd = start + (nint)length;
                position = start <= position && position < reservedEnd ? reservedEnd : position;
            }
        }

        Assert.True(position >= end, "An unreserved range was used.");
    }
}

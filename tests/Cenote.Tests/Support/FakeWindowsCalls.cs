using Cenote.Memory.Pages;

namespace Cenote.Tests.Support;

/// <summary>
/// A fake of Windows with the documented rules of VirtualAlloc, VirtualFree and DiscardVirtualMemory, on real memory: access to
/// an uncommitted page crashes the process.
/// </summary>
/// <remarks>
/// Reservations start at multiples of 64 KiB, at the lowest free addresses, so the next one often follows directly, and released
/// addresses are soon reserved again. Reserving costs no commit charge. Committing charges the pages that were not committed, or
/// fails without a change at the limit. Only decommitting and releasing lower the charge. A call must stay within one reservation.
/// Calls that break a rule fail, and are listed in <see cref="Errors"/>.
/// </remarks>
internal sealed unsafe class FakeWindowsCalls : IWindowsCalls, IDisposable
{
    private const uint MemoryCommit = 0x1000;
    private const uint MemoryReserve = 0x2000;
    private const uint MemoryDecommit = 0x4000;
    private const uint MemoryRelease = 0x8000;
    private const uint MemoryReset = 0x80000;
    private const uint InvalidParameter = 87;
    private const uint InvalidAddress = 487;
    private const nint PageBytes = 4096;
    private const nint AllocationGranularity = 1 << 16;
    private static readonly nint s_addressBytes = (nint)1 << (Environment.Is64BitProcess ? 40 : 30);

    private readonly Lock _gate = new();
    private readonly Random _random = new(1);
    private readonly byte[] _randomBytes = new byte[1 << 20];
    private readonly SortedList<nint, Reserved> _reservations = [];
    private readonly nint _start = (nint)PageSource.System.TryReserve((nuint)s_addressBytes);
    private long _committed;
    private bool _isDisposed;

    public FakeWindowsCalls()
    {
        Assert.True(_start != 0, "The operating system refuses the addresses of the fake.");
        _random.NextBytes(_randomBytes);
    }

    /// <summary>All calls in order, with addresses relative to the first one that was reserved.</summary>
    public List<string> Calls { get; } = [];

    /// <summary>Calls that violate the documentation.</summary>
    public List<string> Errors { get; } = [];

    /// <summary>Decides whether the call with a given name fails.</summary>
    public Func<string, bool> Fails { get; set; } = static _ => false;

    /// <summary>Whether the system has DiscardVirtualMemory.</summary>
    public bool HasDiscard { get; init; } = true;

    /// <summary>The content of discarded pages.</summary>
    public DiscardedContent Content { get; init; } = DiscardedContent.Random;

    /// <summary>The maximum <see cref="CommitCharge"/>.</summary>
    public long CommitLimit { get; set; } = long.MaxValue;

    /// <summary>Bytes of committed pages.</summary>
    public long CommitCharge => Volatile.Read(ref _committed);

    /// <summary>Bytes discarded so far.</summary>
    public long DiscardedBytes { get; private set; }

    /// <summary>The number of commits that the limit refused.</summary>
    public int RefusedCommits { get; private set; }

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

    public nint Allocate(nint address, nuint size, uint type, uint protection)
    {
        lock (_gate)
        {
            Calls.Add($"{nameof(Allocate)} {Offset(address):x} {size:x} {type:x} {protection:x}");
            if (_isDisposed || Fails(nameof(Allocate)))
            {
                return 0;
            }

            return size == 0 || protection is not (0x01 or 0x04) ? Reject("The size or the protection is invalid.")
                : type switch
                {
                    MemoryReserve => Reserve(address, size),
                    MemoryCommit => Commit(address, size, protection),
                    MemoryReset => Reset(address, size) == 0 ? address : 0,
                    _ => Reject("The fake does not support the type."),
                };
        }
    }

    public uint Discard(nint address, nuint size)
    {
        lock (_gate)
        {
            Calls.Add($"{nameof(Discard)} {Offset(address):x} {size:x}");
            if (!HasDiscard)
            {
                throw new EntryPointNotFoundException("DiscardVirtualMemory");
            }

            return _isDisposed || Fails(nameof(Discard)) ? InvalidParameter : Reset(address, size);
        }
    }

    public int Free(nint address, nuint size, uint type)
    {
        lock (_gate)
        {
            Calls.Add($"{nameof(Free)} {Offset(address):x} {size:x} {type:x}");
            if (_isDisposed || Fails(nameof(Free)))
            {
                return _isDisposed ? 1 : 0;
            }

            return type switch
            {
                MemoryRelease => Release(address, size),
                MemoryDecommit => Decommit(address, size),
                _ => (int)Reject("The fake does not support the type."),
            };
        }
    }

    /// <summary>
    /// Releases the memory. Finalizers may still call the fake afterwards: then nothing is allocated, and everything counts as
    /// released.
    /// </summary>
    public void Dispose()
    {
        lock (_gate)
        {
            _isDisposed = true;
            Assert.True(PageSource.System.TryRelease((byte*)_start, (nuint)s_addressBytes));
        }
    }

    private static nint RoundUp(nint bytes, nint unit) => (bytes + unit - 1) & -unit;

    private nint Offset(nint address) => Math.Max(0, address - _start);

    private nint Reserve(nint address, nuint size)
    {
        if (address != 0)
        {
            return Reject("The fake chooses the addresses.");
        }

        nint bytes = RoundUp((nint)size, PageBytes);
        nint start = _start;
        foreach (Reserved other in _reservations.Values)
        {
            if (other.Start - start >= bytes)
            {
                break;
            }

            start = RoundUp(other.End, AllocationGranularity);
        }

        if (bytes > _start + s_addressBytes - start)
        {
            return 0;
        }

        _reservations.Add(start, new Reserved(start, bytes));
        return start;
    }

    private nint Commit(nint address, nuint size, uint protection)
    {
        nint first = address & -PageBytes;
        nint end = RoundUp(address + (nint)size, PageBytes);
        if (protection != 0x04 || Find(first, end) is not { } reserved)
        {
            return Reject("The range is not readable and writable within one reservation.");
        }

        long added = end - first - reserved.CommittedWithin(first, end).Sum(static range => (long)(range.End - range.First));
        if (_committed + added > CommitLimit)
        {
            RefusedCommits++;
            return 0;
        }

        Assert.True(PageSource.System.TryCommit((byte*)first, (nuint)(end - first)), "The operating system refuses the memory.");
        reserved.Mark(first, end, committed: true);
        _committed += added;
        return first;
    }

    private uint Reset(nint address, nuint size)
    {
        nint end = address + (nint)size;
        if (address % PageBytes != 0 || size == 0 || (nint)size % PageBytes != 0)
        {
            Reject("Only whole pages can be discarded.");
            return InvalidParameter;
        }

        // Callers cannot know in advance that a range crosses into the next reservation, so this error is expected.
        if (Find(address, end) is not { } reserved)
        {
            return InvalidAddress;
        }

        if (!reserved.CommittedWithin(address, end).SequenceEqual([(address, end)]))
        {
            Reject("Only committed pages can be discarded.");
            return InvalidAddress;
        }

        DiscardedBytes += end - address;
        for (nint page = address; page < end; page += PageBytes)
        {
            Change(new Span<byte>((void*)page, (int)PageBytes));
        }

        return 0;
    }

    private void Change(Span<byte> page)
    {
        if (Content == DiscardedContent.Random)
        {
            _randomBytes.AsSpan(_random.Next(_randomBytes.Length - page.Length), page.Length).CopyTo(page);
        }
        else if (Content == DiscardedContent.Mixed && _random.Next(2) == 0)
        {
            page.Clear();
        }
    }

    private int Release(nint address, nuint size)
    {
        if (size != 0 || !_reservations.Remove(address, out Reserved? reserved))
        {
            return (int)Reject("Only a whole reservation is released, by its start and with a size of 0.");
        }

        Withdraw(reserved, reserved.Start, reserved.End);
        return 1;
    }

    private int Decommit(nint address, nuint size)
    {
        nint end = size == 0 && _reservations.TryGetValue(address, out Reserved? whole)
            ? whole.End
            : RoundUp(address + (nint)size, PageBytes);
        nint first = address & -PageBytes;
        if (first == end || Find(first, end) is not { } reserved)
        {
            return (int)Reject("The range is not within one reservation.");
        }

        Withdraw(reserved, first, end);
        return 1;
    }

    // Decommitting uncommitted pages is not an error.
    private void Withdraw(Reserved reserved, nint first, nint end)
    {
        foreach ((nint start, nint stop) in reserved.CommittedWithin(first, end))
        {
            _committed -= stop - start;
            RemoveAccess((byte*)start, (nuint)(stop - start));
        }

        reserved.Mark(first, end, committed: false);
    }

    private static void RemoveAccess(byte* address, nuint bytes)
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Equal(1, new Kernel32Calls().Free((nint)address, bytes, MemoryDecommit));
        }
        else
        {
            Assert.True(PageSource.System.TryRenew(address, bytes));
            Assert.Equal(0, new LibcCalls().Protect((nint)address, bytes, 0));
        }
    }

    private Reserved? Find(nint first, nint end)
    {
        int low = 0;
        for (int high = _reservations.Count; low < high;)
        {
            int middle = (low + high) / 2;
            (low, high) = _reservations.GetKeyAtIndex(middle) <= first ? (middle + 1, high) : (low, middle);
        }

        return low > 0 && end <= _reservations.GetValueAtIndex(low - 1).End ? _reservations.GetValueAtIndex(low - 1) : null;
    }

    private nint Reject(string rule)
    {
        Errors.Add($"{Calls[^1]}: {rule}");
        return 0;
    }

    /// <summary>One reservation and which of its pages are committed.</summary>
    private sealed class Reserved(nint start, nint bytes)
    {
        // Sorted by address; adjacent ranges are merged.
        private readonly List<(nint First, nint End)> _committed = [];

        public nint Start { get; } = start;

        public nint End { get; } = start + bytes;

        public IEnumerable<(nint First, nint End)> CommittedWithin(nint first, nint end) =>
            from range in _committed
            where range.First < end && range.End > first
            select (Math.Max(range.First, first), Math.Min(range.End, end));

        public void Mark(nint first, nint end, bool committed)
        {
            int index = _committed.FindIndex(range => range.End >= first);
            index = index < 0 ? _committed.Count : index;
            (nint First, nint End)[] touched = [.. _committed.Skip(index).TakeWhile(range => range.First <= end)];
            _committed.RemoveRange(index, touched.Length);
            nint left = touched.Length == 0 ? first : Math.Min(first, touched[0].First);
            nint right = touched.Length == 0 ? end : Math.Max(end, touched[^1].End);
            (nint First, nint End)[] rest = committed ? [(left, right)] : [(left, first), (end, right)];
            _committed.InsertRange(index, rest.Where(static range => range.First < range.End));
        }
    }
}

using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>
/// Keeps all owners in a process within the memory of the machine or container, because exceeding it ends the process. Owners
/// charge memory here before they use it, which usually costs two additions. Free memory is read again whenever a quarter of it
/// was used.
/// </summary>
/// <remarks>
/// <para>Two sums stay below the limit by a reserve: one eighth of the limit, at most 256 MiB. One is the used memory as
/// counted by the operating system, including the managed heap and other processes in a container. The other is all memory that
/// owners hold, used or not, plus the managed heap and the memory used by others: owners may use their memory later.</para>
/// <para>The reserve is for memory that is not counted: growth of the managed heap before a collection, code, stacks, page
/// tables.</para>
/// </remarks>
/// <param name="machine">
/// Reports the available memory, which is first read when more than <see cref="FirstCredit"/> is used.
/// </param>
/// <param name="keeper">Releases disposed and unreachable owners before a refusal; null to release no owners.</param>
internal sealed class MemoryBudget(Lazy<MachineMemory> machine, RangeCache? keeper = null)
{
    /// <summary>Bytes that may be used before the available memory is read, so that small programs never read it.</summary>
    public const long FirstCredit = 4 << 20;

    private const int ReserveDivisor = 8;
    private const long MaxReserve = 256 << 20;
    private const int CreditDivisor = 4;

    // A dictionary or cache that was refused memory may retry for each key, as may its caller.
    private static readonly TimeSpan s_minRetryInterval = TimeSpan.FromMilliseconds(10);
    // The minimum interval between collections, unless the managed heap has grown by the missing bytes.
    private static readonly TimeSpan s_betweenCollections = TimeSpan.FromSeconds(10);

    private readonly Lock _gate = new();
    private long _credit = FirstCredit;
    private long _lent;

    // The lowest value read for memory in use by others, if known.
    private long _others = long.MaxValue;
    private long _collectedAt;
    private long _heapAfterCollection;
    private long _refusedAt;
    private long _refusedBytes = long.MaxValue;
    private long _used;

    /// <summary>Counts memory that is about to be used; false, with no change, if that exceeds the budget.</summary>
    public bool TryCharge(long bytes)
    {
        Invariant.Holds(bytes >= 0, "The number of bytes is not negative.");
        Interlocked.Add(ref _lent, bytes);
        if (Interlocked.Add(ref _credit, -bytes) >= 0 || TryExtend(bytes, taken: bytes))
        {
            return true;
        }

        Interlocked.Add(ref _lent, -bytes);
        return false;
    }

    public void Uncharge(long bytes)
    {
        Interlocked.Add(ref _lent, -bytes);
        Volatile.Write(ref _refusedBytes, long.MaxValue);
    }

    /// <summary>Whether this many bytes could be used now, for callers that take them step by step.</summary>
    public bool HasAvailable(long bytes) => bytes <= Volatile.Read(ref _credit) || TryExtend(bytes, taken: 0);

    private bool TryExtend(long bytes, long taken)
    {
        if (bytes >= Volatile.Read(ref _refusedBytes)
            && Stopwatch.GetElapsedTime(Volatile.Read(ref _refusedAt)) < s_minRetryInterval)
        {
            NoteRefusal(bytes);
            return false;
        }

        long releases = keeper?.Releases ?? 0;
        long lent = Volatile.Read(ref _lent);
        bool isExtended = TryRead(bytes, taken);
        while (!isExtended
            && MayFit(bytes)
            && (keeper?.TryReclaim(ref releases) == true || Volatile.Read(ref _lent) < lent))
        {
            lent = Volatile.Read(ref _lent);
            isExtended = TryRead(bytes, taken);
        }

        if (!isExtended)
        {
            NoteRefusal(bytes);
        }

        return isExtended;
    }

    private void NoteRefusal(long bytes)
    {
        long limit = Signed(machine.Value.Bytes);
        MemoryRefusal.Note(MemoryRefusal.MachineMemory, bytes, Volatile.Read(ref _used), limit, Reserve(limit));
    }

    private bool TryRead(long bytes, long taken)
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            // Another thread may already have extended the credit.
            if (taken > 0 && Interlocked.Add(ref _credit, -bytes) >= 0)
            {
                return true;
            }

            long room = ComputeHeadroom(taken);
            if (room < bytes && TryCollect(bytes - room))
            {
                room = ComputeHeadroom(taken);
            }

            long left = room - taken;
            Volatile.Write(ref _credit, Math.Max(0, left / CreditDivisor));
            if (room < bytes)
            {
                Volatile.Write(ref _refusedAt, Stopwatch.GetTimestamp());
                Volatile.Write(ref _refusedBytes, bytes);
            }

            return room >= bytes;
        }
    }

    private long ComputeHeadroom(long taken)
    {
        long limit = Signed(machine.Value.Bytes);
        long available = Signed(machine.Value.ReadAvailable());
        long heap = GC.GetTotalMemory(forceFullCollection: false);
        _others = Math.Max(0, Math.Min(_others, limit - available - heap));
        long unlent = limit - _others - heap - (Volatile.Read(ref _lent) - taken);
        long unused = Math.Min(available, unlent);
        Volatile.Write(ref _used, limit - unused);
        return unused - Reserve(limit);
    }

    private bool MayFit(long bytes) => bytes <= Signed(machine.Value.Bytes) - Reserve(Signed(machine.Value.Bytes));

    private static long Reserve(long limit) => Math.Min(limit / ReserveDivisor, MaxReserve);

    // Collects garbage before a refusal, as the GC does before an OutOfMemoryException. Does not wait for the finalizers of
    // unreachable owners: TryExtend does that outside the lock.
    private bool TryCollect(long missing)
    {
        long grown = GC.GetTotalMemory(forceFullCollection: false) - _heapAfterCollection;
        if (_collectedAt != 0 && grown < missing && Stopwatch.GetElapsedTime(_collectedAt) < s_betweenCollections)
        {
            return false;
        }

        GC.Collect();
        _collectedAt = Stopwatch.GetTimestamp();
        _heapAfterCollection = GC.GetTotalMemory(forceFullCollection: false);
        return true;
    }

    private static long Signed(ulong bytes) => (long)Math.Min(bytes, long.MaxValue);
}

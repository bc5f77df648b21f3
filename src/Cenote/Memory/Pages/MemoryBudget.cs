using System.Diagnostics;
using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>
/// What keeps the owners of a process, all together, within the memory of the machine or container, which would end the process
/// rather than refuse. They ask before they use more. Mostly that is two additions; each time a fourth of what is left has been
/// given away, the system is asked what is left.
/// </summary>
/// <remarks>
/// <para>Two sums stay below the limit by a reserve, which is an eighth, 256 MiB at the most. One is what the system counts as used,
/// with the managed heap, other processes of a container and whatever else there is. The other is all that owners were lent,
/// filled or not, with the managed heap and what was in use before: many owners may fill later what they have.</para>
/// <para>The reserve is for what nobody asks about here: what the managed heap grows by before it collects, code, stacks and page
/// tables.</para>
/// </remarks>
/// <param name="machine">What says how much there is; asked for when more than <see cref="FirstCredit"/> is used.</param>
internal sealed class MemoryBudget(Lazy<MachineMemory> machine)
{
    /// <summary>What may be used before the system is asked, so that a small program does not ask at all.</summary>
    public const long FirstCredit = 4 << 20;

    private const int ReserveShare = 8;
    private const long MostReserve = 256 << 20;
    private const int CreditShare = 4;

    // A structure that was refused may ask again for each key, and its caller again and again.
    private static readonly TimeSpan s_betweenQuestions = TimeSpan.FromMilliseconds(10);
    // Unless the heap has grown by what is missing.
    private static readonly TimeSpan s_betweenCollections = TimeSpan.FromSeconds(10);

    private readonly Lock _gate = new();
    private long _credit = FirstCredit;
    private long _lent;

    // In use by others, as far as that is known: the least that was seen.
    private long _others = long.MaxValue;
    private long _collectedAt;
    private long _heapAfterCollection;
    private long _refusedAt;
    private long _refusedBytes = long.MaxValue;

    /// <summary>Counts memory that is about to be used; false if it would be too much, and then nothing has changed.</summary>
    public bool TryTake(long bytes)
    {
        Debug.Assert(bytes >= 0, "A negative number of bytes is taken.");
        Interlocked.Add(ref _lent, bytes);
        if (Interlocked.Add(ref _credit, -bytes) >= 0 || TryExtend(bytes, taken: bytes))
        {
            return true;
        }

        Interlocked.Add(ref _lent, -bytes);
        return false;
    }

    /// <summary>Counts memory as given back.</summary>
    public void Give(long bytes)
    {
        Interlocked.Add(ref _lent, -bytes);
        Volatile.Write(ref _refusedBytes, long.MaxValue);
    }

    /// <summary>Whether this much could be used now, for a caller that is about to take it step by step.</summary>
    public bool Has(long bytes) => bytes <= Volatile.Read(ref _credit) || TryExtend(bytes, taken: 0);

    private bool TryExtend(long bytes, long taken)
    {
        if (bytes >= Volatile.Read(ref _refusedBytes)
            && Stopwatch.GetElapsedTime(Volatile.Read(ref _refusedAt)) < s_betweenQuestions)
        {
            return false;
        }

        using (Uninterrupted.Enter(_gate))
        {
            // Another thread may have asked in the meantime.
            if (taken > 0 && Interlocked.Add(ref _credit, -bytes) >= 0)
            {
                return true;
            }

            long room = Room(taken);
            if (room < bytes && TryCollect(bytes - room))
            {
                room = Room(taken);
            }

            long left = room - taken;
            Volatile.Write(ref _credit, Math.Max(0, left / CreditShare));
            if (room < bytes)
            {
                Volatile.Write(ref _refusedAt, Stopwatch.GetTimestamp());
                Volatile.Write(ref _refusedBytes, bytes);
            }

            return room >= bytes;
        }
    }

    private long Room(long taken)
    {
        long limit = Signed(machine.Value.Bytes);
        long available = Signed(machine.Value.ReadAvailable());
        long heap = GC.GetTotalMemory(forceFullCollection: false);
        _others = Math.Max(0, Math.Min(_others, limit - available - heap));
        long unlent = limit - _others - heap - (Volatile.Read(ref _lent) - taken);
        return Math.Min(available, unlent) - Math.Min(limit / ReserveShare, MostReserve);
    }

    // As the managed heap does before it refuses. What finalizers give back of owners that were forgotten is there for the next
    // request: waiting for them might wait for a lock that this thread holds.
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

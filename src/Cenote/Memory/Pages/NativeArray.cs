using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>
/// An array that grows in place at the start of a dedicated <see cref="AddressSpace"/>. If it must move, which is rare, its old
/// memory stays readable.
/// </summary>
/// <param name="space">The source of the array's memory, which is disposed with the array.</param>
/// <param name="clears">Whether to zero memory that the array no longer uses.</param>
internal unsafe struct NativeArray<T>(AddressSpace space, bool clears = false)
    where T : unmanaged
{
    private const uint MaxGrowth = (64u << 20) / AddressSpace.GranuleBytes;

    private ulong _bytes;

    /// <summary>
    /// The first item; null before the first growth and after <see cref="Close"/>. The array moves only to larger memory, so an
    /// item count that was read before stays valid.
    /// </summary>
    public T* Start { get; private set; }

    /// <summary>The number of items that fit without growth.</summary>
    public readonly int Capacity => (int)Math.Min(Volatile.Read(in _bytes) / (ulong)sizeof(T), int.MaxValue);

    /// <summary>Bytes of memory held, including old memory after a move.</summary>
    public readonly long BytesHeld => space.BytesLent;

    /// <summary>Grows by at least one item; false if a limit or the operating system refuses.</summary>
    public bool TryGrow()
    {
        uint held = (uint)(_bytes / AddressSpace.GranuleBytes);
        uint more = Math.Clamp(held, 1, MaxGrowth);
        if (!space.TryLend(more, indexed: true, out PageRun run) && !space.TryLend(1, indexed: true, out run))
        {
            return false;
        }

        if (run.Address == (byte*)Start + _bytes)
        {
            _bytes += run.Bytes;
            return true;
        }

        if (run.Granules <= held)
        {
            space.Return(run);
            if (!space.TryLend(2 * held, indexed: true, out run))
            {
                return false;
            }
        }

        Invariant.Holds(run.Bytes > _bytes, "The array moves to a larger run.");
        Buffer.MemoryCopy(Start, run.Address, run.Bytes, _bytes);
        ClearAll();
        Start = (T*)run.Address;
        Volatile.Write(ref _bytes, run.Bytes);
        return true;
    }

    /// <summary>Zeroes the first items if the array zeroes memory that it no longer uses.</summary>
    public readonly void Clear(int count)
    {
        Invariant.Holds(count >= 0 && count <= Capacity, "The cleared items are within the array.");
        if (clears)
        {
            NativeMemory.Clear(Start, (nuint)count * (nuint)sizeof(T));
        }
    }

    public void Close()
    {
        ClearAll();
        ulong units = _bytes >> AddressSpace.UnitShift;
        _bytes = 0;
        Start = null;
        space.WipeWarm(units);
        space.Dispose();
    }

    private readonly void ClearAll() => Clear(Capacity);
}

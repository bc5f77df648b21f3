using System.Runtime.InteropServices;
using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>
/// An array that grows at the front of an <see cref="AddressSpace"/> of its own, mostly without moving. Where it must move, its
/// old memory stays readable.
/// </summary>
/// <param name="space">Where its memory comes from. It is disposed with the array.</param>
/// <param name="clears">Whether memory is filled with zeros when the array leaves it.</param>
internal unsafe struct NativeArray<T>(AddressSpace space, bool clears = false)
    where T : unmanaged
{
    private const uint MostGrowth = (64u << 20) / AddressSpace.GranuleBytes;

    private ulong _bytes;

    /// <summary>
    /// The first item; null when the array is closed. Until then it only moves to where there is more room: whoever has read
    /// before how many items there are finds as many.
    /// </summary>
    public T* Start { get; private set; }

    /// <summary>Items there is room for.</summary>
    public readonly int Capacity => (int)Math.Min(Volatile.Read(in _bytes) / (ulong)sizeof(T), int.MaxValue);

    /// <summary>Bytes of memory held, including those that a move left behind.</summary>
    public readonly long BytesHeld => space.BytesLent;

    /// <summary>Makes room for at least one more item; false if the operating system refuses.</summary>
    public bool TryGrow()
    {
        uint held = (uint)(_bytes / AddressSpace.GranuleBytes);
        uint more = Math.Clamp(held, 1, MostGrowth);
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

    /// <summary>Fills the first items with zeros, if that is done with memory that the array leaves.</summary>
    public readonly void Clear(int count)
    {
        Invariant.Holds(count >= 0 && count <= Capacity, "The cleared items are in the array.");
        if (clears)
        {
            NativeMemory.Clear(Start, (nuint)count * (nuint)sizeof(T));
        }
    }

    /// <summary>Closes the array.</summary>
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

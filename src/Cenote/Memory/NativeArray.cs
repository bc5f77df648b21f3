namespace Cenote.Memory;

/// <summary>
/// An array that grows at the front of an <see cref="AddressSpace"/> of its own, mostly without moving. Where it must move, its old
/// memory stays readable.
/// </summary>
internal unsafe struct NativeArray<T>(AddressSpace space)
    where T : unmanaged
{
    private const uint MostGrowth = (64u << 20) / AddressSpace.GranuleBytes;

    private ulong _bytes;

    public T* Start { get; private set; }

    /// <summary>Items there is room for.</summary>
    public readonly int Capacity => (int)Math.Min(_bytes / (ulong)sizeof(T), int.MaxValue);

    /// <summary>Bytes of memory held, those that a move left behind included.</summary>
    public readonly long BytesHeld => space.BytesLent;

    /// <summary>Makes room for one item more at least; false if the operating system refuses.</summary>
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

        Buffer.MemoryCopy(Start, run.Address, run.Bytes, _bytes);
        Start = (T*)run.Address;
        _bytes = run.Bytes;
        return true;
    }

    /// <summary>Ends the array.</summary>
    public void Close()
    {
        space.WipeWarm(_bytes >> AddressSpace.UnitShift);
        space.Dispose();
        Start = null;
        _bytes = 0;
    }
}

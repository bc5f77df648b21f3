using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <summary>
/// A pool's address space as seen by readers: finds strings by id until the pool is disposed. Reads are safe while another thread
/// changes other strings.
/// </summary>
/// <remarks>It is a struct, which saves the fast path an indirection. <see cref="UpdateBase"/> updates its fields.</remarks>
internal unsafe partial struct TextSpace(AddressSpace space)
{
    /// <summary>Approximate managed bytes of a pool, excluding those that its parts count themselves.</summary>
    public const int PoolObjectBytes = 320;

    // The maximum size of a cell with its header.
    private const uint MaxCellUnits = (CellLists.HeaderBytes + CellLists.MaxBytes + 8) >> AddressSpace.UnitShift;

    public readonly AddressSpace Space = space;

    /// <summary>
    /// Strings with an index below the limit are at that index from <see cref="First"/>, and even the longest ends in committed
    /// memory. 0 once the pool is disposed. A native integer, so that comparisons need no conversion.
    /// </summary>
    public nuint Limit;

    /// <summary>The address of a string with index 0.</summary>
    public byte* First;

    private bool _closed;

    public readonly bool IsClosed => Volatile.Read(in _closed);

    /// <summary>
    /// Makes all memory that the address space has committed accessible to the fast path. Threads may call this method
    /// concurrently: if the lower limit is written last, reads beyond it take the slow path until the next call.
    /// </summary>
    public void UpdateBase()
    {
        Invariant.Holds(!IsClosed, "The space is not closed.");
        First = Space.Base + CellLists.HeaderBytes;

        // Read once, because another thread may be growing the space.
        uint limit = Space.Limit;
        Limit = limit - Math.Min(limit, MaxCellUnits);
    }

    /// <summary>
    /// Checks that <see cref="UpdateBase"/> was called after the address space committed more: otherwise every read of the new
    /// memory takes the slow path. Do not call this while another thread may be growing the space.
    /// </summary>
    [Conditional("DEBUG")]
    public readonly void CheckFollowed() =>
        Invariant.Holds(
            IsClosed
                || (First == Space.Base + CellLists.HeaderBytes && Limit == Space.Limit - Math.Min(Space.Limit, MaxCellUnits)),
            "The fast path covers all memory that the address space has committed.");
    /// <summary>
    /// Closes the space: every id except the id of the empty string becomes stale. False if it was already closed.
    /// </summary>
    public bool TryClose()
    {
        if (Interlocked.Exchange(ref _closed, true))
        {
            return false;
        }

        Limit = 0;

        // The barrier must precede any store to the strings: see TryLocate.
        Volatile.WriteBarrier();
        return true;
    }

    /// <summary>
    /// Reads the string of a cell with an index below <see cref="Limit"/>; false for everything else, which <see cref="Find"/>
    /// handles. The caller must keep the pool alive.
    /// </summary>
    /// <param name="first"><see cref="First"/>. In an instance method, the JIT would first compute the struct's address.</param>
    /// <param name="index">The index of the id, as a native integer, because the JIT would widen a 32-bit one for each
    /// use.</param>
    /// <param name="generation">The generation of the id.</param>
    /// <param name="text">The string, or an empty span.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRead<T>(byte* first, nuint index, uint generation, out ReadOnlySpan<T> text)
        where T : unmanaged
    {
        byte* address = first + (index << AddressSpace.UnitShift);
        ulong header = CellLists.HeaderOf(address);
        if ((uint)header == generation)
        {
            // Unlike a span's constructor, this method does not check the length again. An id of another pool may lead to
            // string data that looks like a header. Even then, the length stays within mapped memory.
            int shift = CellLists.BytesShift + BitOperations.Log2((uint)sizeof(T));
            text = MemoryMarshal.CreateReadOnlySpan(ref *(T*)address, (int)(header >> shift));
            return true;
        }

        text = default;
        return false;
    }

    /// <summary>
    /// Finds the cell of a live string, which is a <see cref="LargeSlot"/> if the id is tagged; null if the id is stale. The
    /// caller must keep the pool alive.
    /// </summary>
    public readonly byte* Find(CellId id) => IsClosed ? null : Space.Find(id);

    public readonly bool IsAlive(CellId id)
    {
        bool isAlive = Find(id) != null;
        GC.KeepAlive(Space);
        return isAlive;
    }
}

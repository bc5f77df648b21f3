using Cenote.Memory.Pages;

namespace Cenote.Memory.Cells;

/// <content>
/// Copies a string that another thread may free, clear, overwrite or dispose with its pool at any moment. A torn copy is always
/// detected. </content>
/// <remarks>
/// <para>This is a sequence lock without a separate counter: generations only increase, so a cell has the same live generation
/// from the publication of its string until it is freed. A reader loads the generation, reads, and loads the generation again.
/// This protocol needs two memory ordering rules.</para>
/// <para>First, freeing stores the next generation before any store to the string, its length or its address.
/// <see cref="Generation.Advance"/> puts a barrier between them, a compare-and-swap is a barrier, and <see cref="TryClose"/> has
/// a barrier after its flag. So a reader that has seen one of those later stores also sees the new generation or the flag, if its
/// own loads stay in order. The first <see cref="Volatile.ReadBarrier"/> keeps those loads after the first check, the second
/// before the last check. Both order only loads (<c>dmb ishld</c> on ARM64, nothing on x64). Together with the writer's barrier,
/// they rule out the only wrong outcome: new content under the old generation (message passing, in terms of ARM's memory
/// model).</para>
/// <para>Second, the reader got its id through safe publication, so at the first check it sees all earlier stores: the string
/// with its generation and length.</para>
/// </remarks>
internal unsafe partial struct TextSpace
{
    /// <summary>
    /// Finds a live string. Address and length are read between two checks of the generation, so they are consistent, and the
    /// memory stays readable even if the string is then freed. The caller must keep the pool alive.
    /// </summary>
    public readonly bool TryLocate(CellId id, out LiveText text)
    {
        text = default;
        byte* cell = Find(id);
        if (cell == null)
        {
            return false;
        }

        Volatile.ReadBarrier();
        if (!id.IsSlot)
        {
            ulong header = *(ulong*)cell;
            uint bytes = CellLists.BytesIn(header);
            text = new LiveText(cell, cell + CellLists.HeaderBytes, bytes, null);
            return IsUnchanged(cell, id) && CellLists.IsHeader(header) && Holds(cell, id.Index, bytes);
        }

        var slot = *(LargeSlot*)cell;
        text = slot.BlockUnits == 0
            ? new LiveText(cell, null, 0, slot.ManagedIndex)
            : new LiveText(cell, BlockHeader.TextOf(slot.Block), slot.Bytes, null);
        return IsUnchanged(cell, id);
    }

    /// <summary>Whether everything read from a string so far is valid.</summary>
    public readonly bool IsUnchanged(byte* cell, CellId id)
    {
        Volatile.ReadBarrier();
        return *(uint*)cell == (id.Generation & ~CellId.SlotTag) && !IsClosed;
    }

    /// <summary>Copies a string returned by <see cref="TryLocate"/>.</summary>
    /// <param name="cell">The cell of the string.</param>
    /// <param name="id">The id of the string.</param>
    /// <param name="text">The string.</param>
    /// <param name="destination">The buffer. The part written is zeroed if the string was freed during the copy.</param>
    /// <param name="length">The length of the string, even if the buffer is too short; 0 if the string was freed.</param>
    /// <returns>Whether the string was copied.</returns>
    public readonly bool TryCopy<T>(byte* cell, CellId id, ReadOnlySpan<T> text, Span<T> destination, out int length)
        where T : unmanaged
    {
        bool copied = text.TryCopyTo(destination);
        if (IsUnchanged(cell, id))
        {
            length = text.Length;
            return copied;
        }

        if (copied)
        {
            destination[..text.Length].Clear();
        }

        length = 0;
        return false;
    }

    // An id of another pool may lead to string data that looks like a header. Even then, the length must stay within the memory.
    private readonly bool Holds(byte* cell, uint index, uint bytes)
    {
        uint units = (uint)(((ulong)bytes + 7) >> AddressSpace.UnitShift);
        return units <= uint.MaxValue - index && Space.Address(index + units) == cell + ((nuint)units << AddressSpace.UnitShift);
    }
}

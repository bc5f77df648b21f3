using Cenote.Memory.Pages;

namespace Cenote.Memory.Cells;

/// <content>
/// Copying a text that another thread may free, clear away, overwrite or dispose of with its pool at any moment: either the copy
/// is of the text, or it is known not to be.
/// </content>
/// <remarks>
/// <para>A sequence lock without a counter of its own: generations only go up, so a cell has one and the same live generation
/// from the moment its text was published to the moment it is freed. A reader looks at the generation, reads, and looks again. It
/// needs two rules of memory ordering.</para>
/// <para>Whoever frees a text stores the next generation before anything else is stored over the text, its length or its place:
/// <see cref="Generation.End"/> puts a barrier between the two, a compare-and-swap is one, and <see cref="TryClose"/> has one
/// after its flag. So a reader that has seen one of those later stores sees the generation, or the flag, as well, if its own
/// loads stay in order: the first <see cref="Volatile.ReadBarrier"/> keeps them after the first look, the second one before the
/// last look. Both order loads only (<c>dmb ishld</c> on ARM64, nothing on x64), and together with the barrier of the writer they
/// forbid the one outcome that would be wrong, new content under the old generation (message passing, in terms of ARM's memory
/// model).</para>
/// <para>The reader got its id by the usual means of publication, so what was stored before it, the text with its generation and
/// length, is there at the first look.</para>
/// </remarks>
internal unsafe partial struct TextSpace
{
    /// <summary>
    /// Finds a live text. Its place and length were read between two looks at the generation, so they belong together, and lie in
    /// memory that stays readable even if the text is freed next. The caller keeps the pool alive.
    /// </summary>
    public readonly bool TryLook(CellId id, out LiveText text)
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
            return IsStill(cell, id) && CellLists.IsHeader(header) && Holds(cell, id.Index, bytes);
        }

        var slot = *(LargeSlot*)cell;
        text = slot.BlockUnits == 0
            ? new LiveText(cell, null, 0, slot.ManagedIndex)
            : new LiveText(cell, BlockHeader.TextOf(slot.Block), slot.Bytes, null);
        return IsStill(cell, id);
    }

    /// <summary>Whether all that was read of a text until now was its own.</summary>
    public readonly bool IsStill(byte* cell, CellId id)
    {
        Volatile.ReadBarrier();
        return *(uint*)cell == (id.Generation & ~CellId.SlotTag) && !IsClosed;
    }

    /// <summary>Copies a text that was found before.</summary>
    /// <param name="cell">Its cell.</param>
    /// <param name="id">Its id.</param>
    /// <param name="text">The text.</param>
    /// <param name="destination">Where to. Holds zeros instead of a text that was freed while it was copied.</param>
    /// <param name="length">The length of the text; 0 if it is gone.</param>
    /// <returns>Whether it was copied.</returns>
    public readonly bool TryCopy<T>(byte* cell, CellId id, ReadOnlySpan<T> text, Span<T> destination, out int length)
        where T : unmanaged
    {
        bool copied = text.TryCopyTo(destination);
        if (IsStill(cell, id))
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

    // An id of another pool may lead to a word of text that looks like its header: the length must not lead out of the memory
    // then.
    private readonly bool Holds(byte* cell, uint index, uint bytes)
    {
        uint units = (uint)(((ulong)bytes + 7) >> AddressSpace.UnitShift);
        return units <= uint.MaxValue - index && Space.Address(index + units) == cell + ((nuint)units << AddressSpace.UnitShift);
    }
}

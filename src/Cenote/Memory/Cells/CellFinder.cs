using Cenote.Memory.Pages;

namespace Cenote.Memory.Cells;

/// <summary>
/// Finds cells by id. An id of another pool may lead to string data, which must not be mistaken for a <see cref="LargeSlot"/>,
/// whose pointer would be dereferenced.
/// </summary>
internal static unsafe class CellFinder
{
    /// <summary>Finds the live cell of an id; null if the id is stale.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* Find(this AddressSpace space, CellId id)
    {
        byte* cell = id.IsSlot && !space.StartsRecord(id.Index, LargeSlot.Units) ? null : space.Address(id.Index);
        return cell != null && Generation.IsLive(*(uint*)cell) && *(uint*)cell == (id.Generation & ~CellId.SlotTag) ? cell : null;
    }
}

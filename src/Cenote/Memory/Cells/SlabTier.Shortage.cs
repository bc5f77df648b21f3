using Cenote.Memory.Pages;

namespace Cenote.Memory.Cells;

/// <content>
/// Near a pool's limit, one slab per size, each with few cells in use, could take all the memory. So when few slabs still fit,
/// sizes without a slab use cells of larger sizes. </content>
internal unsafe partial struct SlabTier
{
    // The number of slabs that still fit within the limit.
    private readonly long SlabsLeft =>
        _spareSlabs + ((_space.MaximumBytes - _space.BytesLent) / (_slabGranules * (long)AddressSpace.GranuleBytes));

    /// <summary>Takes a cell of a larger size when there is no memory for one of the right size.</summary>
    /// <returns>The address of the string; null if no larger size can provide a cell.</returns>
    public byte* TakeLarger(uint bytes, out CellId id)
    {
        int exact = (int)CellLists.ClassOf(bytes);
        int larger = FirstWithCells(exact + 1, _classes.Length - 1);
        if (larger < 0)
        {
            id = default;
            return null;
        }

        return TakeOfClass(larger, bytes, out id);
    }

    /// <summary>
    /// The class for a size: a larger one only if the exact class has no slab, and at least one slab is left, but no more than
    /// there are classes with slabs.
    /// </summary>
    private readonly int ClassFor(int exact)
    {
        long left = SlabsLeft;
        if (left == 0 || left >= _classes.Length || HasSlab(exact) || left > ClassesWithSlabs())
        {
            return exact;
        }

        var largest = (int)CellLists.ClassOfUnits((uint)Math.Min(MaxClassFor(exact, left), _classes.Length - 1));
        int shared = FirstWithCells(exact, largest);
        return shared >= 0 ? shared : largest;
    }

    // The fewer slabs are left, the more memory a cell may waste.
    private static long MaxClassFor(int exact, long left) => left switch
    {
        >= 16 => exact + (exact / 4),
        >= 8 => exact + (exact / 2),
        >= 4 => exact * 2,
        >= 2 => exact * 4,
        _ => int.MaxValue,
    };

    private readonly bool HasSlab(int cellClass) => _classes[cellClass].Current >= 0 || _classes[cellClass].Discarded >= 0;

    private readonly int ClassesWithSlabs()
    {
        int count = 0;
        for (int cellClass = 0; cellClass < _classes.Length; cellClass++)
        {
            count += _classes[cellClass].Current >= 0 ? 1 : 0;
        }

        return count;
    }

    // The first class in this range that can provide a cell without another slab; -1 if there is no such class.
    private readonly int FirstWithCells(int first, int last)
    {
        for (int cellClass = first; cellClass <= last; cellClass++)
        {
            ref readonly SlabClass each = ref _classes[cellClass];
            if (Lists.Head(cellClass) != 0 || each.FarHead != 0 || each.Bump != each.End)
            {
                return cellClass;
            }
        }

        return -1;
    }
}

using Cenote.Memory.Pages;

namespace Cenote.Memory.Keys;

/// <content>
/// Bulk loading: cells are validated and hashed in place, then the table is filled partition by partition.
/// </content>
internal unsafe partial struct KeyIndex
{
    /// <summary>Whether ASCII keys are stored as bytes.</summary>
    public readonly bool IsCompact => _compact;

    public readonly bool IgnoresCase => _ignoresCase;

    /// <summary>Allocates memory for cells in an empty index, and a table for them.</summary>
    /// <param name="keys">The number of keys to reserve in the table.</param>
    /// <param name="bytes">The total bytes of the cells, each of which fits into a granule.</param>
    /// <param name="memory">The memory for the cells; null if there are no cells.</param>
    /// <returns>False, with no change, if there is not enough memory.</returns>
    public bool TryBeginImport(long keys, nuint bytes, out byte* memory)
    {
        memory = null;
        if (!Table.TryAllocateTable(keys, out NewTable table))
        {
            return false;
        }

        if (bytes > 0 && (memory = Cells.TryAllocateContiguous(bytes)) == null)
        {
            Table.Abandon(table);
            return false;
        }

        Table.Adopt(table);
        return true;
    }

    /// <summary>Creates the partitions for <see cref="ImportCells"/> and <see cref="EndImport"/>.</summary>
    public readonly HashPartitions NewPartitions() => new(Table.Segments);

    /// <summary>Validates and hashes the complete cells of a memory block.</summary>
    /// <param name="cells">The block, which starts with a cell.</param>
    /// <param name="end">The end of the block.</param>
    /// <param name="index">The index of the first cell; on return, of the next one.</param>
    /// <param name="parts">Receives the hashes.</param>
    /// <param name="count">Increased by the number of cells.</param>
    /// <returns>The start of the next cell; null if a cell is invalid, or too many keys collide.</returns>
    public readonly byte* ImportCells(byte* cells, byte* end, ref uint index, HashPartitions parts, ref long count)
    {
        const nuint MinCellBytes = KeyCell.MinimumUnits << AddressSpace.UnitShift;
        while ((nuint)(end - cells) >= MinCellBytes)
        {
            var cell = (KeyCell*)cells;
            uint form = cell->FormAndLength;
            nuint bytes = KeyCell.SizeOf(form, _textOffset);
            if (!MayStore(form) || bytes > AddressSpace.GranuleBytes)
            {
                return null;
            }

            if (bytes > (nuint)(end - cells))
            {
                break;
            }

            uint hash = KeyCell.IsNarrowForm(form)
                ? HashOf(KeyCell.NarrowText(cell, _textOffset))
                : HashOf(KeyCell.WideText(cell, _textOffset));
            cell->Hash = hash;
            if (!parts.TryAdd(Table.NumberOfSegment(hash), hash, index))
            {
                return null;
            }

            cells += bytes;
            index += (uint)(bytes >> AddressSpace.UnitShift);
            count++;
        }

        return cells;
    }

    /// <summary>Fills the table from the partitions; false if too many keys collide.</summary>
    public bool EndImport(HashPartitions parts) => Table.TryFill(parts);

    /// <summary>Allocates a cell larger than a granule; null if there is not enough memory.</summary>
    /// <param name="form">The form and length of the cell.</param>
    /// <param name="index">The index of the cell.</param>
    public KeyCell* TryTakeLong(uint form, out uint index)
    {
        KeyCell* cell = Cells.TryTake(KeyCell.TextBytesOf(form), out index);
        if (cell != null)
        {
            cell->Header = 0;
            cell->FormAndLength = form;
        }

        return cell;
    }

    /// <summary>
    /// Adds a cell from <see cref="TryTakeLong"/> to the table. Its key data must have been written. False if too many keys
    /// collide.
    /// </summary>
    public bool TryIndexLong(KeyCell* cell, uint index)
    {
        uint hash = cell->IsNarrow
            ? HashOf(KeyCell.NarrowText(cell, _textOffset))
            : HashOf(KeyCell.WideText(cell, _textOffset));
        cell->Hash = hash;
        if (!Table.HasRoom(hash) && !Table.HasFreeWay(hash))
        {
            return false;
        }

        Table.Add(hash, index);
        return true;
    }

    /// <summary>Whether this index may contain keys of a form.</summary>
    public readonly bool MayStore(uint form) =>
        KeyCell.IsUtf8Form(form) ? _storesUtf8 : KeyCell.IsNarrowForm(form) ? _compact : !KeyCell.IsFreeForm(form);
}

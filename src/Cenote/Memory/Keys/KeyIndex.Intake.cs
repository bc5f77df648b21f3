using Cenote.Memory.Pages;

namespace Cenote.Memory.Keys;

/// <content>
/// Taking in many cells at once, as they were read from somewhere: they are checked and hashed where they lie, and the table is
/// filled part by part.
/// </content>
internal unsafe partial struct KeyIndex
{
    /// <summary>Whether keys of ASCII are stored as bytes.</summary>
    public readonly bool IsCompact => _compact;

    public readonly bool IgnoresCase => _ignoresCase;

    /// <summary>Takes memory for cells into an empty index, and makes a table for them.</summary>
    /// <param name="keys">How many keys the table is to take.</param>
    /// <param name="bytes">Bytes of the cells, none of which has more than a granule.</param>
    /// <param name="memory">Where to put them; null if there are none.</param>
    /// <returns>False if there is no memory for it; nothing has changed then.</returns>
    public bool TryBeginIntake(long keys, nuint bytes, out byte* memory)
    {
        memory = null;
        if (!Table.TryPlan(keys, out TablePlan plan))
        {
            return false;
        }

        if (bytes > 0 && (memory = Cells.TryTakeFilled(bytes)) == null)
        {
            Table.Abandon(plan);
            return false;
        }

        Table.Adopt(plan);
        return true;
    }

    /// <summary>Parts for <see cref="TakeIn"/> and <see cref="EndIntake"/>.</summary>
    public readonly HashPartitions NewPartitions() => new(Table.Segments);

    /// <summary>Checks and hashes the cells of a piece of memory, as far as they end within it.</summary>
    /// <param name="cells">The piece, which begins with a cell.</param>
    /// <param name="end">Where it ends.</param>
    /// <param name="index">The index of its first cell; then that of the next one.</param>
    /// <param name="parts">Takes their hashes.</param>
    /// <param name="count">Is raised by the number of cells.</param>
    /// <returns>Where the next cell begins; null if there is something that is no cell.</returns>
    public readonly byte* TakeIn(byte* cells, byte* end, ref uint index, HashPartitions parts, ref long count)
    {
        const nuint Least = KeyCell.MinimumUnits << AddressSpace.UnitShift;
        while ((nuint)(end - cells) >= Least)
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

    /// <summary>Puts into the table what the parts have; false if too many keys have the same hash for honest ones.</summary>
    public bool EndIntake(HashPartitions parts) => Table.TryFill(parts);

    /// <summary>Takes a cell of more than a granule; null if there is no memory for it.</summary>
    /// <param name="form">Its form and length.</param>
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

    /// <summary>Puts a cell that <see cref="TryTakeLong"/> returned, with its text by now, into the table.</summary>
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

    /// <summary>Whether keys of this index have a form.</summary>
    public readonly bool MayStore(uint form) =>
        KeyCell.IsUtf8Form(form) ? _storesUtf8 : KeyCell.IsNarrowForm(form) ? _compact : !KeyCell.IsFreeForm(form);
}

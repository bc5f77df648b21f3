using System.Buffers;
using System.Text;
using Cenote.Memory.Keys;
using Cenote.Text;

namespace Cenote.Collections;

/// <content>
/// Support for <see cref="ConcurrentPooledStringDictionary{TValue}"/>: reads concurrent with a writer, and copies of entries.
/// </content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    internal KeyIndex CopyIndex() => _index;

    /// <summary>Whether a copy of the index is current.</summary>
    internal bool IsCurrent(in KeyIndex copy) => _index.HasSameLayout(in copy);

    /// <summary>
    /// Looks up a key in a copy of the index. If the dictionary changes concurrently, the result may be wrong, but the read is
    /// memory-safe.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryGetValueConcurrently<T>(
        in KeyIndex copy, ReadOnlySpan<T> key, ulong hash, [MaybeNullWhen(false)] out TValue value)
        where T : unmanaged
    {
        KeyCell* cell = copy.FindConcurrently(key, copy.HashOf(key, hash), EntryLayout<TValue>.TextOffset);
        if (cell == null)
        {
            value = default;
            return false;
        }

        if (EntryLayout<TValue>.IsInline)
        {
            value = ValueOf(cell);
            return true;
        }

        return _values.TryRead(cell->Slot, out value);
    }

    /// <summary>
    /// Copies the entries of a segment of the table, up to the size of a batch, and records the position to continue from.
    /// </summary>
    internal void CopyEntries(EntryBatch<TValue> batch)
    {
        ThrowIfDisposed();
        batch.Clear();
        if (batch.Rehashes != _index.Rehashes)
        {
            // A new hash seed changes the order: start over.
            batch.Rehashes = _index.Rehashes;
            batch.Next = 0;
        }

        ulong[] rented = ArrayPool<ulong>.Shared.Rent(_index.Table.MaxKeysOfSegment);
        try
        {
            int count = _index.Table.Collect((uint)batch.Next, rented, in _index.Cells, out ulong end);
            batch.Next = Copy(rented.AsSpan(0, count), end, batch);
        }
        finally
        {
            ArrayPool<ulong>.Shared.Return(rented);
        }

        GC.KeepAlive(this);
    }

    /// <summary>
    /// Returns the cell of an inline value. With <see cref="PooledStringDictionaryOptions.KeysArePinned"/>, the cell never moves.
    /// </summary>
    internal static KeyCell* CellOf(ref TValue? value) => (KeyCell*)((byte*)Unsafe.AsPointer(ref value) - KeyCell.ValueOffset);

    /// <summary>
    /// Disposes the dictionary while other threads may be reading. Its memory is returned to the operating system, but its
    /// addresses stay readable while a copy of the index is referenced.
    /// </summary>
    internal void Retire()
    {
        _disposed = _mayNeedOtherForm = _mayNeedOtherUtf8Form = true;
        Version++;
        _values.Clear();
        _index.Retire();
    }

    private static int CharsOf(KeyCell* cell) => KeyCell.IsUtf8Form(cell->FormAndLength)
        ? Encoding.UTF8.GetCharCount(KeyCell.NarrowText(cell, EntryLayout<TValue>.TextOffset))
        : cell->Length;

    // Keys at the same position go into the same batch, because a batch cannot start within a position.
    private ulong Copy(Span<ulong> found, ulong end, EntryBatch<TValue> batch)
    {
        long chars = 0;
        foreach (ulong each in found)
        {
            chars += _index.Cells.At((uint)each)->Length;
        }

        bool mayBeTooMany = chars > EntryBatch<TValue>.MaxChars;
        if (mayBeTooMany)
        {
            found.Sort();
        }

        ulong last = found.IsEmpty ? end : found[0] >> 32;
        foreach (ulong each in found)
        {
            KeyCell* cell = _index.Cells.At((uint)each);
            ulong place = each >> 32;
            if (mayBeTooMany && place != last && batch.Chars + (long)cell->Length > EntryBatch<TValue>.MaxChars)
            {
                return place;
            }

            Span<char> key = batch.Add(CharsOf(cell), ValueOf(cell));
            if (KeyCell.IsUtf8Form(cell->FormAndLength))
            {
                Encoding.UTF8.GetChars(KeyCell.NarrowText(cell, EntryLayout<TValue>.TextOffset), key);
            }
            else if (cell->IsNarrow)
            {
                KeyText.Widen(KeyCell.NarrowText(cell, EntryLayout<TValue>.TextOffset), key);
            }
            else
            {
                KeyCell.WideText(cell, EntryLayout<TValue>.TextOffset).CopyTo(key);
            }

            last = place;
        }

        return end;
    }
}

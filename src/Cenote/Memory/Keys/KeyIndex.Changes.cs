using Cenote.Memory.Pages;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <content>Inserting keys, and memory management.</content>
internal unsafe partial struct KeyIndex
{
    // The maximum number of rehashes per insertion. Equal case-insensitive hashes stay equal under any seed.
    private const int MaxRehashes = 3;

    /// <summary>Initializes an empty index; false if there is not enough memory for a table of this size.</summary>
    /// <param name="space">The memory of the index, from which nothing was allocated yet.</param>
    /// <param name="textOffset">The offset of the key data in cells.</param>
    /// <param name="compact">Whether ASCII keys are stored as bytes.</param>
    /// <param name="capacity">The approximate number of keys the table holds without growing.</param>
    /// <param name="ignoresCase">Whether keys are case-insensitive.</param>
    /// <param name="clears">Whether memory is cleared when a cell is freed or moved.</param>
    /// <param name="utf8">
    /// Whether non-ASCII keys of a compact index are UTF-8. Ignored if keys are case-insensitive, because non-ASCII keys are then
    /// stored as UTF-16.
    /// </param>
    public bool TryInitialize(
        AddressSpace space,
        int textOffset,
        bool compact,
        int capacity,
        bool ignoresCase = false,
        bool clears = false,
        bool utf8 = false)
    {
        _storesUtf8 = utf8 && !ignoresCase;
        Space = space;
        _textOffset = textOffset;
        _compact = compact;
        _ignoresCase = _hasOtherHash = ignoresCase;
        if (!Table.TryInitialize(space, capacity))
        {
            return false;
        }

        Cells.Initialize(space, textOffset, clears);
        return true;
    }

    /// <summary>The bytes of a new index with a table for this many keys, and memory for the first keys.</summary>
    public static long BytesFor(int capacity) => BucketTable.BytesFor(capacity) + AddressSpace.GranuleBytes;

    /// <summary>The peak bytes while the table is replaced with one for this many keys, including memory for one key.</summary>
    public readonly long BytesToReplaceTable(int capacity) =>
        Table.NativeBytes
        + Math.Max(Space.BytesLent - Table.NativeBytes, AddressSpace.GranuleBytes)
        + BytesFor(capacity) - (2 * AddressSpace.GranuleBytes);

    /// <summary>Inserts a key that is not present. The caller writes its value.</summary>
    /// <param name="key">The key: chars, or UTF-8 that is stored unchanged.</param>
    /// <param name="hash">The hash of the key.</param>
    /// <returns>The cell; null, with no key changed, if there is not enough memory or too many keys collide.</returns>
    public KeyCell* TryAdd<T>(ReadOnlySpan<T> key, uint hash)
        where T : unmanaged
    {
        int rekeyings = 0;
        while (!Table.HasRoom(hash))
        {
            bool flooded = Table.IsFlooded(hash);
            if (flooded ? rekeyings++ < MaxRehashes && TryRekey() : Table.TryGrow(hash, in Cells))
            {
                hash = flooded ? OtherHashOf(key) : hash;
            }
            else if (Table.HasFreeWay(hash))
            {
                break;
            }
            else
            {
                return null;
            }
        }

        KeyCell* cell = typeof(T) == typeof(char)
            ? TryStore(MemoryMarshal.Cast<T, char>(key), hash, out uint index)
            : TryStore(MemoryMarshal.Cast<T, byte>(key), hash, out index);
        if (cell != null)
        {
            Invariant.Holds(Cells.At(index) == cell && cell->Hash == hash, "A cell has the hash of its key.");
            Invariant.Holds(Table.HasFreeWay(hash), "There is a free way within the maximum number of probes.");
            Table.Add(hash, index);
        }

        return cell;
    }

    private KeyCell* TryStore(ReadOnlySpan<char> key, uint hash, out uint index)
    {
        Invariant.Holds(key.Length <= KeyCell.MaximumLength, "The key is no longer than the maximum length.");
        bool narrow = _compact && KeyText.IsAscii(key);
        uint textBytes = (uint)key.Length << (narrow ? 0 : 1);
        KeyCell* cell = Cells.TryTake(textBytes, out index);
        if (cell == null)
        {
            return null;
        }

        ulong header = KeyCell.WideHeader(hash, key.Length);
        cell->Header = narrow ? KeyCell.NarrowHeader(header) : header;
        byte* text = (byte*)cell + _textOffset;
        if (narrow)
        {
            TextCopy.Narrow(text, in MemoryMarshal.GetReference(key), (uint)key.Length);
        }
        else if (textBytes > 0)
        {
            TextCopy.Copy(text, in MemoryMarshal.AsBytes(key)[0], textBytes);
        }

        return cell;
    }

    private KeyCell* TryStore(ReadOnlySpan<byte> key, uint hash, out uint index)
    {
        Invariant.Holds(key.Length <= KeyCell.MaximumLength, "The key is no longer than the maximum length.");
        uint textBytes = (uint)key.Length << (_compact ? 0 : 1);
        KeyCell* cell = Cells.TryTake(textBytes, out index);
        if (cell == null)
        {
            return null;
        }

        ulong header = KeyCell.WideHeader(hash, key.Length);
        byte* text = (byte*)cell + _textOffset;
        if (!_compact)
        {
            cell->Header = header;
            KeyText.Widen(key, new Span<char>(text, key.Length));
            return cell;
        }

        if (textBytes > 0)
        {
            TextCopy.Copy(text, in key[0], textBytes);
        }

        // Tests the copy, because another thread may change the caller's bytes.
        bool ascii = KeyText.IsAscii(new ReadOnlySpan<byte>(text, key.Length));
        cell->Header = ascii ? KeyCell.NarrowHeader(header) : KeyCell.Utf8Header(header);
        return cell;
    }

    /// <summary>Compacts the cells and frees runs that become empty. Needs no native memory.</summary>
    public void Compact()
    {
        int count = Table.Count;
        Cells.Compact();
        Table.Clear();
        Table.Fill(in Cells);
        Invariant.Holds(Table.Count == count, "The number of keys is unchanged.");
    }

    /// <summary>Releases unused memory: free cells, and an oversized table.</summary>
    /// <returns>The bytes released.</returns>
    public long Trim()
    {
        long before = Space.BytesLent;
        int count = Table.Count;
        NewTable table = default;
        bool smaller = Table.IsOversized(Table.Count) && Table.TryAllocateTable(Table.Count, in Cells, out table);
        Cells.Compact();
        if (smaller)
        {
            Table.Adopt(table);
        }
        else
        {
            Table.Clear();
        }

        Table.Fill(in Cells);
        Invariant.Holds(Table.Count == count, "The number of keys is unchanged.");
        return before - Space.BytesLent;
    }

    /// <summary>Removes every key and keeps the memory, except the memory of long keys.</summary>
    public void Clear()
    {
        bool any = Table.Count > 0;
        Table.Clear();
        Cells.Clear(any);
    }

    /// <summary>Grows the table to hold this many keys; false, with no change, if there is not enough memory.</summary>
    public bool TryEnsureCapacity(int keys)
    {
        if (keys <= Table.Room)
        {
            return true;
        }

        if (!Table.TryAllocateTable(keys, in Cells, out NewTable table))
        {
            return false;
        }

        Table.Adopt(table);
        Table.Fill(in Cells);
        return true;
    }

    /// <summary>Empties the index and releases its memory.</summary>
    /// <param name="isWritable">Whether other threads may still write to cells.</param>
    public void Close(bool isWritable)
    {
        if (isWritable)
        {
            Space.MarkWritable();
        }

        Table.Close();
        Cells.Close();
        Space.Dispose();
    }

    /// <summary>
    /// Like <see cref="Close"/>, but threads may still read copies of the index: returns the memory to the operating system and
    /// keeps the addresses.
    /// </summary>
    public void Retire()
    {
        Cells.WipeCleared();
        Space.Retire();
        Table.Forget();
    }
}

using System.Runtime.InteropServices;
using Cenote.Memory.Pages;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <content>Adding keys, and memory.</content>
internal unsafe partial struct KeyIndex
{
    // For one key. Where case is ignored, keys whose hashes are equal stay together whatever the secret is.
    private const int MostRekeyings = 3;

    /// <summary>Starts an empty index; false if there is no memory for a table of this size.</summary>
    /// <param name="space">Its memory, of which nothing was lent before.</param>
    /// <param name="textOffset">Where the text of cells is.</param>
    /// <param name="compact">Whether keys of ASCII are stored as bytes.</param>
    /// <param name="capacity">Roughly how many keys the table takes without growth.</param>
    /// <param name="ignoresCase">Whether keys that differ in case are the same one.</param>
    /// <param name="clears">Whether nothing of a cell is left where it was once it is freed or has moved.</param>
    /// <param name="utf8">
    /// Whether other keys are stored as UTF-8, in an index that is compact. Not where case is ignored: that compares UTF-16.
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

    /// <summary>Bytes of a new index with a table for this many keys, and the memory for the first of them.</summary>
    public static long BytesFor(int capacity) => BucketTable.BytesFor(capacity) + AddressSpace.GranuleBytes;

    /// <summary>
    /// Bytes that the index holds while a table for this many keys takes the place of its own, with memory for at least one key.
    /// </summary>
    public readonly long BytesToMake(int capacity) =>
        Table.NativeBytes
        + Math.Max(Space.BytesLent - Table.NativeBytes, AddressSpace.GranuleBytes)
        + BytesFor(capacity) - (2 * AddressSpace.GranuleBytes);

    /// <summary>Adds a key that is not there. Its value is the caller's to write.</summary>
    /// <param name="key">The key: chars, or UTF-8 that is stored as it is.</param>
    /// <param name="hash">Its hash.</param>
    /// <returns>The cell; null if there is no memory for it, and then no key has changed.</returns>
    public KeyCell* TryAdd<T>(ReadOnlySpan<T> key, uint hash)
        where T : unmanaged
    {
        int rekeyings = 0;
        while (!Table.HasRoom(hash))
        {
            bool flooded = Table.IsFlooded(hash);
            if (flooded ? rekeyings++ < MostRekeyings && TryRekey() : Table.TryGrow(hash, in Cells))
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
            Invariant.Holds(Table.HasFreeWay(hash), "There is a free way near enough to be found.");
            Table.Add(hash, index);
        }

        return cell;
    }

    private KeyCell* TryStore(ReadOnlySpan<char> key, uint hash, out uint index)
    {
        Invariant.Holds(key.Length <= KeyCell.MaximumLength, "The length of a key leaves room for its form.");
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
        Invariant.Holds(key.Length <= KeyCell.MaximumLength, "The length of a key leaves room for its form.");
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

        // Of the copy, because the caller's bytes may change.
        bool ascii = KeyText.IsAscii(new ReadOnlySpan<byte>(text, key.Length));
        cell->Header = ascii ? KeyCell.NarrowHeader(header) : KeyCell.Utf8Header(header);
        return cell;
    }

    /// <summary>Moves the cells together and returns runs that become empty. Allocates nothing.</summary>
    public void Compact()
    {
        int count = Table.Count;
        Cells.Compact();
        Table.Clear();
        Table.Fill(in Cells);
        Invariant.Holds(Table.Count == count, "The number of keys is unchanged.");
    }

    /// <summary>Gives back what the keys do not need: free cells, and a table for more keys than there are.</summary>
    /// <returns>Bytes given back.</returns>
    public long Trim()
    {
        long before = Space.BytesLent;
        int count = Table.Count;
        TablePlan plan = default;
        bool smaller = Table.IsOversized(Table.Count) && Table.TryPlan(Table.Count, in Cells, out plan);
        Cells.Compact();
        if (smaller)
        {
            Table.Adopt(plan);
        }
        else
        {
            Table.Clear();
        }

        Table.Fill(in Cells);
        Invariant.Holds(Table.Count == count, "The number of keys is unchanged.");
        return before - Space.BytesLent;
    }

    /// <summary>Removes every key; the memory stays, except for that of long keys.</summary>
    public void Clear()
    {
        bool any = Table.Count > 0;
        Table.Clear();
        Cells.Clear(any);
    }

    /// <summary>
    /// Makes a table for at least this many keys; false if there is no memory for it, and then nothing has changed.
    /// </summary>
    public bool TryEnsureCapacity(int keys)
    {
        if (keys <= Table.Room)
        {
            return true;
        }

        if (!Table.TryPlan(keys, in Cells, out TablePlan plan))
        {
            return false;
        }

        Table.Adopt(plan);
        Table.Fill(in Cells);
        return true;
    }

    /// <summary>Closes the index and gives up its memory: nothing is found from now on.</summary>
    /// <param name="isWritable">Whether others may still write to cells.</param>
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
    /// As <see cref="Close"/>, while others may still be reading copies of the index: the memory is given back, its addresses
    /// stay.
    /// </summary>
    public void Retire()
    {
        Cells.WipeCleared();
        Space.Retire();
        Table.Forget();
    }
}

using System.Buffers;
using Cenote.Memory.Entries;
using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <summary>
/// Managed copies of some entries of a part, and the position to continue from. The entries are those of one table segment, or
/// the strays, which are outside the table.
/// </summary>
internal sealed class NativeEntryBatch<TKey, TValue>
    where TKey : unmanaged, IEquatable<TKey>
    where TValue : unmanaged
{
    // The position of the strays, which are copied after the entries of the table.
    private const ulong StraysNext = BucketTable.OrderEnd;

    private readonly List<KeyValuePair<TKey, TValue>> _entries = [];
    private ulong _next;
    private int _rehashes;

    public ReadOnlySpan<KeyValuePair<TKey, TValue>> Entries => CollectionsMarshal.AsSpan(_entries);

    public int Count => _entries.Count;

    public bool IsLast { get; private set; }

    public KeyValuePair<TKey, TValue> this[int entry] => _entries[entry];

    /// <summary>Copies the next entries.</summary>
    public unsafe void Copy(in EntryIndex<TKey, TValue> index)
    {
        _entries.Clear();
        if (_rehashes != index.Rehashes)
        {
            // A new hash seed changes the order: start over.
            _rehashes = index.Rehashes;
            _next = 0;
        }

        IsLast = _next == StraysNext;
        if (IsLast)
        {
            index.CopyStrays(_entries);
            return;
        }

        ulong[] rented = ArrayPool<ulong>.Shared.Rent(index.Table.MaxKeysOfSegment);
        try
        {
            int count = index.Table.Collect((uint)_next, rented, in index.Heap, out ulong end);
            _entries.EnsureCapacity(count);
            foreach (ulong each in rented.AsSpan(0, count))
            {
                _entries.Add(index.Heap.CopyOf((uint)each));
            }

            _next = end;
        }
        finally
        {
            ArrayPool<ulong>.Shared.Return(rented);
        }
    }
}

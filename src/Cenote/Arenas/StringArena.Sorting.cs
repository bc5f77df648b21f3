using System.Buffers;

namespace Cenote.Arenas;

/// <content>Sorting.</content>
public sealed unsafe partial class StringArena
{
    /// <summary>
    /// Sorts values ordinally, by UTF-16 code unit, like <see cref="string.CompareOrdinal(string, string)"/>: surrogates sort
    /// before U+E000 and above. Stable.
    /// </summary>
    /// <param name="strings">Values of this arena.</param>
    /// <remarks>
    /// Allocates nothing on the managed heap in steady state. For more than 64 values, takes 16 bytes of temporary memory per
    /// value. Temporary memory of more than 1 MiB is released before the call returns. For adversarial strings, the method falls
    /// back to a merge sort.
    /// </remarks>
    /// <exception cref="InvalidOperationException">A value is stale or belongs to another arena; the order is
    /// unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed, and a value has more than 7 chars.</exception>
    /// <exception cref="OutOfMemoryException">There is no temporary memory; the order is unchanged.</exception>
    public void Sort(Span<ArenaString> strings) => Sort(strings, order: []);

    /// <summary>Sorts keys like <see cref="Sort(Span{ArenaString})"/>, and reorders values with them.</summary>
    /// <param name="keys">Values of this arena.</param>
    /// <param name="values">The same number of values; each moves with its key.</param>
    /// <typeparam name="TValue">The type of the values.</typeparam>
    /// <remarks>
    /// During the call, takes 20 bytes of temporary memory per key, and an array for the values from
    /// <see cref="ArrayPool{T}.Shared"/>.
    /// </remarks>
    /// <exception cref="ArgumentException">The numbers of keys and values differ.</exception>
    /// <exception cref="InvalidOperationException">A key is stale or belongs to another arena; the order is
    /// unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed, and a key has more than 7 chars.</exception>
    /// <exception cref="OutOfMemoryException">There is no temporary memory; the order is unchanged.</exception>
    public void Sort<TValue>(Span<ArenaString> keys, Span<TValue> values)
    {
        if (keys.Length != values.Length)
        {
            Throw.KeysAndValuesDiffer(nameof(values), keys.Length, values.Length);
        }

        uint[] order = ArrayPool<uint>.Shared.Rent(keys.Length);
        TValue[] copy = ArrayPool<TValue>.Shared.Rent(keys.Length);
        try
        {
            for (int i = 0; i < keys.Length; i++)
            {
                order[i] = (uint)i;
            }

            Sort(keys, order.AsSpan(0, keys.Length));
            values.CopyTo(copy);
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = copy[order[i]];
            }
        }
        finally
        {
            ArrayPool<uint>.Shared.Return(order);
            ArrayPool<TValue>.Shared.Return(copy, RuntimeHelpers.IsReferenceOrContainsReferences<TValue>());
        }
    }

    /// <summary>
    /// Sorts with a given bit extractor. The public methods choose the fastest one that the processor supports.
    /// </summary>
    internal void SortBy<TExtractor>(Span<ArenaString> strings, Span<uint> order)
        where TExtractor : struct, IBitExtractor<TExtractor>
    {
        if (strings.Length <= KeySort<TExtractor>.FewValues)
        {
            fixed (ArenaString* values = strings)
            fixed (uint* numbers = order)
            {
                new KeySort<TExtractor>(this, values, numbers, null, 0).InsertionSort(strings.Length);
            }
        }
        else
        {
            SortMany<TExtractor>(strings, order);
        }

        GC.KeepAlive(this);
    }

    [SkipLocalsInit]
    private void SortMany<TExtractor>(Span<ArenaString> strings, Span<uint> order)
        where TExtractor : struct, IBitExtractor<TExtractor>
    {
        ThrowIfAnyIsStale(strings);
        ulong words = 2 * (ulong)strings.Length;
        ulong* stack = stackalloc ulong[SortWords.StackWords];
        using var scratch = new SortWords(_pages, words, stack);
        if (scratch.Words == null)
        {
            Throw.NoMemoryToSort(strings.Length, words * sizeof(ulong));
        }

        fixed (ArenaString* values = strings)
        fixed (uint* numbers = order)
        {
            new KeySort<TExtractor>(this, values, numbers, scratch.Words, strings.Length).Sort(strings.Length);
        }
    }

    private void Sort(Span<ArenaString> strings, Span<uint> order)
    {
        if (PextExtractor.IsSupported)
        {
            SortBy<PextExtractor>(strings, order);
        }
        else
        {
            SortBy<PortableExtractor>(strings, order);
        }
    }

    private void ThrowIfAnyIsStale(ReadOnlySpan<ArenaString> strings)
    {
        PlaceMap places = _heap.Places;
        foreach (ref readonly ArenaString value in strings)
        {
            ulong tail = value.Tail;
            if (!ArenaString.IsInlineTail(tail) && ArenaText.Find(in places, tail, out _) == null)
            {
                ThrowStale();
            }
        }
    }
}

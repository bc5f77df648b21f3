using System.Buffers;
using System.Runtime.CompilerServices;

namespace Cenote.Arenas;

/// <content>Sorting.</content>
public sealed unsafe partial class StringArena
{
    /// <summary>
    /// Sorts strings ordinally, by UTF-16 code unit, as <see cref="string.CompareOrdinal(string, string)"/> does: surrogates come
    /// before U+E000 and above. Equal texts keep their order.
    /// </summary>
    /// <param name="strings">Values of this arena.</param>
    /// <remarks>
    /// Allocates nothing on the managed heap in steady state. Takes 16 bytes of scratch memory for each string, given back at
    /// once if it is more than 1 MiB. Texts made to slow it down cost comparisons as in a merge sort.
    /// </remarks>
    /// <exception cref="InvalidOperationException">A value is stale, or of another arena; the strings are in their old
    /// order.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed, and a text is longer than 7 chars.</exception>
    /// <exception cref="OutOfMemoryException">The scratch memory is refused; the strings are in their old order.</exception>
    public void Sort(Span<ArenaString> strings) => Sort(strings, order: []);

    /// <summary>Sorts strings as <see cref="Sort(Span{ArenaString})"/> does, and values with them.</summary>
    /// <param name="keys">Values of this arena.</param>
    /// <param name="values">As many; each is moved as its key is.</param>
    /// <typeparam name="TValue">Type of the values.</typeparam>
    /// <remarks>
    /// Takes 20 bytes of scratch memory for each string, and, for the duration of the call, an array of the values from
    /// <see cref="ArrayPool{T}.Shared"/>.
    /// </remarks>
    /// <exception cref="ArgumentException">There are not as many values as keys.</exception>
    /// <exception cref="InvalidOperationException">A value is stale, or of another arena; everything is in its old
    /// order.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed, and a text is longer than 7 chars.</exception>
    /// <exception cref="OutOfMemoryException">The scratch memory is refused; everything is in its old order.</exception>
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

    /// <summary>Sorts with one kind of instructions; the public methods choose the fastest the processor has.</summary>
    internal void SortBy<TExtractor>(Span<ArenaString> strings, Span<uint> order)
        where TExtractor : struct, IBitExtractor<TExtractor>
    {
        if (strings.Length <= KeySort<TExtractor>.FewValues)
        {
            fixed (ArenaString* values = strings)
            fixed (uint* numbers = order)
            {
                new KeySort<TExtractor>(this, values, numbers, null, 0).SortFew(strings.Length);
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

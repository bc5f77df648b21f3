using Cenote.Threading;

namespace Cenote.Collections;

/// <content>
/// Sorting and searching. A comparer that may be user code receives copies of items. After each call, the list is checked
/// before its memory is accessed again.
/// </content>
public sealed unsafe partial class NativeList<T>
{
    private const long InsertionSortThreshold = 16;

    /// <summary>Sorts the items in place. The sort is not stable.</summary>
    /// <param name="comparer">Compares items; null for <see cref="Comparer{T}.Default"/>.</param>
    /// <remarks>
    /// O(Count × log Count), by introsort (Musser, 1997). Allocates nothing. If the comparer throws or changes the list, the
    /// method stops at once. No item is lost or duplicated, but the order is undefined.
    /// </remarks>
    /// <exception cref="InvalidOperationException">
    /// The comparer added or removed items, or threw; its exception is the inner exception.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The list is disposed, or the comparer disposes it.</exception>
    public void Sort(IComparer<T>? comparer = null)
    {
        ThrowIfDisposed();
        if (comparer is null || ReferenceEquals(comparer, Comparer<T>.Default))
        {
            Sort(default(DefaultOrder));
        }
        else
        {
            Sort(new GivenOrder(comparer));
        }
    }

    /// <summary>Finds an item in a sorted list.</summary>
    /// <param name="item">The item.</param>
    /// <param name="comparer">The comparer that sorted the list; null for <see cref="Comparer{T}.Default"/>.</param>
    /// <returns>
    /// The index of an equal item. If no item is equal, a negative number: the bitwise complement of the index of the next larger
    /// item, or of <see cref="Count"/>.
    /// </returns>
    /// <exception cref="InvalidOperationException">The comparer added or removed items.</exception>
    /// <exception cref="ObjectDisposedException">The list is disposed, or the comparer disposes it.</exception>
    public long BinarySearch(T item, IComparer<T>? comparer = null)
    {
        ThrowIfDisposed();
        comparer ??= Comparer<T>.Default;
        long version = _version;
        long low = 0;
        long high = Count - 1;
        while (low <= high)
        {
            long middle = low + ((high - low) / 2);
            int order = comparer.Compare(*At(middle), item);
            CheckVersion(version);
            if (order == 0)
            {
                return middle;
            }

            if (order < 0)
            {
                low = middle + 1;
            }
            else
            {
                high = middle - 1;
            }
        }

        return ~low;
    }

    // Whether comparisons run only framework code. False for generic framework types: their type argument may be a user type.
    private static bool ComparesByFramework => typeof(T).Assembly == typeof(object).Assembly && !typeof(T).IsGenericType;

    private void Sort<TOrder>(TOrder order)
        where TOrder : struct, IComparer<T>
    {
        long version = _version;
        try
        {
            new Sorting<TOrder>(this, order, null).Sort(0, Count - 1, 2 * BitOperations.Log2((ulong)Count));
        }
        catch (Exception exception)
        {
            CheckVersion(version);
            Throw.ComparerFailed(exception);
        }

        GC.KeepAlive(this);
    }

    /// <summary>The default order of items. The JIT compiler inlines its calls.</summary>
    private readonly struct DefaultOrder : IComparer<T>
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public int Compare(T one, T other) => Comparer<T>.Default.Compare(one, other);
    }

    private readonly struct GivenOrder(IComparer<T> comparer) : IComparer<T>
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public int Compare(T one, T other) => comparer.Compare(one, other);
    }

    /// <summary>
    /// One sort of a list. Items are exchanged only between comparisons, so no item is lost if a comparison throws.
    /// </summary>
    private readonly ref struct Sorting<TOrder>(NativeList<T> list, TOrder order, T* segment)
        where TOrder : struct, IComparer<T>
    {
        private readonly NativeList<T> _list = list;
        private readonly TOrder _order = order;
        private readonly long _version = list._version;

        // If all items to sort are in one segment, an address such that _items[i] is the item with index i; otherwise null.
        private readonly T* _items = segment;

        // Recursion sorts the shorter part and the loop the longer one, which limits the depth of recursion.
        public void Sort(long low, long high, int depth)
        {
            while (high > low)
            {
                if (_items == null && low / ItemsPerSegment == high / ItemsPerSegment)
                {
                    SortSegment(low, high, depth);
                    return;
                }

                if (high - low < InsertionSortThreshold)
                {
                    InsertionSort(low, high);
                    return;
                }

                if (depth-- == 0)
                {
                    HeapSort(low, high);
                    return;
                }

                long middle = Partition(low, high);
                if (middle - low < high - middle)
                {
                    Sort(low, middle, depth);
                    low = middle + 1;
                }
                else
                {
                    Sort(middle + 1, high, depth);
                    high = middle;
                }
            }
        }

        private void SortSegment(long low, long high, int depth)
        {
            T* first = _list.At(low);
            if (typeof(TOrder) == typeof(DefaultOrder) && ComparesByFramework)
            {
                new Span<T>(first, (int)(high - low + 1)).Sort();
                return;
            }

            new Sorting<TOrder>(_list, _order, first - low).Sort(low, high, depth);
        }

        // The memory of the list is valid while the version is unchanged. Compare checks the version after each comparison.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private ref T At(long index)
        {
            Invariant.Holds(_list._version == _version && (ulong)index < (ulong)_list.Count, "The index is in the list.");
            return ref _items == null ? ref *_list.At(index) : ref _items[index];
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private int Compare(T one, T other)
        {
            int result = _order.Compare(one, other);
            _list.CheckVersion(_version);
            return result;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private void Swap(long one, long other) => (At(one), At(other)) = (At(other), At(one));

        // Hoare partition: no item up to the returned index is larger than an item after it. Even with an inconsistent comparer,
        // the scans stop at the ends of the range.
        private long Partition(long low, long high)
        {
            T pivot = Median(At(low), At(low + ((high - low) / 2)), At(high));
            long left = low - 1;
            long right = high + 1;
            while (true)
            {
                do
                {
                    left++;
                }
                while (left < high && Compare(At(left), pivot) < 0);

                do
                {
                    right--;
                }
                while (right > low && Compare(At(right), pivot) > 0);

                if (left >= right)
                {
                    return Math.Clamp(right, low, high - 1);
                }

                Swap(left, right);
            }
        }

        private T Median(T one, T two, T three)
        {
            if (Compare(one, two) > 0)
            {
                (one, two) = (two, one);
            }

            return Compare(two, three) <= 0 ? two : Compare(one, three) <= 0 ? three : one;
        }

        private void InsertionSort(long low, long high)
        {
            for (long i = low + 1; i <= high; i++)
            {
                T item = At(i);
                long place = i;
                while (place > low && Compare(At(place - 1), item) > 0)
                {
                    place--;
                }

                // Reads the item again, because a comparer that also sorts the list may have moved it.
                item = At(i);
                for (long next = i; next > place; next--)
                {
                    At(next) = At(next - 1);
                }

                At(place) = item;
            }
        }

        private void HeapSort(long low, long high)
        {
            long count = high - low + 1;
            for (long root = (count / 2) - 1; root >= 0; root--)
            {
                SiftDown(low, root, count);
            }

            for (long last = count - 1; last > 0; last--)
            {
                Swap(low, low + last);
                SiftDown(low, 0, last);
            }
        }

        private void SiftDown(long low, long root, long count)
        {
            for (long child; (child = (2 * root) + 1) < count; root = child)
            {
                if (child + 1 < count && Compare(At(low + child), At(low + child + 1)) < 0)
                {
                    child++;
                }

                if (Compare(At(low + root), At(low + child)) >= 0)
                {
                    return;
                }

                Swap(low + root, low + child);
            }
        }
    }
}

using System.Numerics;

namespace Cenote.Collections;

/// <content>Sorting and searching.</content>
public sealed unsafe partial class NativeList<T>
{
    private const long FewItems = 16;

    /// <summary>Sorts the items in place. Equal items may change their order.</summary>
    /// <param name="comparer">Compares items; null for <see cref="Comparer{T}.Default"/>.</param>
    /// <remarks>
    /// O(Count × log Count), by introsort (Musser, 1997); what lies in one segment is sorted as a span. Allocates nothing. What
    /// the
    /// comparer throws ends the method; the list then has the same items, in any order.
    /// </remarks>
    /// <exception cref="InvalidOperationException">Items were added or removed, or the comparer has thrown.</exception>
    /// <exception cref="ObjectDisposedException">The list is disposed, before or by the comparer.</exception>
    public void Sort(IComparer<T>? comparer = null)
    {
        ThrowIfDisposed();
        long version = _version;
        comparer ??= Comparer<T>.Default;
        try
        {
            Sort(0, Count - 1, 2 * BitOperations.Log2((ulong)Count), comparer);
        }
        catch (ArgumentOutOfRangeException) when (_version != version)
        {
            // The comparer has removed items that were to be compared.
        }

        CheckVersion(version);
        GC.KeepAlive(this);
    }

    /// <summary>Finds an item in a list that is sorted.</summary>
    /// <param name="item">The item.</param>
    /// <param name="comparer">The comparer by which the list is sorted; null for <see cref="Comparer{T}.Default"/>.</param>
    /// <returns>
    /// The index of an item that is equal. If there is none, a negative number: the bitwise complement of the index of the next
    /// larger item, or of <see cref="Count"/>.
    /// </returns>
    /// <exception cref="InvalidOperationException">The comparer has added or removed items.</exception>
    /// <exception cref="ObjectDisposedException">The list is disposed, before or by the comparer.</exception>
    public long BinarySearch(T item, IComparer<T>? comparer = null)
    {
        ThrowIfDisposed();
        long version = _version;
        long index = 0;
        try
        {
            index = Search(item, comparer ?? Comparer<T>.Default);
        }
        catch (ArgumentOutOfRangeException) when (_version != version)
        {
            // As in Sort.
        }

        CheckVersion(version);
        return index;
    }

    private long Search(T item, IComparer<T> comparer)
    {
        long low = 0;
        long high = Count - 1;
        while (low <= high)
        {
            long middle = low + ((high - low) / 2);
            int order = comparer.Compare(this[middle], item);
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

    // The shorter part is sorted by a call, the longer one by the loop, so that calls never lie deep.
    private void Sort(long low, long high, int depth, IComparer<T> comparer)
    {
        while (high > low)
        {
            if (low / ItemsPerSegment == high / ItemsPerSegment)
            {
                SpanFrom(low)[..(int)(high - low + 1)].Sort(comparer);
                return;
            }

            if (high - low < FewItems)
            {
                SortFew(low, high, comparer);
                return;
            }

            if (depth-- == 0)
            {
                SortByHeap(low, high, comparer);
                return;
            }

            long middle = Partition(low, high, comparer);
            if (middle - low < high - middle)
            {
                Sort(low, middle, depth, comparer);
                low = middle + 1;
            }
            else
            {
                Sort(middle + 1, high, depth, comparer);
                high = middle;
            }
        }
    }

    // After Hoare: what is up to the returned index is not larger than what is behind it. A comparer that contradicts itself
    // leads
    // to the ends of the range, and no further.
    private long Partition(long low, long high, IComparer<T> comparer)
    {
        T pivot = Median(this[low], this[low + ((high - low) / 2)], this[high], comparer);
        long left = low - 1;
        long right = high + 1;
        while (true)
        {
            do
            {
                left++;
            }
            while (left < high && comparer.Compare(this[left], pivot) < 0);

            do
            {
                right--;
            }
            while (right > low && comparer.Compare(this[right], pivot) > 0);

            if (left >= right)
            {
                return Math.Clamp(right, low, high - 1);
            }

            (this[left], this[right]) = (this[right], this[left]);
        }
    }

    private static T Median(T one, T two, T three, IComparer<T> comparer)
    {
        if (comparer.Compare(one, two) > 0)
        {
            (one, two) = (two, one);
        }

        return comparer.Compare(two, three) <= 0 ? two : comparer.Compare(one, three) <= 0 ? three : one;
    }

    private void SortFew(long low, long high, IComparer<T> comparer)
    {
        for (long i = low + 1; i <= high; i++)
        {
            T item = this[i];
            long place = i;
            for (; place > low && comparer.Compare(this[place - 1], item) > 0; place--)
            {
                this[place] = this[place - 1];
            }

            this[place] = item;
        }
    }

    private void SortByHeap(long low, long high, IComparer<T> comparer)
    {
        long count = high - low + 1;
        for (long root = (count / 2) - 1; root >= 0; root--)
        {
            Sink(low, root, count, comparer);
        }

        for (long last = count - 1; last > 0; last--)
        {
            (this[low], this[low + last]) = (this[low + last], this[low]);
            Sink(low, 0, last, comparer);
        }
    }

    private void Sink(long low, long root, long count, IComparer<T> comparer)
    {
        for (long child; (child = (2 * root) + 1) < count; root = child)
        {
            if (child + 1 < count && comparer.Compare(this[low + child], this[low + child + 1]) < 0)
            {
                child++;
            }

            if (comparer.Compare(this[low + root], this[low + child]) >= 0)
            {
                return;
            }

            (this[low + root], this[low + child]) = (this[low + child], this[low + root]);
        }
    }
}

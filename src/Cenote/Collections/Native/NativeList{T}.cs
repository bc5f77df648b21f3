using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>
/// A list in unmanaged memory for items without references, with 64-bit indexes. The GC neither scans nor copies its items. The
/// list grows in segments, without moving items.
/// </summary>
/// <typeparam name="T">The type of the items.</typeparam>
/// <remarks>
/// <para>References and spans point to memory of the list until it is disposed. Adding, <see cref="EnsureCapacity"/> and
/// <see cref="Trim"/> move no item. After <see cref="Clear"/>, <see cref="Truncate"/>, <see cref="RemoveLast"/> or
/// <see cref="RemoveSwapLast"/>, the memory of a removed item may hold old data, another item, or zeros after <see cref="Trim"/>;
/// access stays safe for the lifetime of the list. A reference does not keep the list alive.</para>
/// <para>After disposal or collection, the addresses are not reused for ten seconds and two gen 2 collections. This time can be
/// shorter, for example if the process releases more than 16 GiB or runs out of addresses. A later use of a reference may fault
/// or corrupt another owner's memory.</para>
/// <para>Any number of threads may read concurrently, or write to different items. A thread that adds or removes items needs
/// exclusive access.</para>
/// <para>On the managed heap, adding items allocates only the arrays that list the segments. A segment takes at least 64
/// KiB.</para>
/// </remarks>
/// <example>
/// <code>
/// using var points = new NativeList&lt;(double X, double Y)>();
/// points.Add((1, 2));
/// points.Add((3, 4));
/// points[1].Y += 0.5;
/// Console.WriteLine($"{points.Count} points, the last at {points[1].Y == 4.5}");   // prints 2 points, the last at True
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ItemsDebugView))]
public sealed unsafe partial class NativeList<T> : IEnumerable<T>, IDisposable, IDebugItems
    where T : unmanaged
{
    private readonly AddressSpace _space;

    private nint[] _segments = [];
    private int _segmentCount;

    // The place after the last item, and the end of its segment.
    private T* _next;
    private T* _end;
    private bool _disposed;
    private long _version;

    /// <summary>Creates an empty list.</summary>
    /// <param name="options">Capacity and limit; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory.</exception>
    public NativeList(NativeListOptions? options = null)
        : this(options ?? new NativeListOptions(), PageSource.System)
    {
    }

    internal NativeList(NativeListOptions options, PageSource pages)
    {
        options.Validate();
        _space = new AddressSpace(
            pages, options.ReservedAddressBytes, options.MaximumBytes, isWritable: true);
        try
        {
            _ = EnsureCapacity(options.Capacity);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Number of items; 0 once the list is disposed.</summary>
    public long Count { get; private set; }

    /// <summary>Whether the list is disposed.</summary>
    public bool IsDisposed => _disposed;

    /// <summary>Number of items that fit in all segments.</summary>
    public long Capacity => (long)_segmentCount * ItemsPerSegment;

    // The number of items that fit in a segment, at least 8. A JIT constant.
    private static int ItemsPerSegment
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (int)(SegmentBytes / (uint)sizeof(T));
    }

    private static uint SegmentBytes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Granules * AddressSpace.GranuleBytes;
    }

    private static uint Granules
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (uint)(((MinItems * (ulong)sizeof(T)) + AddressSpace.GranuleBytes - 1) / AddressSpace.GranuleBytes);
    }

    /// <summary>A reference to the item at an index.</summary>
    /// <param name="index">The index of the item.</param>
    /// <returns>A reference. The remarks of the type describe how long it is valid.</returns>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The index is outside the list. A disposed list always throws this exception.
    /// </exception>
    public ref T this[long index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if ((ulong)index >= (ulong)Count)
            {
                Throw.NoSuchItem(index, Count);
            }

            ref T item = ref *At(index);
            GC.KeepAlive(this);
            return ref item;
        }
    }

    /// <summary>Adds an item.</summary>
    /// <param name="item">The item.</param>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory; the list is unchanged.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(T item)
    {
        if (_next == _end)
        {
            Grow();
        }

        *_next++ = item;
        Count++;
        _version++;
        GC.KeepAlive(this);
    }

    /// <summary>Adds an item without throwing if memory is refused.</summary>
    /// <param name="item">The item.</param>
    /// <returns>False if the limit or the operating system refuses the memory; the list is unchanged.</returns>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    public bool TryAdd(T item)
    {
        if (_next == _end && !TryGrow())
        {
            return false;
        }

        Add(item);
        return true;
    }

    /// <summary>Adds all items or none.</summary>
    /// <param name="items">The items, which may be items of this list.</param>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory; the list is unchanged.
    /// </exception>
    public void AddRange(ReadOnlySpan<T> items)
    {
        _ = EnsureCapacity(Count + items.Length);
        while (!items.IsEmpty)
        {
            if (_next == _end)
            {
                EnterSegmentOf(Count);
            }

            int copied = (int)Math.Min(items.Length, _end - _next);
            items[..copied].CopyTo(new Span<T>(_next, copied));
            items = items[copied..];
            _next += copied;
            Count += copied;
        }

        _version++;
        GC.KeepAlive(this);
    }

    /// <summary>Adds items one by one.</summary>
    /// <param name="items">The items. If their enumeration throws, the items enumerated before remain added.</param>
    /// <exception cref="ArgumentNullException"><paramref name="items"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory; the items added before remain.
    /// </exception>
    public void AddRange(IEnumerable<T> items)
    {
        ArgumentNullException.ThrowIfNull(items);
        foreach (T item in items)
        {
            Add(item);
        }
    }

    /// <summary>Removes the last item.</summary>
    /// <returns>The item.</returns>
    /// <exception cref="InvalidOperationException">The list is empty.</exception>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    public T RemoveLast()
    {
        ThrowIfDisposed();
        if (Count == 0)
        {
            Throw.ListIsEmpty();
        }

        T item = *At(Count - 1);
        TruncateTo(Count - 1);
        GC.KeepAlive(this);
        return item;
    }

    /// <summary>Removes an item. The last item takes its place; no other item moves.</summary>
    /// <param name="index">The index of the item.</param>
    /// <returns>The item.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The index is outside the list.</exception>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    public T RemoveSwapLast(long index)
    {
        ThrowIfDisposed();
        ref T place = ref this[index];
        T item = place;
        place = RemoveLast();
        return item;
    }

    /// <summary>Truncates the list to a number of items. The list keeps its memory.</summary>
    /// <param name="count">Number of items to keep.</param>
    /// <exception cref="ArgumentOutOfRangeException">The list has fewer items, or the number is negative.</exception>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    public void Truncate(long count)
    {
        ThrowIfDisposed();
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, Count);
        TruncateTo(count);
    }

    /// <summary>Removes every item. The list keeps the memory.</summary>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    public void Clear() => Truncate(0);

    private string DebuggerText => _disposed ? DebuggerState.Disposed : $"Count = {Count}";

    // Shows only the first items: a list may have more items than an array can hold.
    Array IDebugItems.DebugItems => this.Take(10_000).ToArray();

    // The number of items per segment is a JIT constant, so the division is compiled to a multiplication.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private T* At(long index)
    {
        ulong segment = (ulong)index / (uint)ItemsPerSegment;
        return (T*)_segments[segment] + ((ulong)index - (segment * (uint)ItemsPerSegment));
    }
}

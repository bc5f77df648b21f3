using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory;

namespace Cenote.Strings;

/// <summary>
/// Strings in unmanaged memory, handed out as value-type handles that detect every stale use. Small strings live in slabs of
/// equal cells, large ones in arena segments; in steady state neither allocating nor freeing touches the managed heap.
/// </summary>
/// <remarks>
/// <para>The caller owns every handle and frees it once, by <see cref="PooledStringRef.Free"/> or
/// <see cref="Free(PooledStringId)"/>; <see cref="Clear"/> and <see cref="Dispose"/> free all that are left. A pool that is
/// forgotten gives its memory back when it is finalized.</para>
/// <para>Spans point into the pool. A span is valid until its string is freed or the pool cleared or disposed, and does not keep
/// the pool alive: hold the pool, or a <see cref="PooledStringRef"/>, for as long as the span is used. As long as the pool lives,
/// no memory is unmapped: a span that is used too long reads other text, or zeros, but never faults.</para>
/// <para>One thread at a time may change the pool. Other threads may read live strings meanwhile; handles reach them by the usual
/// means of publication.</para>
/// </remarks>
public sealed unsafe partial class SegmentedStringPool : IDisposable
{
    /// <summary>Chars a pooled string has at most.</summary>
    public const int MaximumLength = int.MaxValue / 2;

    private TextHeap _heap;

    // The lengths that the fast paths serve, each as one comparison: length - shortest <= range. None once the pool is disposed.
    private uint _shortestFast;
    private uint _fastRange;
    private uint _shortestLarge;
    private uint _largeRange;

    private readonly int _minimumLength;
    private readonly ShortStrings _shortStrings;
    private ManagedTexts? _managedTexts;
    private int _fillsInProgress;
    private bool _disposed;

    /// <summary>Makes an empty pool with the default options.</summary>
    /// <exception cref="OutOfMemoryException">The operating system refuses the first 64 KiB.</exception>
    public SegmentedStringPool()
        : this(new SegmentedStringPoolOptions())
    {
    }

    /// <summary>Makes an empty pool.</summary>
    /// <param name="options">Sizes and limits, read once.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The operating system or the limit refuses the first 64 KiB.</exception>
    public SegmentedStringPool(SegmentedStringPoolOptions options)
        : this(options, PageSource.System)
    {
    }

    internal SegmentedStringPool(SegmentedStringPoolOptions options, PageSource pages)
    {
        ArgumentNullException.ThrowIfNull(options);
        HeapSizes sizes = options.Validate();
        _shortStrings = options.ShortStrings;
        _minimumLength = options.ShortStrings == ShortStrings.Allow ? 0 : options.MinimumLength;
        _heap.Initialize(pages, sizes);

        int shortest = Math.Max(1, _minimumLength);
        SetRange(shortest, options.SmallStringLength, out _shortestFast, out _fastRange);
        SetRange(Math.Max(shortest, options.SmallStringLength + 1), (int)(ArenaTier.LargestQuickBytes / sizeof(char)), out _shortestLarge, out _largeRange);
    }

    /// <summary>Copies a text into the pool.</summary>
    /// <param name="value">Any UTF-16, up to <see cref="MaximumLength"/> chars.</param>
    /// <returns>The handle, to be freed by the caller; <see cref="PooledStringRef.Empty"/> for an empty text.</returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is unchanged.</exception>
    /// <exception cref="ArgumentException">The text is shorter than the pool's minimum, and the pool was told to refuse such texts.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The text is too long.</exception>
    public PooledStringRef Allocate(ReadOnlySpan<char> value)
    {
        uint length = (uint)value.Length;
        if (length - _shortestFast <= _fastRange)
        {
            uint bytes = length * sizeof(char);
            byte* text = _heap.TakeFree(bytes, out CellId id);
            if (text != null)
            {
                ref readonly byte source = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(value));
                TextCopy.Copy(text, in source, bytes);
                return new PooledStringRef(this, id);
            }
        }

        return AllocateLarge(value);
    }

    /// <summary>The text of a string.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <returns>The text in the pool's memory; see the remarks of the type for how long it is valid.</returns>
    /// <remarks>O(1), allocates nothing. Any thread may call it beside one that changes other strings.</remarks>
    /// <exception cref="InvalidOperationException">The id is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<char> AsSpan(PooledStringId id) => Read(id.Cell);

    /// <summary>The text of a string, if the id is not stale.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="text">The text, or an empty span.</param>
    /// <returns>False if the id is stale or the pool disposed.</returns>
    /// <remarks>O(1), allocates nothing, never throws.</remarks>
    public bool TryGetSpan(PooledStringId id, out ReadOnlySpan<char> text) => TryRead(id.Cell, out text);

    /// <summary>
    /// The texts of many strings, for a loop over ids that lie scattered over more memory than the caches hold: it waits less than
    /// one look-up at a time. For strings in the cache a plain loop is faster.
    /// </summary>
    /// <param name="ids">Ids of this pool.</param>
    /// <returns>What <c>foreach</c> takes. It reads each text when it comes to it.</returns>
    /// <exception cref="InvalidOperationException">In the loop: an id is stale.</exception>
    /// <exception cref="ObjectDisposedException">In the loop: the pool is disposed.</exception>
    public PooledStringSpans AsSpans(ReadOnlySpan<PooledStringId> ids) => new(this, ids);

    /// <summary>The 16-byte handle of a string, which finds its text by itself. Never throws: a stale id gives a stale handle.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <returns>The handle.</returns>
    public PooledStringRef Resolve(PooledStringId id) => id.IsEmpty ? default : new PooledStringRef(this, id.Cell);

    /// <summary>Frees a string. Freeing a stale id, the empty one, or one of a disposed pool does nothing.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <remarks>
    /// Never throws. O(1) and without allocation for strings of up to 32,764 chars; the memory of longer ones is coalesced at
    /// once, and given back when its segment was made for that string alone.
    /// </remarks>
    public void Free(PooledStringId id)
    {
        if (!id.IsEmpty)
        {
            Free(id.Cell);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ReadOnlySpan<char> Read(CellId id)
    {
        nuint index = id.Index;
        if (index < _heap.Cells.Limit)
        {
            byte* text = _heap.Cells.Texts + (index << AddressSpace.UnitShift);
            ulong header = SlabTier.HeaderOf(text);
            if ((uint)header == id.Generation)
            {
                // Unlike the constructor of a span, this does not test the length once more.
                ReadOnlySpan<char> span = MemoryMarshal.CreateReadOnlySpan(ref *(char*)text, (int)(header >> 33));
                GC.KeepAlive(this);
                return span;
            }
        }

        return ReadSlow(id);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Prefetch(CellId id) => _heap.Prefetch(id);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Free(CellId id)
    {
        if (!_heap.TryFreeFast(id))
        {
            FreeLarge(id);
        }
    }
}

using Cenote.Memory.Cells;
using Cenote.Memory.Contiguous;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Strings;

/// <summary>
/// A string pool in one contiguous block of unmanaged memory, which is compacted when it is full and shrinks when demand falls.
/// Handles detect every use after free. In steady state, neither allocating nor freeing touches the managed heap.
/// </summary>
/// <remarks>
/// <para>The caller owns every handle and frees it once, with <see cref="PooledString.Free"/> or
/// <see cref="Free(PooledStringId)"/>; <see cref="Clear"/> and <see cref="Dispose"/> free all remaining strings. A pool that is
/// not disposed releases its memory after it is garbage collected.</para>
/// <para><b>Handles stay valid when strings move; spans do not.</b> A span is valid until anything changes the pool:
/// every <c>Allocate</c>, every <c>Free</c>, <see cref="Reserve"/>, <see cref="Trim"/> or <see cref="DefragmentAndGrowPool"/> may
/// move all strings. A span does not keep the pool alive: hold the pool, or a <see cref="PooledString"/>, while you use the span.
/// See also the remarks of <see cref="StringPool"/> about stale spans.</para>
/// <para>Any number of threads may read while no thread changes the pool. While a thread changes the pool, strings move, so other
/// threads may call only <see cref="TryCopyTo(PooledStringId, Span{char}, out int)"/> and
/// <see cref="TryGetString(PooledStringId, out string)"/>.</para>
/// </remarks>
/// <example>
/// Ids stay valid during compaction:
/// <code>
/// using var pool = new UnmanagedStringPool(initialCapacityChars: 1_000);
/// PooledStringId gap = pool.Allocate(new string('x', 500)).Id;
/// PooledStringId cave = pool.Allocate("Dos Ojos").Id;
/// pool.Free(gap);
/// pool.Trim();
/// Console.WriteLine(pool.AsSpan(cave).ToString());   // prints Dos Ojos
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(StringPoolDebugView))]
public sealed unsafe partial class UnmanagedStringPool : IStringStore
{
    /// <summary>
    /// The maximum length of a string, in chars. A string of this length fills the largest block: 2 GiB, including its header.
    /// </summary>
    public const int MaximumLength = (int)((ContiguousHeap.MaxBlock - ContiguousHeap.HeaderBytes) / sizeof(char));

    private readonly int _minimumLength;

    // Null unless short strings are kept managed.
    private readonly ManagedSlots? _managed;
    private ContiguousHeap _heap;

    // The lengths that the fast path handles. Empty once the pool is disposed.
    private LengthRange _fast;
    private bool _disposed;
    private long _staleReads;

    /// <summary>Creates an empty pool.</summary>
    /// <param name="initialCapacityChars">
    /// The length in chars of the longest string that fits into the pool before it grows, from 1 to <see cref="MaximumLength"/>.
    /// Each further string takes 8 bytes more than its chars, rounded up to a multiple of 8 bytes.
    /// </param>
    /// <param name="allowGrowth">Whether the pool grows when it is full; see <see cref="AllowGrowth"/>.</param>
    /// <remarks>
    /// The pool reserves 4 GiB of address space, not of memory. If less is available, it reserves what it can get and grows to at
    /// most half of that.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="initialCapacityChars"/> is not positive, or above
    /// <see cref="MaximumLength"/>.</exception>
    /// <exception cref="OutOfMemoryException">The operating system refuses the memory or the address space.</exception>
    public UnmanagedStringPool(int initialCapacityChars, bool allowGrowth = true)
        : this(Sized(initialCapacityChars, allowGrowth), PageSource.System, TimeProvider.System)
    {
    }

    /// <summary>Creates an empty pool.</summary>
    /// <param name="options">Sizes and limits, read once.</param>
    /// <remarks>See the remarks of <see cref="UnmanagedStringPool(int, bool)"/> about address space.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The operating system refuses the memory or address space, or the limit refuses the
    /// memory.</exception>
    [OverloadResolutionPriority(1)]   // new(new() { … }) means options
    public UnmanagedStringPool(UnmanagedStringPoolOptions options)
        : this(options, PageSource.System, TimeProvider.System)
    {
    }

    internal UnmanagedStringPool(int initialCapacityChars, bool allowGrowth, PageSource pages, TimeProvider clock)
        : this(Sized(initialCapacityChars, allowGrowth), pages, clock)
    {
    }

    internal UnmanagedStringPool(UnmanagedStringPoolOptions options, PageSource pages, TimeProvider clock)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        ulong capacity = BlockBytes(options.InitialCapacityChars);
        if (!_heap.TryInitialize(options.CreateMemory(pages), capacity, options.AllowGrowth, clock, options.ClearOnFree))
        {
            if (_heap.LimitReached)
            {
                Throw.PoolBeyondLimit(capacity, ContiguousHeap.MinBytesFor(capacity), options.MaximumBytes);
            }

            Throw.NoMemoryForPool(capacity);
        }

        _minimumLength = options.MinPooledLength;
        _managed = options.ShortStrings == ShortStrings.Managed ? new ManagedSlots() : null;
        _fast = new LengthRange(Math.Max(1, _minimumLength), ContiguousHeap.MaxExactBytes / sizeof(char));
        PoolMetrics.Show(options, this);
    }

    /// <summary>
    /// Copies a string into the pool. May move all strings, which invalidates all spans of the pool, but
    /// <paramref name="value"/> may be a span of the pool.
    /// </summary>
    /// <param name="value">Up to <see cref="MaximumLength"/> chars, which need not be valid UTF-16.</param>
    /// <returns>The handle, which the caller must free; <see cref="PooledString.Empty"/> for an empty string.</returns>
    /// <remarks>
    /// O(length), unless the call compacts the block. Allocates nothing on the managed heap in steady state.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The string is longer than <see cref="MaximumLength"/>.</exception>
    /// <exception cref="ArgumentException">
    /// The string is shorter than the pool's minimum length, and the pool rejects such strings
    /// (<see cref="ShortStrings.Throw"/>).
    /// </exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The pool is full and cannot grow; its strings are unchanged.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public PooledString Allocate(ReadOnlySpan<char> value)
    {
        if (_fast.Contains(value.Length))
        {
            uint bytes = (uint)value.Length * sizeof(char);
            byte* text = _heap.TakeFree(bytes, out CellId id);
            if (text != null)
            {
                ref readonly byte source = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(value));
                TextCopy.CopyShort(text, in source, bytes);
                return new PooledString(this, id);
            }
        }

        return AllocateSlow(value);
    }

    /// <summary>Same as <see cref="Allocate(ReadOnlySpan{char})"/>.</summary>
    /// <inheritdoc cref="Allocate(ReadOnlySpan{char})"/>
    public PooledString AllocateString(ReadOnlySpan<char> value) => Allocate(value);

    /// <summary>Returns the empty string, which takes no memory and need not be freed.</summary>
    /// <returns><see cref="PooledString.Empty"/>.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public PooledString CreateEmptyString()
    {
        ThrowIfDisposed();
        return default;
    }

    /// <summary>Returns the chars of a string.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <returns>
    /// A span over the pool's memory. <b>The span is invalid once anything changes the pool</b>, because any change may
    /// move strings.
    /// </returns>
    /// <remarks>O(1), allocates nothing. Do not call this method while another thread changes the pool.</remarks>
    /// <exception cref="InvalidOperationException">The id is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<char> AsSpan(PooledStringId id) => Read(id.Cell);

    /// <summary>Reads a string if its id is not stale.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="text">
    /// The string, or an empty span. <b>The span is invalid once anything changes the pool</b>, because any change may
    /// move strings.
    /// </param>
    /// <returns>False if the id is stale or the pool is disposed.</returns>
    /// <remarks>O(1), allocates nothing, never throws.</remarks>
    public bool TryGetSpan(PooledStringId id, out ReadOnlySpan<char> text) => TryRead(id.Cell, out text);

    /// <inheritdoc cref="StringPool.Resolve"/>
    public PooledString Resolve(PooledStringId id) => id.IsEmpty ? default : new PooledString(this, id.Cell);

    /// <summary>
    /// Frees a string. Does nothing if the id is stale, empty or of another pool, or if the pool is disposed. About one id of
    /// another pool in half a billion matches by chance: see <see cref="PooledStringId"/>.
    /// </summary>
    /// <param name="id">An id of this pool.</param>
    /// <remarks>
    /// Never throws. O(1), or O(length) with <see cref="StringPoolOptions.ClearOnFree"/>. If the call releases memory, it also
    /// compacts the block, which takes O(strings) and invalidates all spans of the pool.
    /// </remarks>
    public void Free(PooledStringId id)
    {
        if (!id.IsEmpty)
        {
            Free(id.Cell);
        }
    }

    private string DebuggerText => StringPoolDebugView.TextOf(this);

    PooledStringId IStringStore.AllocateId(ReadOnlySpan<char> value) => Allocate(value).Id;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ReadOnlySpan<char> Read(CellId id)
    {
        nuint index = id.Index;
        if (index < _heap.Limit)
        {
            ContiguousSlot* slot = _heap.Slots + index;
            ulong header = slot->Header;
            if ((uint)header == id.Generation)
            {
                // Unlike the span constructor, CreateReadOnlySpan does not check the length again.
                ReadOnlySpan<char> span = MemoryMarshal.CreateReadOnlySpan(ref *(char*)_heap.TextOf(slot), (int)(header >> 33));
                GC.KeepAlive(this);
                return span;
            }
        }

        return ReadSlow(id);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Free(CellId id)
    {
        if (!_heap.TryFree(id))
        {
            FreeSlow(id);
        }
    }

    private static UnmanagedStringPoolOptions Sized(int initialCapacityChars, bool allowGrowth)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(initialCapacityChars);
        if (initialCapacityChars > MaximumLength)
        {
            Throw.TooLong<char>(nameof(initialCapacityChars), initialCapacityChars, MaximumLength);
        }

        return new UnmanagedStringPoolOptions { InitialCapacityChars = initialCapacityChars, AllowGrowth = allowGrowth };
    }
}

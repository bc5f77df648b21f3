using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Cells;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Strings;

/// <summary>
/// A string pool in unmanaged memory for one writer at a time. Its value-type handles detect every stale use. Small strings are
/// in slabs of equal cells, large ones in segments of blocks. In steady state, neither allocating nor freeing touches the managed
/// heap.
/// </summary>
/// <remarks>
/// One thread at a time may change the pool. Other threads may read live strings at the same time. Publish handles to them like
/// any other data. <see cref="StringPool.TryCopyTo(PooledStringId, Span{char}, out int)"/> may be called even for strings that
/// are being freed. <see cref="ConcurrentStringPool"/> is for many writers. The remarks of <see cref="StringPool"/> about handles
/// and spans apply here, too.
/// </remarks>
/// <example>
/// Allocating, formatting and freeing:
/// <code>
/// using var pool = new SegmentedStringPool();
/// PooledStringRef name = pool.Allocate("Dos Ojos");
/// PooledStringRef title = pool.Allocate($"Cenote {name}");   // no managed string on the way
/// name.Free();
/// Console.WriteLine(title);                                  // prints Cenote Dos Ojos
/// </code>
/// </example>
public sealed unsafe partial class SegmentedStringPool : StringPool
{
    private TextHeap _heap;

    // The lengths that the fast paths of the two tiers handle. Empty once the pool is disposed.
    private LengthRange _fast;
    private LengthRange _fastLarge;

    /// <summary>Creates an empty pool with the default options.</summary>
    /// <exception cref="OutOfMemoryException">The operating system refuses the first 64 KiB.</exception>
    public SegmentedStringPool()
        : this(new SegmentedStringPoolOptions())
    {
    }

    /// <summary>Creates an empty pool.</summary>
    /// <param name="options">Sizes and limits, read once.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The operating system or the limit refuses the first 64 KiB.</exception>
    public SegmentedStringPool(SegmentedStringPoolOptions options)
        : this(options, PageSource.System)
    {
    }

    internal SegmentedStringPool(SegmentedStringPoolOptions options, PageSource pages)
        : this(options, Validated(options), pages)
    {
    }

    private SegmentedStringPool(SegmentedStringPoolOptions options, HeapSizes sizes, PageSource pages)
        : base(sizes.Reserve(pages), options)
    {
        _heap.Initialize(_texts.Space, sizes);
        _texts.Follow();
        int shortest = Math.Max(1, _minimumLength);
        _fast = new LengthRange(shortest, options.SmallStringLength);
        _fastLarge = new LengthRange(
            Math.Max(shortest, options.SmallStringLength + 1), BlockTier.MaxQuickBytes / sizeof(char));
        PoolMetrics.Show(options, this);
    }

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public override PooledStringRef Allocate(ReadOnlySpan<char> value) =>
        TryTake(value, out CellId id) ? new PooledStringRef(this, id) : AllocateOther(value);

    /// <inheritdoc/>
    public override bool TryAllocate(ReadOnlySpan<char> value, out PooledStringRef handle)
    {
        if (TryTake(value, out CellId id))
        {
            handle = new PooledStringRef(this, id);
            return true;
        }

        return TryAllocateSlow(value, out handle);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal override void Free(CellId id)
    {
        if (!_heap.TryFreeFast(id))
        {
            FreeOther(id);
        }
    }

    // The fast path: copies the string into a free cell.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryTake(ReadOnlySpan<char> value, out CellId id)
    {
        if (_fast.Contains(value.Length))
        {
            uint bytes = (uint)value.Length * sizeof(char);
            byte* text = _heap.TakeFree(bytes, out id);
            if (text != null)
            {
                ref readonly byte source = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(value));
                TextCopy.CopyShort(text, in source, bytes);
                return true;
            }
        }

        id = default;
        return false;
    }

    private static HeapSizes Validated(SegmentedStringPoolOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options.Validate();
    }
}

using Cenote.Memory.Cells;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>
/// A string pool in unmanaged memory for one writer at a time. Its value-type handles detect every use after free. Small strings
/// are in slabs of equal-sized cells, large ones in segments of blocks. In steady state, neither allocating nor freeing touches
/// the managed heap.
/// </summary>
/// <remarks>
/// One thread at a time may change the pool. Other threads may read live strings concurrently; publish the handles safely.
/// <see cref="StringPool.TryCopyTo(PooledStringId, Span{char}, out int)"/> may be called even for strings that are being freed.
/// For many writers, use <see cref="ConcurrentStringPool"/>. See also the remarks of <see cref="StringPool"/> about handles and
/// spans.
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
public sealed class SegmentedStringPool : StringPool
{
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
        : base(options, sizes, pages, isShared: false)
    {
    }

    /// <summary>
    /// Reserves memory in both tiers for strings with this many chars in total, so that allocating them makes no operating system
    /// calls. In the slab tier, this guarantee holds for strings of 16 chars or more, if they have few different lengths: each
    /// size class needs separate slabs.
    /// </summary>
    /// <param name="chars">The total number of chars.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="chars"/> is negative.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public void Reserve(int chars) => Reserve<char>(chars, chars, nameof(chars));

    /// <summary>Reserves memory as <see cref="Reserve(int)"/> does, but for small strings only.</summary>
    /// <inheritdoc cref="Reserve(int)"/>
    public void ReserveSmall(int chars) => Reserve<char>(chars, 0, nameof(chars));

    /// <summary>
    /// Reserves contiguous memory for large strings only: for a single string of this many chars, or for many shorter ones.
    /// </summary>
    /// <inheritdoc cref="Reserve(int)"/>
    public void ReserveLarge(int chars) => Reserve<char>(0, chars, nameof(chars));

    private static HeapSizes Validated(SegmentedStringPoolOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options.Validate();
    }
}

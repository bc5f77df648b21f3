using Cenote.Memory.Cells;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>
/// A UTF-8 string pool in unmanaged memory for one writer at a time, for data received and sent as bytes. Works like a
/// <see cref="SegmentedStringPool"/>, but ASCII takes half the memory. Handles detect every use after free. In steady state,
/// neither allocating nor freeing touches the managed heap.
/// </summary>
/// <remarks>
/// One thread at a time may change the pool. Other threads may read live strings concurrently; publish the handles safely.
/// For many writers, use <see cref="ConcurrentUtf8StringPool"/>. See also the remarks of <see cref="Utf8Pool"/> about strings,
/// handles and spans.
/// </remarks>
/// <example>
/// Storing and writing bytes:
/// <code>
/// using var pool = new Utf8StringPool();
/// PooledUtf8String header = pool.Allocate("Content-Type: text/html"u8);
/// using Stream output = new MemoryStream();
/// output.Write(header.AsSpan()[14..]);
/// Console.WriteLine(output.Length);   // prints 9
/// </code>
/// </example>
public sealed class Utf8StringPool : Utf8Pool
{
    /// <summary>Creates an empty pool with the default options.</summary>
    /// <exception cref="OutOfMemoryException">The operating system refuses the first 64 KiB.</exception>
    public Utf8StringPool()
        : this(new Utf8StringPoolOptions())
    {
    }

    /// <summary>Creates an empty pool.</summary>
    /// <param name="options">Sizes and limits, read once.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The operating system or the limit refuses the first 64 KiB.</exception>
    public Utf8StringPool(Utf8StringPoolOptions options)
        : this(options, PageSource.System)
    {
    }

    internal Utf8StringPool(Utf8StringPoolOptions options, PageSource pages)
        : this(options, Validated(options), pages)
    {
    }

    private Utf8StringPool(Utf8StringPoolOptions options, HeapSizes sizes, PageSource pages)
        : base(options, sizes, pages, isShared: false)
    {
    }

    /// <summary>
    /// Reserves memory in both tiers for strings with this many bytes in total, so that allocating them makes no operating system
    /// calls. In the slab tier, this guarantee holds for strings of 32 bytes or more, if they have few different lengths: each
    /// size class needs separate slabs.
    /// </summary>
    /// <param name="bytes">The total number of bytes.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="bytes"/> is negative.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public void Reserve(int bytes) => Reserve<byte>(bytes, bytes, nameof(bytes));

    /// <summary>Reserves memory as <see cref="Reserve(int)"/> does, but for small strings only.</summary>
    /// <inheritdoc cref="Reserve(int)"/>
    public void ReserveSmall(int bytes) => Reserve<byte>(bytes, 0, nameof(bytes));

    /// <summary>
    /// Reserves contiguous memory for large strings only: for a single string of this many bytes, or for many shorter ones.
    /// </summary>
    /// <inheritdoc cref="Reserve(int)"/>
    public void ReserveLarge(int bytes) => Reserve<byte>(0, bytes, nameof(bytes));

    private static HeapSizes Validated(Utf8StringPoolOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options.Validate();
    }
}

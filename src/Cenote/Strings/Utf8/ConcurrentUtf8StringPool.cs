using Cenote.Memory.Cells;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>
/// A UTF-8 string pool in unmanaged memory for many threads: any thread may allocate, read and free any string at any time.
/// For one writer at a time, use <see cref="Utf8StringPool"/>. See also the remarks of <see cref="ConcurrentStringPool"/> about
/// threads.
/// </summary>
/// <remarks>
/// <para>Threads that allocate frequently should hold a <see cref="Writer"/> from <see cref="GetWriter"/>. Strings of more than
/// 2,000 bytes are allocated and freed under a lock.</para>
/// <para>After another thread frees a string, its spans may show the old bytes, other data or zeros.
/// <see cref="Utf8Pool.TryCopyTo(PooledStringId, Span{byte}, out int)"/> returns the intact string or nothing. See also the
/// remarks of <see cref="Utf8Pool"/> about strings, handles and spans.</para>
/// </remarks>
/// <example>
/// Storing UTF-8 messages from several threads:
/// <code>
/// using var pool = new ConcurrentUtf8StringPool();
/// byte[] message = [.. "Dos Ojos"u8];
/// var strings = new PooledUtf8String[100];
/// Parallel.For(0, strings.Length, i => strings[i] = pool.Allocate(message));
/// Console.WriteLine(strings.All(text => text.Equals("Dos Ojos")));   // prints True
/// </code>
/// </example>
public sealed partial class ConcurrentUtf8StringPool : Utf8Pool
{
    /// <summary>Creates an empty pool with the default options.</summary>
    /// <exception cref="OutOfMemoryException">The operating system refuses the first 64 KiB.</exception>
    public ConcurrentUtf8StringPool()
        : this(new ConcurrentStringPoolOptions())
    {
    }

    /// <summary>Creates an empty pool.</summary>
    /// <param name="options">Limits, read once.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The operating system or the limit refuses the first 64 KiB.</exception>
    public ConcurrentUtf8StringPool(ConcurrentStringPoolOptions options)
        : this(options, PageSource.System)
    {
    }

    internal ConcurrentUtf8StringPool(ConcurrentStringPoolOptions options, PageSource pages)
        : this(options, Validated(options), pages)
    {
    }

    private ConcurrentUtf8StringPool(ConcurrentStringPoolOptions options, HeapSizes sizes, PageSource pages)
        : base(options, sizes, pages, isShared: true)
    {
    }

    /// <summary>Returns a writer for the calling thread. A writer does not look up the thread for each string.</summary>
    /// <returns>The writer, for this thread only. It does not expire.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory for another thread.
    /// </exception>
    public Writer GetWriter()
    {
        ThrowIfDisposed();
        return new Writer(this, RequiredHeap());
    }

    /// <inheritdoc/>
    /// <remarks>Any thread may call this method at any time.</remarks>
    public override PooledUtf8String DangerousAllocate(ReadOnlySpan<byte> utf8) => Allocate(RequiredHeap(), utf8);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PooledUtf8String Allocate(ThreadHeap heap, ReadOnlySpan<byte> utf8) =>
        _fast.Contains(utf8.Length) && TryAllocateSmallFast(heap, utf8, out CellId id)
            ? new PooledUtf8String(this, id)
            : AllocateSlow(utf8);

    private static HeapSizes Validated(ConcurrentStringPoolOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options.Validate();
    }
}

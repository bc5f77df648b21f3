using Cenote.Buffers.Stack;

namespace Cenote.Buffers;

/// <summary>Rents temporary memory for the duration of a method, from a second stack per thread.</summary>
/// <remarks>
/// <para>
/// In steady state, renting and releasing buffers of up to <see cref="KeptBytesPerThread"/> only move a pointer: they take a few
/// nanoseconds and allocate nothing. Buffers must be released in reverse order, which <see langword="using"/> ensures. Releasing
/// a buffer out of order, or twice through a copy, is misuse. Misuse throws <see cref="InvalidOperationException"/>, but not with
/// native AOT, and not while the thread handles another exception, which the new one would mask. Misuse never corrupts memory,
/// and <see cref="ScratchStatistics.Misuses"/> counts it.
/// </para>
/// <para>
/// Each thread has its own memory: a chunk of 64 KiB at first, and larger ones on demand. A thread that has released all its
/// buffers keeps one chunk, of up to <see cref="KeptBytesPerThread"/>. Larger buffers are borrowed from
/// <see cref="System.Buffers.ArrayPool{T}.Shared"/> while they are rented, or allocated if they are larger than about 1 GiB. When
/// a thread ends, the garbage collector frees its memory.
/// </para>
/// <para>
/// Memory is not cleared by default: a buffer contains data from the thread's earlier buffers, and a large buffer contains data
/// from any user of the process-wide shared pool. For secrets, rent with <c>clearOnRelease: true</c>.
/// </para>
/// </remarks>
/// <example>
/// Sort a copy of the input in a method that is called often:
/// <code>
/// Console.WriteLine(Median([119, 54, 88]));   // prints 88
///
/// static int Median(ReadOnlySpan&lt;int> depths)
/// {
///     using var sorted = Scratch.Rent&lt;int>(depths.Length);
///     depths.CopyTo(sorted.Span);
///     sorted.Span.Sort();
///     return sorted[sorted.Length / 2];
/// }
/// </code>
/// </example>
public static unsafe class Scratch
{
    /// <summary>
    /// Maximum bytes that a thread keeps after releasing all its buffers, and the size above which a buffer is borrowed: 64 KiB
    /// to 1 GiB, 8 MiB by default. Applies to all threads of the process.
    /// </summary>
    /// <remarks>If the value is lowered, a thread keeps a larger chunk until it calls <see cref="Trim"/>.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is not between 64 KiB and 1 GiB.</exception>
    public static int KeptBytesPerThread
    {
        get => ScratchStack.KeptBytes;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, ScratchStack.MinKeptBytes);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, ScratchStack.MaxKeptBytes);
            ScratchStack.KeptBytes = value;
        }
    }

    /// <summary>
    /// Rents a buffer: <c>using var buffer = Scratch.Rent&lt;byte&gt;(length);</c> The method that rents a buffer must dispose
    /// it, or return it for the caller to dispose.
    /// </summary>
    /// <typeparam name="T">Any type without references.</typeparam>
    /// <param name="length">The number of elements; may be 0.</param>
    /// <param name="clear">Whether to clear the memory. By default, its content is undefined.</param>
    /// <param name="clearOnRelease">Whether the buffer is cleared on release, even after misuse. Use it for secrets.</param>
    /// <returns>The buffer, aligned to 64 bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative, or exceeds the maximum length of an
    /// array (<see cref="Array.MaxLength"/>).</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory. Nothing has changed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ScratchBuffer<T> Rent<T>(int length, bool clear = false, bool clearOnRelease = false)
        where T : unmanaged => new(length, clear, clearOnRelease);

    /// <summary>Begins a frame. Disposing it releases all memory rented from it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ScratchFrame Frame() => new(ScratchStack.Line);

    /// <summary>Statistics of the calling thread's scratch memory.</summary>
    public static ScratchStatistics GetStatistics() => ScratchStack.OfThread is { } stack
        ? new ScratchStatistics
        {
            BytesInUse = stack.BytesInUse + stack.BytesBorrowed,
            BytesReserved = stack.BytesReserved,
            BytesBorrowed = stack.BytesBorrowed,
            Chunks = stack.ChunkCount,
            BorrowedBuffers = stack.LoanCount,
            OpenFrames = stack.OpenFrames,
            Misuses = stack.Misuses,
        }
        : default;

    /// <summary>
    /// Releases the calling thread's last chunk to the garbage collector, unless it contains a buffer, or a frame is open. Rented
    /// buffers stay valid.
    /// </summary>
    /// <returns>The number of released bytes.</returns>
    public static long Trim()
    {
        if (ScratchStack.OfThread is not { } stack)
        {
            return 0;
        }

        long before = stack.BytesReserved;
        stack.Trim();
        return before - stack.BytesReserved;
    }
}

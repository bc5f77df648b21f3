using Cenote.Buffers.Stack;

namespace Cenote.Buffers;

/// <summary>Rents temporary memory for the length of a method, from a second stack that each thread has.</summary>
/// <remarks>
/// <para>
/// Renting and releasing only move a pointer, for any size: a few nanoseconds, no allocation. Buffers are released in reverse
/// order, which <see langword="using"/> ensures. A release out of order, a second release through a copy, and an inner buffer
/// that was not released throw <see cref="InvalidOperationException"/>. They do not throw while the thread handles an exception,
/// which must not be masked. Nothing is corrupted in either case, and <see cref="ScratchStatistics.Misuses"/> counts them.
/// </para>
/// <para>
/// Each thread has its own memory: 64 KiB at first, more on demand, up to <see cref="KeptBytesPerThread"/>. Larger buffers are
/// borrowed from <see cref="System.Buffers.ArrayPool{T}.Shared"/> while they are rented. When a thread ends, the garbage
/// collector frees its memory.
/// </para>
/// <para>
/// Memory is not cleared by default: a buffer contains data of the thread's earlier buffers, and a large one data from any user
/// of the shared pool in the process. For secrets, rent with <c>clearOnRelease: true</c>.
/// </para>
/// </remarks>
/// <example>
/// A working copy in a method that is called often:
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
    /// Bytes that a thread keeps once it has released all buffers, and the size above which a buffer is borrowed: 64 KiB to 1
    /// GiB, 8 MiB by default. Applies to all threads of the process.
    /// </summary>
    /// <remarks>A thread that already has more keeps it until it calls <see cref="Trim"/>.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside these bounds.</exception>
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
    /// Rents a buffer: <c>using var buffer = Scratch.Rent&lt;byte&gt;(length);</c> The method that rents it disposes it, or
    /// returns it for its caller to dispose.
    /// </summary>
    /// <typeparam name="T">Any type without references.</typeparam>
    /// <param name="length">The number of elements; may be 0.</param>
    /// <param name="clear">Whether to clear it. By default its content is undefined.</param>
    /// <param name="clearOnRelease">Whether it is cleared when it is released, even by misuse: for secrets.</param>
    /// <returns>The buffer, aligned to 64 bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative, or exceeds the maximum length of an
    /// array (<see cref="Array.MaxLength"/>).</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory. Nothing has changed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ScratchBuffer<T> Rent<T>(int length, bool clear = false, bool clearOnRelease = false)
        where T : unmanaged => new(length, clear, clearOnRelease);

    /// <summary>Begins a frame, which releases all memory rented from it at once.</summary>
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
    /// Releases the calling thread's unused memory to the garbage collector. Rented buffers stay valid; inside a frame nothing is
    /// released.
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

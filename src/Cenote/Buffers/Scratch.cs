using System.Runtime.CompilerServices;
using Cenote.Buffers.Stack;

namespace Cenote.Buffers;

/// <summary>Working memory for the length of a method, from a stack that each thread has beside its own.</summary>
/// <remarks>
/// <para>
/// Renting and releasing move a pointer, whatever the size: a few nanoseconds, no allocation. What is rented last is released
/// first, which <see langword="using"/> sees to. A release out of order, a second one through a copy, and an inner buffer that
/// was never released, be it inside another buffer or inside a frame, throw <see cref="InvalidOperationException"/>, unless an
/// exception is being handled on the thread, which they must not hide. They corrupt nothing in either case, and
/// <see cref="ScratchStatistics.Misuses"/> counts them.
/// </para>
/// <para>
/// Each thread has its own memory: at first 64 KiB, more as it is needed, up to <see cref="KeptBytesPerThread"/>. Larger buffers
/// are borrowed from <see cref="System.Buffers.ArrayPool{T}.Shared"/> while they are rented. A thread that ends leaves its memory
/// to the garbage collector.
/// </para>
/// <para>
/// Memory is not set to zero unless that is asked for: a buffer shows what other buffers of the thread left in it, whoever rented
/// them, and a large one what anybody in the process left in an array of the shared pool. Secrets are rented with
/// <c>clearOnRelease: true</c>.
/// </para>
/// </remarks>
/// <example>
/// A copy to work on, in a method that is called often:
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
    /// The memory in bytes that a thread keeps for its next buffers when it has released all, and the size from which on a
    /// buffer is borrowed: 64 KiB to 1 GiB, and 8 MiB by default. It concerns all threads of the process.
    /// </summary>
    /// <remarks>A thread that has more already keeps it until it calls <see cref="Trim"/>.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside of these bounds.</exception>
    public static int KeptBytesPerThread
    {
        get => ScratchStack.KeptBytes;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, ScratchStack.LeastKeptBytes);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, ScratchStack.MostKeptBytes);
            ScratchStack.KeptBytes = value;
        }
    }

    /// <summary>
    /// Rents a buffer, to be released by this method or by its caller:
    /// <c>using var buffer = Scratch.Rent&lt;byte&gt;(length);</c>
    /// </summary>
    /// <typeparam name="T">Any type without references.</typeparam>
    /// <param name="length">How many elements; 0 is allowed.</param>
    /// <param name="clear">Whether to fill it with zeros. By default it holds what was there before.</param>
    /// <param name="clearOnRelease">Whether it is filled with zeros when it is released, in whatever way: for secrets.</param>
    /// <returns>The buffer. Its memory begins at a multiple of 64 bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative, or more than an array can have
    /// (<see cref="Array.MaxLength"/>).</exception>
    /// <exception cref="OutOfMemoryException">There is not so much memory. Nothing has changed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ScratchBuffer<T> Rent<T>(int length, bool clear = false, bool clearOnRelease = false)
        where T : unmanaged => new(length, clear, clearOnRelease);

    /// <summary>Begins a frame: one release for all memory that is rented from it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ScratchFrame Frame() => new(ScratchStack.Line);

    /// <summary>The scratch memory of this thread.</summary>
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
    /// Leaves the memory of this thread that holds no buffer to the garbage collector. Buffers that are rented stay valid; inside
    /// a frame nothing is given back.
    /// </summary>
    /// <returns>How many bytes were given back.</returns>
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

using System.Runtime.CompilerServices;
using Cenote.Buffers.Stack;

namespace Cenote.Buffers;

/// <summary>Working memory for the length of a method, from a second stack that each thread has.</summary>
/// <remarks>
/// <para>
/// Renting and releasing move a pointer, whatever the size: a few nanoseconds, no allocation. What is rented last is released
/// first, which <see langword="using"/> sees to. A release out of order, a second one through a copy, and an inner buffer that
/// was never released, whether inside another buffer or inside a frame, throw <see cref="InvalidOperationException"/>, unless an
/// exception is being handled on the thread, which must not be hidden. Nothing is corrupted in either case, and
/// <see cref="ScratchStatistics.Misuses"/> counts them.
/// </para>
/// <para>
/// Each thread has its own memory: at first 64 KiB, more as it is needed, up to <see cref="KeptBytesPerThread"/>. Larger buffers
/// are borrowed from <see cref="System.Buffers.ArrayPool{T}.Shared"/> while they are rented. A thread that ends leaves its memory
/// to the garbage collector.
/// </para>
/// <para>
/// Memory is not set to zero unless you ask for it: a buffer shows what other buffers of the thread left in it, whoever rented
/// them, and a large one shows what anybody in the process left in an array of the shared pool. For secrets, rent with
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
    /// The memory in bytes that a thread keeps for its next buffers when it has released all of them, and the size above which a
    /// buffer is borrowed: 64 KiB to 1 GiB, 8 MiB by default. It applies to all threads of the process.
    /// </summary>
    /// <remarks>A thread that has more already keeps it until it calls <see cref="Trim"/>.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside these bounds.</exception>
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
    /// Rents a buffer. The method that rents it disposes it, or returns it for its caller to dispose:
    /// <c>using var buffer = Scratch.Rent&lt;byte&gt;(length);</c>
    /// </summary>
    /// <typeparam name="T">Any type without references.</typeparam>
    /// <param name="length">How many elements; 0 is allowed.</param>
    /// <param name="clear">Whether to fill it with zeros. By default it holds what was there before.</param>
    /// <param name="clearOnRelease">Whether it is filled with zeros when it is released, however that happens: for
    /// secrets.</param>
    /// <returns>The buffer. Its memory begins at a multiple of 64 bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative, or more than an array can have
    /// (<see cref="Array.MaxLength"/>).</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory. Nothing has changed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ScratchBuffer<T> Rent<T>(int length, bool clear = false, bool clearOnRelease = false)
        where T : unmanaged => new(length, clear, clearOnRelease);

    /// <summary>Begins a frame: one release for all memory that is rented from it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ScratchFrame Frame() => new(ScratchStack.Line);

    /// <summary>The scratch memory of the calling thread.</summary>
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
    /// Gives the memory of the calling thread that holds no buffer to the garbage collector. Buffers that are rented stay valid;
    /// inside a frame nothing is given back.
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

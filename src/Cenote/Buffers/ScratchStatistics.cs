using System.Diagnostics;

namespace Cenote.Buffers;

/// <summary>The scratch memory of one thread, as <see cref="Scratch.GetStatistics"/> saw it.</summary>
/// <example>
/// What the calling thread holds at the moment:
/// <code>
/// long before = Scratch.GetStatistics().BytesInUse;
/// using var buffer = Scratch.Rent&lt;byte>(4_096);
/// ScratchStatistics statistics = Scratch.GetStatistics();
/// Console.WriteLine(statistics.BytesInUse - before);   // prints 4096
/// </code>
/// </example>
[DebuggerDisplay("{BytesInUse} of {BytesReserved} bytes in use, {BytesBorrowed} borrowed")]
public readonly struct ScratchStatistics
{
    /// <summary>Bytes that are rented, each buffer rounded up to a multiple of 64, borrowed ones included.</summary>
    public long BytesInUse { get; init; }

    /// <summary>Bytes of the thread's own memory, used or not.</summary>
    public long BytesReserved { get; init; }

    /// <summary>
    /// Bytes of the buffers that are borrowed from the array pool because they are larger than
    /// <see cref="Scratch.KeptBytesPerThread"/>.
    /// </summary>
    public long BytesBorrowed { get; init; }

    /// <summary>Pieces of which the thread's own memory consists. In a steady state there is one.</summary>
    public int Chunks { get; init; }

    /// <summary>Buffers that are borrowed.</summary>
    public int BorrowedBuffers { get; init; }

    /// <summary>Frames that are open.</summary>
    public int OpenFrames { get; init; }

    /// <summary>
    /// Wrong releases that were found since the thread began: those that threw, and those that did not because an exception was
    /// being handled or the runtime could not tell.
    /// </summary>
    public long Misuses { get; init; }
}

namespace Cenote.Buffers;

/// <summary>The scratch memory of one thread, at the time of the call to <see cref="Scratch.GetStatistics"/>.</summary>
/// <example>
/// The memory that the calling thread uses:
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
    /// <summary>Rented bytes, including borrowed buffers; each buffer is rounded up to a multiple of 64 bytes.</summary>
    public long BytesInUse { get; init; }

    /// <summary>Bytes of the thread's own memory, used or not.</summary>
    public long BytesReserved { get; init; }

    /// <summary>
    /// Bytes of the buffers that are borrowed from the array pool because they are larger than
    /// <see cref="Scratch.KeptBytesPerThread"/>.
    /// </summary>
    public long BytesBorrowed { get; init; }

    /// <summary>The number of chunks of the thread's own memory; one in steady state.</summary>
    public int Chunks { get; init; }

    /// <summary>The number of borrowed buffers.</summary>
    public int BorrowedBuffers { get; init; }

    /// <summary>The number of open frames.</summary>
    public int OpenFrames { get; init; }

    /// <summary>
    /// The number of wrong releases detected since the thread started. Includes those that did not throw because an exception was
    /// being handled, or because the runtime could not determine whether one was.
    /// </summary>
    public long Misuses { get; init; }
}

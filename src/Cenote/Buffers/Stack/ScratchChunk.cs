namespace Cenote.Buffers.Stack;

/// <summary>One chunk of a thread's scratch stack: a pinned array, which the GC frees after the thread has ended.</summary>
/// <param name="array">The array. This reference keeps it alive, and so does every span into it.</param>
/// <param name="start">The first byte, a multiple of <see cref="ScratchStack.Alignment"/>.</param>
/// <param name="end">The address after the last byte.</param>
internal struct ScratchChunk(byte[] array, nuint start, nuint end)
{
    public readonly byte[] Array = array;
    public readonly nuint Start = start;

    /// <summary>The end of the used bytes; kept in <see cref="ScratchLine.Top"/> while this chunk is current.</summary>
    public nuint Top = start;

    /// <summary>The end of the usable bytes; misuse lowers it.</summary>
    public nuint End = end;

    public readonly bool IsEmpty => Top == Start;

    public readonly nuint Capacity => End - Start;

    /// <exception cref="OutOfMemoryException">The array cannot be allocated.</exception>
    public static unsafe ScratchChunk Allocate(nuint bytes)
    {
        byte[] array = GC.AllocateUninitializedArray<byte>(checked((int)(bytes + ScratchStack.Alignment)), pinned: true);
        nuint start = ScratchStack.RoundUp((nuint)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(array)));
        return new ScratchChunk(array, start, start + bytes);
    }
}

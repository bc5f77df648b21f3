using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Cenote.Buffers.Stack;

/// <summary>
/// A piece of a thread's scratch stack: a pinned array, so that the collector takes the memory when the thread has ended.
/// </summary>
/// <param name="array">What keeps the memory alive; spans into it do, too.</param>
/// <param name="start">The first byte, a multiple of <see cref="ScratchStack.Alignment"/>.</param>
/// <param name="end">The address after the last byte.</param>
internal struct ScratchChunk(byte[] array, nuint start, nuint end)
{
    public readonly byte[] Array = array;
    public readonly nuint Start = start;

    /// <summary>
    /// The address after the last byte in use; kept in <see cref="ScratchLine.Top"/> while this is the current chunk.
    /// </summary>
    public nuint Top = start;

    /// <summary>The address after the last byte that may be used: a mistake of the user lowers it.</summary>
    public nuint End = end;

    public readonly bool IsEmpty => Top == Start;

    public readonly nuint Capacity => End - Start;

    /// <exception cref="OutOfMemoryException">The runtime refuses the memory.</exception>
    public static unsafe ScratchChunk Allocate(nuint bytes)
    {
        byte[] array = GC.AllocateUninitializedArray<byte>(checked((int)(bytes + ScratchStack.Alignment)), pinned: true);
        nuint start = ScratchStack.RoundUp((nuint)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(array)));
        return new ScratchChunk(array, start, start + bytes);
    }
}

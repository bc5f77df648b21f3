using System.Runtime.CompilerServices;

namespace Cenote.Buffers.Stack;

/// <summary>
/// A thread's scratch memory: a stack of blocks that grows by moving a pointer. Renting and releasing read and write one
/// <see cref="ScratchLine"/>; chunks, large blocks and mistakes are matters of the slow half.
/// </summary>
/// <remarks>
/// The line and the chunks are pinned arrays of the managed heap. A thread that ends leaves them to the collector, and a span
/// that outlives its block by mistake refers to memory that is still there.
/// </remarks>
internal sealed unsafe partial class ScratchStack
{
    /// <summary>Blocks begin at multiples of this and take a multiple of it.</summary>
    public const nuint Alignment = 64;

    [ThreadStatic]
    private static ScratchStack? s_stack;

    /// <summary>The line of this thread.</summary>
    public static ScratchLine* Line
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            ScratchLine* line = ScratchThread.Line;
            return line != null ? line : CreateSlow();
        }
    }

    /// <summary>The next multiple of <see cref="Alignment"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint RoundUp(nuint value) => (value + (Alignment - 1)) & ~(Alignment - 1);

    /// <summary>The bytes of a block for so many elements, of which there are no more than <see cref="MostElements"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint BytesOf<T>(int length)
        where T : unmanaged => RoundUp((nuint)(uint)length * (nuint)sizeof(T));

    /// <summary>
    /// What an array may have at most, and what an address can count in a process of 32 bits. The JIT knows it as a constant.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint MostElements<T>()
        where T : unmanaged => (uint)nuint.Min((nuint)Array.MaxLength, (nuint.MaxValue - (2 * Alignment)) / (nuint)sizeof(T));

    /// <summary>Takes a block, whose memory may hold anything.</summary>
    /// <exception cref="OutOfMemoryException">Nothing has changed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint Push(ScratchLine* line, nuint bytes)
    {
        nuint start = line->Top;
        if (bytes <= line->End - start)
        {
            line->Top = start + bytes;
        }
        else
        {
            start = PushSlow(bytes);
        }

        return start;
    }

    /// <summary>Releases a block, which must be the last that was taken and not released.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Pop(ScratchLine* line, nuint start, nuint end)
    {
        if (line->Top == end)
        {
            line->Top = start;
        }
        else
        {
            PopSlow(start, end);
        }
    }

    /// <summary>How many frames are open.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint OpenFramesOf(ScratchLine* line) => (uint)line->Marks;

    /// <summary>Begins a frame: all that is taken from it is released when it is closed.</summary>
    /// <param name="line">The line of this thread.</param>
    /// <param name="outerTop">The top of the frame around it, to close it by.</param>
    /// <returns>The marks to close it by.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong OpenFrame(ScratchLine* line, out nuint outerTop)
    {
        outerTop = line->FrameTop;
        line->FrameTop = line->Top;
        return line->Marks += ScratchLine.FrameMark;
    }

    /// <summary>Takes a block from the innermost frame.</summary>
    /// <exception cref="OutOfMemoryException">Nothing has changed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint PushOfFrame(ScratchLine* line, nuint bytes)
    {
        nuint start = line->Top;
        if (start == line->FrameTop && bytes <= line->End - start)
        {
            line->Top = line->FrameTop = start + bytes;
        }
        else
        {
            start = PushOfFrameSlow(bytes, wipes: false);
        }

        return start;
    }

    /// <summary>Ends a frame.</summary>
    /// <param name="line">The line of this thread.</param>
    /// <param name="mark">The top when it was opened.</param>
    /// <param name="end">The end of the chunk then.</param>
    /// <param name="marks">What <see cref="OpenFrame"/> returned.</param>
    /// <param name="outerTop">What else it returned.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CloseFrame(ScratchLine* line, nuint mark, nuint end, ulong marks, nuint outerTop)
    {
        // No frame or large block left in it, nothing else either, nothing of before the frame released, and the same chunk.
        if (line->Marks == marks && line->Top == line->FrameTop && line->End == end)
        {
            line->Marks = marks - ScratchLine.FrameMark;
            line->Top = mark;
            line->FrameTop = outerTop;
        }
        else
        {
            CloseFrameSlow(mark, marks, outerTop);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ScratchLine* CreateSlow()
    {
        s_stack = new ScratchStack();
        return ScratchThread.Line = s_stack._line;
    }
}

using System.Runtime.CompilerServices;
using Cenote.Threading;

namespace Cenote.Buffers.Stack;

/// <summary>
/// A thread's scratch memory: a stack of blocks that grows by moving a pointer. Renting and releasing read and write one
/// <see cref="ScratchLine"/>; chunks, large blocks and mistakes are handled by the slow half.
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

    /// <summary>The bytes of a block for a number of elements, at most <see cref="MostElements"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint BytesOf<T>(int length)
        where T : unmanaged => RoundUp((nuint)(uint)length * (nuint)sizeof(T));

    /// <summary>
    /// The most elements that an array may have, and that a 32-bit process can address. The JIT knows it as a constant.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint MostElements<T>()
        where T : unmanaged => (uint)nuint.Min((nuint)Array.MaxLength, (nuint.MaxValue - (2 * Alignment)) / (nuint)sizeof(T));

    /// <summary>Takes a block, whose memory may hold anything.</summary>
    /// <exception cref="OutOfMemoryException">Nothing has changed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint Push(ScratchLine* line, nuint bytes)
    {
        Invariant.Holds(bytes % Alignment == 0 && line->Top % Alignment == 0, "Blocks take whole lines.");
        Invariant.Holds(line->Top <= line->End, "The top lies in the chunk.");
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

    /// <summary>Releases a block, which must be the last one that was taken and is still held.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Pop(ScratchLine* line, nuint start, nuint end)
    {
        Invariant.Holds(start <= end && start % Alignment == 0, "A block ends after it begins.");
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
        Invariant.Holds(
            bytes % Alignment == 0 && line->Top <= line->End, "Blocks take whole lines, and the top lies in the chunk.");
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
    /// <param name="outerTop">What it returned as <c>outerTop</c>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CloseFrame(ScratchLine* line, nuint mark, nuint end, ulong marks, nuint outerTop)
    {
        // No frame and no loan is left in it, nor anything else; nothing from before it was released; and the chunk is the same.
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

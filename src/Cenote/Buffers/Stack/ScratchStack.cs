using Cenote.Threading;

namespace Cenote.Buffers.Stack;

/// <summary>
/// A thread's scratch memory: a stack of blocks with a bump pointer. Renting and releasing access only one
/// <see cref="ScratchLine"/>; the slow path handles chunks, large blocks and misuse.
/// </summary>
/// <remarks>
/// The line and the chunks are pinned managed arrays. The GC frees them after the thread has ended, and a span that outlives its
/// block by mistake still refers to existing memory.
/// </remarks>
internal sealed unsafe partial class ScratchStack
{
    /// <summary>Alignment and granularity of blocks, in bytes.</summary>
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

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint RoundUp(nuint value) => (value + (Alignment - 1)) & ~(Alignment - 1);

    /// <summary>Returns the size in bytes of a block for this many elements, up to <see cref="MaxElements"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint BytesOf<T>(int length)
        where T : unmanaged => RoundUp((nuint)(uint)length * (nuint)sizeof(T));

    /// <summary>
    /// Returns the maximum length of an array or, if smaller, the number of elements that the process can address. A JIT
    /// constant.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint MaxElements<T>()
        where T : unmanaged => (uint)nuint.Min((nuint)Array.MaxLength, (nuint.MaxValue - (2 * Alignment)) / (nuint)sizeof(T));

    /// <summary>Pushes a block, with undefined content.</summary>
    /// <exception cref="OutOfMemoryException">Nothing has changed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint Push(ScratchLine* line, nuint bytes)
    {
        Invariant.Holds(
            bytes % Alignment == 0 && line->Top % Alignment == 0,
            "The size of a block and the top are multiples of the alignment.");
        Invariant.Holds(line->Top <= line->End, "The top is within the chunk.");
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

    /// <summary>Releases a block, which must be the topmost one.</summary>
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

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint OpenFramesOf(ScratchLine* line) => (uint)line->OpenCounts;

    /// <summary>Begins a frame.</summary>
    /// <param name="line">The line of this thread.</param>
    /// <param name="outerTop">The top of the enclosing frame, for <see cref="CloseFrame"/>.</param>
    /// <returns>The new <see cref="ScratchLine.OpenCounts"/>, for <see cref="CloseFrame"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong OpenFrame(ScratchLine* line, out nuint outerTop)
    {
        outerTop = line->FrameTop;
        line->FrameTop = line->Top;
        return line->OpenCounts += ScratchLine.FrameMark;
    }

    /// <summary>Pushes a block of the innermost frame.</summary>
    /// <exception cref="OutOfMemoryException">Nothing has changed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint PushToFrame(ScratchLine* line, nuint bytes)
    {
        Invariant.Holds(
            bytes % Alignment == 0 && line->Top <= line->End,
            "The size of a block is a multiple of the alignment, and the top is within the chunk.");
        nuint start = line->Top;
        if (start == line->FrameTop && bytes <= line->End - start)
        {
            line->Top = line->FrameTop = start + bytes;
        }
        else
        {
            start = PushToFrameSlow(bytes, wipes: false);
        }

        return start;
    }

    /// <summary>Ends a frame, and releases all blocks pushed since it began.</summary>
    /// <param name="line">The line of this thread.</param>
    /// <param name="mark">The top when the frame began.</param>
    /// <param name="end">The end of the chunk when the frame began.</param>
    /// <param name="marks">The result of <see cref="OpenFrame"/>.</param>
    /// <param name="outerTop">The <c>outerTop</c> of <see cref="OpenFrame"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CloseFrame(ScratchLine* line, nuint mark, nuint end, ulong marks, nuint outerTop)
    {
        // The usual case: the frame holds only blocks rented from it, without loans, in the chunk in which it began, and no
        // memory from before the frame was released.
        if (line->OpenCounts == marks && line->Top == line->FrameTop && line->End == end)
        {
            line->OpenCounts = marks - ScratchLine.FrameMark;
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

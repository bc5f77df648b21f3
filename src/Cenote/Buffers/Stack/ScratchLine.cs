namespace Cenote.Buffers.Stack;

/// <summary>All that renting and releasing touch: one cache line for each thread.</summary>
internal struct ScratchLine
{
    /// <summary>An open frame, in <see cref="Marks"/>.</summary>
    public const ulong FrameMark = 1;

    /// <summary>A borrowed block, or one that is wiped, in <see cref="Marks"/>.</summary>
    public const ulong LoanMark = 1UL << 32;

    /// <summary>The next free byte, a multiple of <see cref="ScratchStack.Alignment"/>.</summary>
    public nuint Top;

    /// <summary>Where the chunk ends.</summary>
    public nuint End;

    /// <summary>
    /// The number of open frames in the lower half, that of loans in the upper one: a frame compares both at once.
    /// </summary>
    public ulong Marks;

    /// <summary>
    /// What <see cref="Top"/> is while nothing is held in the innermost frame but what was rented from it; not an address of a
    /// block if that will never be so again.
    /// </summary>
    public nuint FrameTop;

    /// <summary>How many arrays lists of this thread have moved to.</summary>
    public uint Arrays;
}

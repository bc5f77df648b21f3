namespace Cenote.Buffers.Stack;

/// <summary>All state that renting and releasing usually touch: one cache line per thread.</summary>
internal struct ScratchLine
{
    /// <summary>One open frame, in <see cref="OpenCounts"/>.</summary>
    public const ulong FrameMark = 1;

    /// <summary>One borrowed or wiped block, in <see cref="OpenCounts"/>.</summary>
    public const ulong LoanMark = 1UL << 32;

    /// <summary>The next free byte, a multiple of <see cref="ScratchStack.Alignment"/>.</summary>
    public nuint Top;

    public nuint End;

    /// <summary>The number of open frames (lower half) and of loans (upper half): ending a frame compares both at once.</summary>
    public ulong OpenCounts;

    /// <summary>
    /// The value of <see cref="Top"/> while the innermost frame holds only memory rented from it. Once this condition can no
    /// longer hold, the value is not an address.
    /// </summary>
    public nuint FrameTop;

    /// <summary>The number of arrays that lists of this thread have moved to.</summary>
    public uint Arrays;
}

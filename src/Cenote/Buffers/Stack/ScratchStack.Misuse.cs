using System.Runtime.InteropServices;

namespace Cenote.Buffers.Stack;

/// <content>
/// Wrong releases. The memory from the released block on is cut off its chunk and left to the collector: nobody else gets it
/// while a span of it may still be used, and the blocks below go on as if nothing had happened.
/// </content>
internal sealed unsafe partial class ScratchStack
{
    private enum Mistake
    {
        HeldAbove,
        HeldInFrame,
        ReleasedTwice,
        FrameClosedTwice,
        FrameLeft,
        FrameLost,
    }

    /// <summary>How many mistakes were found, including those that did not throw because of another exception.</summary>
    public long Misuses { get; private set; }

    /// <summary>
    /// Whether an exception is on its way through this thread, or in one of its catch blocks; also true where the runtime cannot
    /// tell.
    /// </summary>
    private static bool IsUnwinding
    {
        get
        {
            try
            {
#pragma warning disable CS0618 // The only way to ask. A runtime that has it no more throws what is caught here.
                return Marshal.GetExceptionCode() != 0;
#pragma warning restore CS0618
            }
            catch (PlatformNotSupportedException)
            {
                return true;
            }
        }
    }

    /// <summary>A number that no other list has, on this thread or another: to tell which list an array belongs to.</summary>
    public static ulong NextToken()
    {
        // The address of the line is a multiple of 64, and of 48 bits at most: 22 bits are left to count.
        ScratchLine* line = Line;
        return ((ulong)line << 16) | (++line->Arrays & ((1u << 22) - 1));
    }

    /// <summary>A list tried to release an array that does not belong to it any more.</summary>
    public static void OnArrayReleasedTwice()
    {
        _ = Line;
        s_stack!.Report(Mistake.ReleasedTwice);
    }

    private void OnMistake(nuint start)
    {
        bool isHeld = IsHeld(start);
        if (isHeld)
        {
            Cut(start);
            _line->FrameTop = CutFrame;
        }

        Report(!isHeld ? Mistake.ReleasedTwice : OpenFrames > 0 ? Mistake.HeldInFrame : Mistake.HeldAbove);
    }

    /// <summary>Leaves all that lies above an address of the stack to the collector.</summary>
    private void Cut(nuint start)
    {
        SetCount(IndexOf(start) + 1);
        Current.Top = Current.End = start;
        Resume();
        EndLoans(static loan => loan.Abandon());
    }

    private void Report(Mistake mistake)
    {
        Misuses++;

        // An exception from Dispose takes the place of the one that made it run, and hides the first cause.
        if (IsUnwinding)
        {
            return;
        }

        switch (mistake)
        {
            case Mistake.HeldAbove:
                Throw.ScratchHeldAbove();
                break;
            case Mistake.HeldInFrame:
                Throw.ScratchHeldInFrame();
                break;
            case Mistake.ReleasedTwice:
                Throw.ScratchReleasedTwice();
                break;
            case Mistake.FrameClosedTwice:
                Throw.ScratchFrameClosedTwice();
                break;
            case Mistake.FrameLeft:
                Throw.ScratchFrameLeft();
                break;
            default:
                Throw.ScratchFrameLost();
                break;
        }
    }
}

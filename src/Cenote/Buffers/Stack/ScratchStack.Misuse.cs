namespace Cenote.Buffers.Stack;

/// <content>
/// Wrong releases. If memory above the released block is still held, the chunk is cut off at that block, and the memory above is
/// left to the GC. That memory is not reused while a span of it may exist. The blocks below are unaffected.
/// </content>
internal sealed unsafe partial class ScratchStack
{
    private enum Mistake
    {
        HeldAbove,
        HeldInFrame,
        ReleasedTwice,
        FrameClosedTwice,
        FrameClosedOutOfOrder,
        FrameLost,
    }

    /// <summary>The number of wrong releases, including those that did not throw during another exception.</summary>
    public long Misuses { get; private set; }

    /// <summary>Whether this thread is throwing or handling an exception; true if the runtime cannot determine this.</summary>
    private static bool IsUnwinding
    {
        get
        {
            try
            {
#pragma warning disable CS0618 // The only API for this. A runtime without it throws the exception that is caught here.
                return Marshal.GetExceptionCode() != 0;
#pragma warning restore CS0618
            }
            catch (PlatformNotSupportedException)
            {
                return true;
            }
        }
    }

    /// <summary>
    /// Returns a number that identifies the owner of an array. The same number recurs only after four million calls on a thread.
    /// </summary>
    public static ulong NextToken()
    {
        // The address of the line is a multiple of 64 and has at most 48 bits, which leaves 22 bits for the count.
        ScratchLine* line = Line;
        return ((ulong)line << 16) | (++line->Arrays & ((1u << 22) - 1));
    }

    /// <summary>Called when a list releases an array that it no longer owns.</summary>
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

    /// <summary>Leaves everything above an address of the stack to the GC.</summary>
    private void Cut(nuint start)
    {
        SetCount(IndexOf(start) + 1);
        Current.Top = Current.End = start;
        Resume();
        ReturnLoans(static loan => loan.Abandon());
    }

    private void Report(Mistake mistake)
    {
        Misuses++;

        // An exception from Dispose would replace the original one.
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
            case Mistake.FrameClosedOutOfOrder:
                Throw.ScratchFrameClosedOutOfOrder();
                break;
            default:
                Throw.ScratchFrameLost();
                break;
        }
    }
}

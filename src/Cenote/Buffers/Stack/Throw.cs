namespace Cenote.Buffers.Stack;

/// <summary>Throw helpers for the scratch stack, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void NoMemoryForScratch(ulong bytes) =>
        throw new OutOfMemoryException(
            $"A scratch buffer of {bytes} bytes is more than one array can hold. Nothing has changed: rent less at a time.");

    [DoesNotReturn]
    public static void ScratchHeldAbove() =>
        throw new InvalidOperationException(
            "Scratch memory was released while memory that was rented after it is still held: an inner buffer or list was never "
            + "released, the releases are out of order, or this is a second release through a copy. Declare each with 'using'. "
            + "The memory from here on will not be reused; the garbage collector frees it.");

    [DoesNotReturn]
    public static void ScratchHeldInFrame() =>
        throw new InvalidOperationException(
            "Scratch memory was released while a frame is open and memory that was rented after it is still held. If it is from "
            + "before the frame, dispose the frame first: declare what outlives a frame before it, each with 'using'. If "
            + "it is from inside, rent from the frame before you rent other buffers there; or an inner buffer or list was never "
            + "released, the releases are out of order, or this is a second release through a copy. The memory from here on was "
            + "left to the garbage collector.");

    [DoesNotReturn]
    public static void ScratchReleasedTwice() =>
        throw new InvalidOperationException(
            "The scratch memory is already released: it was released before, through a copy of this buffer or by the end "
            + "of a frame, or together with a buffer or frame around it. Do not copy buffers that are released, and declare "
            + "each with 'using': before the frame if it outlives the frame, otherwise after it; or rent from the frame itself, "
            + "which releases it.");

    [DoesNotReturn]
    public static void ScratchFrameClosedTwice() =>
        throw new InvalidOperationException(
            "A scratch frame was closed twice through a copy, or after the frame around it. Do not copy frames, and declare "
            + "each with 'using'.");

    [DoesNotReturn]
    public static void ScratchFrameClosedOutOfOrder() =>
        throw new InvalidOperationException(
            "A scratch frame was closed while a buffer, list or frame that was begun inside it is still held, or one from "
            + "before the frame was released inside it. Rent from the frame itself, or declare each with 'using', which "
            + "releases what was begun inside before the frame, and what is from before it after. The memory from the frame on "
            + "was left to the garbage collector.");

    [DoesNotReturn]
    public static void ScratchFrameLost() =>
        throw new InvalidOperationException(
            "A scratch frame was closed whose memory is gone: a buffer that was rented before the frame was released while the "
            + "frame was open. Release it after the frame: declare it before the frame, each with 'using'.");
}

namespace Cenote.Buffers.Stack;

/// <summary>Throw helpers for the scratch stack, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void NoMemoryForScratch(ulong bytes) =>
        throw new OutOfMemoryException(
            $"A scratch buffer of {bytes} bytes exceeds the maximum array size. No memory was rented. Rent smaller buffers.");

    [DoesNotReturn]
    public static void ScratchHeldAbove() =>
        throw new InvalidOperationException(
            "Scratch memory was released while memory that was rented after it is still held: an inner buffer or list was never "
            + "released, the releases are out of order, or this is a second release through a copy. Declare each buffer and list "
            + "with 'using'. The memory from this one on is not reused: the garbage collector frees it.");

    [DoesNotReturn]
    public static void ScratchHeldInFrame() =>
        throw new InvalidOperationException(
            "Scratch memory was released while a frame is open and memory that was rented after it is still held. If it was "
            + "rented before the frame, dispose the frame first. If it was rented inside, rent from the frame before you rent "
            + "other buffers there. Otherwise an inner buffer or list was never released, the releases are out of order, or this "
            + "is a second release through a copy. Declare each buffer and list with 'using'. The memory from this one on is not "
            + "reused: the garbage collector frees it.");

    [DoesNotReturn]
    public static void ScratchReleasedTwice() =>
        throw new InvalidOperationException(
            "The scratch memory is already released: through a copy of this buffer, by the end of a frame, or together with an "
            + "outer buffer. Release only one copy of a buffer. Declare each one with 'using': before the frame if it outlives "
            + "the frame, otherwise after it. Or rent from the frame itself, which releases it.");

    [DoesNotReturn]
    public static void ScratchFrameClosedTwice() =>
        throw new InvalidOperationException(
            "A scratch frame was closed twice through a copy, or after the frame around it was closed. Do not copy frames, and "
            + "declare each one with 'using'.");

    [DoesNotReturn]
    public static void ScratchFrameClosedOutOfOrder() =>
        throw new InvalidOperationException(
            "A scratch frame was closed while a buffer, list or frame begun inside it is still held. Or a buffer or list from "
            + "before the frame was released while the frame was open. Rent from the frame, or declare each buffer and list with "
            + "'using', so that they are released in reverse order. The memory from the frame on is not reused: the garbage "
            + "collector frees it.");

    [DoesNotReturn]
    public static void ScratchFrameLost() =>
        throw new InvalidOperationException(
            "The memory of a scratch frame is gone, because a buffer from before the frame was released while the frame was open. "
            + "Release that buffer after the frame: declare both with 'using', the buffer first.");
}

namespace Cenote.Buffers;

/// <summary>Throw helpers for scratch buffers and lists, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void ScratchLength(string parameter, int length, uint maximum) =>
        throw new ArgumentOutOfRangeException(
            parameter, length, $"A scratch buffer of this type can have 0 to {maximum} elements.");

    [DoesNotReturn]
    public static void ScratchFrameIsNotInnermost() =>
        throw new InvalidOperationException(
            "Memory was rented from a scratch frame that is closed, or while a frame inside it is open. Rent from the innermost "
            + "frame.");

    [DoesNotReturn]
    public static void ScratchRange(string parameter, int value, int length) =>
        throw new ArgumentOutOfRangeException(parameter, value, $"The range must be within the {length} elements.");

    [DoesNotReturn]
    public static void NotInScratchList(string parameter, int index, int count) =>
        throw new ArgumentOutOfRangeException(
            parameter, index, $"The index must be within the list, which has {count} elements.");

    [DoesNotReturn]
    public static void ScratchListIsFull(long count, int maximum) =>
        throw new OutOfMemoryException(
            $"A list of {count} elements exceeds the maximum array length of {maximum}. The list is unchanged.");

    [DoesNotReturn]
    public static void NotAListOfText(string elementType) =>
        throw new NotSupportedException(
            $"Values can be formatted only into a ScratchList<char> or ScratchList<byte>, not into one of {elementType}.");

    [DoesNotReturn]
    public static void TextHandlerHasNoList() =>
        throw new InvalidOperationException(
            "This is the default handler, which has no list to append to. The compiler creates one for list.Append($\"...\"); do "
            + "not create one yourself.");

    [DoesNotReturn]
    public static void AdvancedTooFar(string parameter, int count, int room) =>
        throw new ArgumentOutOfRangeException(parameter, count, $"The list cannot advance past the {room} elements that GetSpan returned.");
}

namespace Cenote.Interning;

/// <summary>Throw helpers for interners, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void ChangesText(string? parameter, StringComparison comparison) =>
        throw new ArgumentException(
            $"The interner compares by {comparison}, so it could return a string with different casing from the one read. Use an "
            + "interner whose Comparison is StringComparison.Ordinal, and compare the strings without case.",
            parameter);

    [DoesNotReturn]
    public static string ChangedText(Type interner) =>
        throw new InvalidOperationException(
            $"{interner} returned a different text than the one read. An IStringInterner whose Comparison is Ordinal must "
            + "return equal strings.");

    [DoesNotReturn]
    public static string InternerIsFull(int length, long maximumBytes) =>
        throw new OutOfMemoryException(
            $"A string of {length} chars does not fit within the interner's MaximumBytes of {maximumBytes}. Those that are there "
            + "are still found: remove some, raise the limit, or use TryIntern.");

    [DoesNotReturn]
    public static void InternTableIsFull(int count) =>
        throw new OutOfMemoryException(
            $"The interner has {count} strings, and its table cannot be larger. It is unchanged: remove strings, or use another "
            + "interner.");

    [DoesNotReturn]
    public static void NoMemoryForInterner(int capacity) =>
        throw new OutOfMemoryException($"The memory for an interner with a Capacity of {capacity} was refused. Make it smaller.");

    [DoesNotReturn]
    public static void InternerDisposed() =>
        throw new ObjectDisposedException(
            "WeakStringInterner", "The interner has been finalized, and frees its handles. Keep a reference to it for as "
            + "long as it is used.");
}

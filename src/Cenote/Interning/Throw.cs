namespace Cenote.Interning;

/// <summary>Throw helpers for interners, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void ChangesText(string? parameter, StringComparison comparison) =>
        throw new ArgumentException(
            $"The interner compares with {comparison}, so it could change the casing of the string that was read. Use an "
            + "interner whose Comparison is StringComparison.Ordinal, and ignore case when you compare strings.",
            parameter);

    [DoesNotReturn]
    public static string ChangedText(Type interner) =>
        throw new InvalidOperationException(
            $"{interner} returned a string that differs from the one it was given. An IStringInterner whose Comparison is "
            + "Ordinal must return equal strings.");

    [DoesNotReturn]
    public static string InternerIsFull(int length, long maximumBytes) =>
        throw new OutOfMemoryException(
            $"A string of {length} chars does not fit within the interner's MaximumBytes of {maximumBytes}. Remove "
            + "interned strings, raise the limit, or use TryIntern. The strings that are interned can still be looked up.");

    [DoesNotReturn]
    public static void InternTableIsFull(int count) =>
        throw new OutOfMemoryException(
            $"The interner has {count} strings, and its table cannot grow. Nothing has changed: remove strings, or use another "
            + "interner.");

    [DoesNotReturn]
    public static void NoMemoryForInterner(int capacity) =>
        throw new OutOfMemoryException($"The memory for an interner with a Capacity of {capacity} was refused. Set a lower Capacity.");

    [DoesNotReturn]
    public static void InternerDisposed() =>
        throw new ObjectDisposedException(
            "WeakStringInterner", "The interner was finalized, so its strings are gone. Keep a reference to it for as "
            + "long as it is used.");
}

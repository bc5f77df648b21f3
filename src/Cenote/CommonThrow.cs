using Cenote.Memory.Pages;

namespace Cenote;

/// <summary>Throw helpers that several modules share. Helpers for a single module are in its <c>Throw</c> class.</summary>
[StackTraceHidden]
internal static class CommonThrow
{
    /// <summary>Throws unless an option lies within its range.</summary>
    public static void IfOptionOutOfRange(
        long value, long least, long most = long.MaxValue, [CallerArgumentExpression(nameof(value))] string option = "")
    {
        if (value < least || value > most)
        {
            OptionOutOfRange(option, value, most == long.MaxValue ? $"at least {least}" : $"from {least} to {most}");
        }
    }

    /// <summary>Throws if a name in the options is empty or white space.</summary>
    public static void IfNameEmpty(
        string? value, string parameter = "options", [CallerArgumentExpression(nameof(value))] string option = "")
    {
        if (value is not null && string.IsNullOrWhiteSpace(value))
        {
            throw new ArgumentException($"{option} is empty or white space. Pass a name, or null for none.", parameter);
        }
    }

    [DoesNotReturn]
    public static void OptionNotDefined<T>(T value, string allowed, [CallerArgumentExpression(nameof(value))] string option = "")
        where T : struct, Enum => OptionOutOfRange(option, value, allowed);

    public static string ReadByCall(string call) =>
        $"Read a string (or, in a custom converter, the value of the Utf8JsonReader), and call {call}.";

    public static string ReadByConverter(string converter, string call) =>
        $"Add a JsonConverters.{converter} of Cenote.Text.Json to JsonSerializerOptions.Converters, or read a string and call {call}.";

    [DoesNotReturn]
    public static T JsonNeedsPlace<T>(string remedy) =>
        throw new NotSupportedException(
            $"{typeof(T).Name} cannot be read from JSON, because the serializer does not know where to allocate the string. "
            + remedy);

    [DoesNotReturn]
    public static void TableBeyondMemory(int capacity, long bytes) =>
        throw new OutOfMemoryException(
            $"A table for {capacity} keys takes {bytes} bytes, more than is left for Cenote in this process. "
            + $"{MemoryRefusal.Of("the table")} Reserve less, dispose other pools, collections or caches, or limit them by "
            + "MaximumBytes.");

    [DoesNotReturn]
    public static void KeyTooLong(string parameter, int length, int maximum) =>
        throw new ArgumentOutOfRangeException(parameter, length, $"A key can have at most {maximum} chars.");

    [DoesNotReturn]
    public static void KeyComparerChangedCollection() =>
        throw new InvalidOperationException(
            "A key's GetHashCode or Equals, or a key comparer, changed the dictionary that called it. The operation had "
            + "no effect: compare without changing the dictionary.");

    [DoesNotReturn]
    public static void InvalidReadCount(int read, int room) =>
        throw new IOException(
            $"The stream returned {read} as the number of bytes read into a buffer of {room} bytes. Correct its Read and "
            + "ReadAsync.");

    /// <summary>Returns the unit of a length for messages: "chars" for <see cref="char"/>, otherwise "bytes".</summary>
    public static string UnitOf<T>() => typeof(T) == typeof(char) ? "chars" : "bytes";

    [DoesNotReturn]
    private static void OptionOutOfRange(string option, object value, string allowed, string parameter = "options") =>
        throw new ArgumentOutOfRangeException(parameter, value, $"{option} is {value}, but must be {allowed}.");
}

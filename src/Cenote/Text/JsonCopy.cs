using System.Text.Json;

namespace Cenote.Text;

/// <summary>
/// Writes strings of pools, arenas and tables as JSON strings or property names. The string is copied first, because the writer
/// may call user code to get memory, and that code may free the string.
/// </summary>
internal static class JsonCopy
{
    [SkipLocalsInit]
    public static void Write(Utf8JsonWriter writer, scoped ReadOnlySpan<char> text, bool isName)
    {
        using var copy = new PrivateCopy<char>(text, stackalloc char[PrivateCopy<char>.StackLength]);
        if (isName)
        {
            writer.WritePropertyName(copy.Span);
        }
        else
        {
            writer.WriteStringValue(copy.Span);
        }
    }

    [SkipLocalsInit]
    public static void Write(Utf8JsonWriter writer, scoped ReadOnlySpan<byte> text, bool isName)
    {
        using var copy = new PrivateCopy<byte>(text, stackalloc byte[PrivateCopy<byte>.StackLength]);
        if (isName)
        {
            writer.WritePropertyName(copy.Span);
        }
        else
        {
            writer.WriteStringValue(copy.Span);
        }
    }
}

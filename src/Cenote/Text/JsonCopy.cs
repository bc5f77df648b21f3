using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Cenote.Text;

/// <summary>
/// Writes text of pools, arenas and tables as JSON. The string is copied first, because a writer may call user code for memory
/// during the write, and that code may free the string.
/// </summary>
internal static class JsonCopy
{
    [SkipLocalsInit]
    public static void WriteValue(Utf8JsonWriter writer, scoped ReadOnlySpan<char> text)
    {
        using var copy = new OwnCopy<char>(text, stackalloc char[OwnCopy<char>.StackLength]);
        writer.WriteStringValue(copy.Span);
    }

    [SkipLocalsInit]
    public static void WriteName(Utf8JsonWriter writer, scoped ReadOnlySpan<char> text)
    {
        using var copy = new OwnCopy<char>(text, stackalloc char[OwnCopy<char>.StackLength]);
        writer.WritePropertyName(copy.Span);
    }

    [SkipLocalsInit]
    public static void WriteValue(Utf8JsonWriter writer, scoped ReadOnlySpan<byte> text)
    {
        using var copy = new OwnCopy<byte>(text, stackalloc byte[OwnCopy<byte>.StackLength]);
        writer.WriteStringValue(copy.Span);
    }

    [SkipLocalsInit]
    public static void WriteName(Utf8JsonWriter writer, scoped ReadOnlySpan<byte> text)
    {
        using var copy = new OwnCopy<byte>(text, stackalloc byte[OwnCopy<byte>.StackLength]);
        writer.WritePropertyName(copy.Span);
    }
}

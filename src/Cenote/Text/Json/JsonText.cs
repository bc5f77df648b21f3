using System.Text.Json;
using System.Text.Unicode;
using Cenote.Buffers;

namespace Cenote.Text.Json;

/// <summary>Reads JSON strings and property names without allocating.</summary>
internal static class JsonText
{
    private const int StackChars = 256;

    /// <summary>Passes the text of the current token to a target.</summary>
    /// <exception cref="InvalidOperationException">
    /// The token has no text, or its text is invalid. <see cref="Utf8JsonReader.GetString"/> throws the same exception; the
    /// serializer wraps it and adds the path.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Read<TTarget, T>(ref Utf8JsonReader reader, TTarget target)
        where TTarget : struct, IJsonTarget<T> =>
        IsPlain(ref reader) && Utf8.IsValid(reader.ValueSpan)
            ? target.FromUtf8(reader.ValueSpan)
            : ReadCopy<TTarget, T>(ref reader, target);

    // Whether the reader's value is the text itself: contiguous and without escapes.
    private static bool IsPlain(ref Utf8JsonReader reader) =>
        reader is { HasValueSequence: false, ValueIsEscaped: false }
        && reader.TokenType is JsonTokenType.String or JsonTokenType.PropertyName;

    // CopyString validates: it throws for invalid UTF-8, lone surrogates, and tokens without text.
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static T ReadCopy<TTarget, T>(ref Utf8JsonReader reader, TTarget target)
        where TTarget : struct, IJsonTarget<T>
    {
        long length = reader.HasValueSequence ? reader.ValueSequence.Length : reader.ValueSpan.Length;
        if (length > StackChars)
        {
            using ScratchBuffer<char> buffer = Scratch.Rent<char>(checked((int)length));
            return target.FromChars(buffer.Span[..reader.CopyString(buffer.Span)]);
        }

        Span<char> chars = stackalloc char[StackChars];
        return target.FromChars(chars[..reader.CopyString(chars)]);
    }
}

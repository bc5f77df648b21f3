using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Unicode;
using Cenote.Buffers;

namespace Cenote.Text.Json;

/// <summary>The text of a JSON string or property name, without a managed string.</summary>
internal static class JsonText
{
    private const int StackChars = 256;

    /// <summary>Hands the text to where it goes.</summary>
    /// <exception cref="InvalidOperationException">The token has no text, or none that is valid. It is the exception of
    /// <see cref="Utf8JsonReader.GetString"/>, of which the serializer makes one with the path.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Read<TTarget, T>(ref Utf8JsonReader reader, TTarget target)
        where TTarget : struct, IJsonTarget<T> =>
        IsPlain(ref reader) && Utf8.IsValid(reader.ValueSpan)
            ? target.FromUtf8(reader.ValueSpan)
            : ReadCopy<TTarget, T>(ref reader, target);

    // What the reader holds is the text itself: in one piece, and without escapes.
    private static bool IsPlain(ref Utf8JsonReader reader) =>
        reader is { HasValueSequence: false, ValueIsEscaped: false }
        && reader.TokenType is JsonTokenType.String or JsonTokenType.PropertyName;

    // The reader checks what it copies: it refuses invalid UTF-8, surrogates without their half, and tokens that have no text.
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

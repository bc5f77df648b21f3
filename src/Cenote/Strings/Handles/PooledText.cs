using System.Buffers;
using System.Text.Unicode;

namespace Cenote.Strings;

/// <summary>String operations shared by the handles of all pools.</summary>
internal static class PooledText
{
    /// <summary>The text that a debugger shows for a stale handle.</summary>
    public const string Stale = "(stale pooled string)";

    public static T At<T>(ReadOnlySpan<T> text, int index)
    {
        CheckIndex<T>(nameof(index), index, (uint)text.Length, text.Length);
        return text[index];
    }

    public static ReadOnlySpan<T> Substring<T>(ReadOnlySpan<T> text, int startIndex, int length)
    {
        CheckIndex<T>(nameof(startIndex), startIndex, (uint)text.Length + 1, text.Length);
        CheckIndex<T>(nameof(length), length, (uint)(text.Length - startIndex) + 1, text.Length);
        return text.Slice(startIndex, length);
    }

    /// <summary>Throws unless a value can be inserted at the index.</summary>
    public static void CheckInsertion<T>(ReadOnlySpan<T> text, int index) =>
        CheckIndex<T>(nameof(index), index, (uint)text.Length + 1, text.Length);

    public static bool TryFormat<T>(ReadOnlySpan<T> text, Span<T> destination, out int written)
    {
        bool copied = text.TryCopyTo(destination);
        written = copied ? text.Length : 0;
        return copied;
    }

    public static bool TryFormat(ReadOnlySpan<char> text, Span<byte> utf8Destination, out int bytesWritten)
    {
        bool written = Utf8.FromUtf16(text, utf8Destination, out _, out bytesWritten) == OperationStatus.Done;
        bytesWritten = written ? bytesWritten : 0;
        return written;
    }

    public static bool TryFormat(ReadOnlySpan<byte> utf8, Span<char> destination, out int charsWritten)
    {
        bool written = Utf8.ToUtf16(utf8, destination, out _, out charsWritten) == OperationStatus.Done;
        charsWritten = written ? charsWritten : 0;
        return written;
    }

    /// <summary>Compares a handle with an object, as <see cref="IComparable"/> requires.</summary>
    public static int Compare<T>(T handle, object? obj)
        where T : struct, IComparable<T> => obj switch
        {
            null => 1,
            T other => handle.CompareTo(other),
            _ => Throw.NotComparable(nameof(obj), typeof(T).Name),
        };

    private static void CheckIndex<T>(string parameter, int value, uint end, int length)
    {
        if ((uint)value >= end)
        {
            Throw.IndexOutOfRange<T>(parameter, value, length);
        }
    }
}

using System.Buffers;

namespace Cenote.Strings;

/// <content>New strings made from parts of others.</content>
public sealed partial class Utf8StringPool
{
    internal PooledUtf8String Concatenate(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, ReadOnlySpan<byte> third) =>
        Build(
            (long)first.Length + second.Length + third.Length,
            new Parts(first, second, third),
            static (text, parts) =>
            {
                parts.First.CopyTo(text);
                parts.Second.CopyTo(text[parts.First.Length..]);
                parts.Third.CopyTo(text[(parts.First.Length + parts.Second.Length)..]);
            });

    internal PooledUtf8String Replace(ReadOnlySpan<byte> text, ReadOnlySpan<byte> oldValue, ReadOnlySpan<byte> newValue)
    {
        long count = text.Count(oldValue);
        return Build(
            text.Length + (count * ((long)newValue.Length - oldValue.Length)),
            new Parts(text, oldValue, newValue),
            static (result, parts) => WriteReplaced(result, parts.First, parts.Second, parts.Third));
    }

    private static void WriteReplaced(Span<byte> result, ReadOnlySpan<byte> text, ReadOnlySpan<byte> oldValue, ReadOnlySpan<byte> newValue)
    {
        for (int next = text.IndexOf(oldValue); next >= 0; next = text.IndexOf(oldValue))
        {
            text[..next].CopyTo(result);
            newValue.CopyTo(result[next..]);
            result = result[(next + newValue.Length)..];
            text = text[(next + oldValue.Length)..];
        }

        text.CopyTo(result);
    }

    private PooledUtf8String Build(long bytes, Parts parts, SpanAction<byte, Parts> fill)
    {
        ThrowIfResultTooLong(bytes);
        return Create((int)bytes, parts, fill);
    }

    private readonly ref struct Parts(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, ReadOnlySpan<byte> third)
    {
        public readonly ReadOnlySpan<byte> First = first;
        public readonly ReadOnlySpan<byte> Second = second;
        public readonly ReadOnlySpan<byte> Third = third;
    }
}

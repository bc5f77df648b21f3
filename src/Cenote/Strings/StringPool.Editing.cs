namespace Cenote.Strings;

/// <content>New strings made from parts of others.</content>
public abstract partial class StringPool
{
    internal PooledStringRef Concatenate(ReadOnlySpan<char> first, ReadOnlySpan<char> second, ReadOnlySpan<char> third) =>
        Build(
            (long)first.Length + second.Length + third.Length,
            new Parts(first, second, third),
            static (text, parts) =>
            {
                parts.First.CopyTo(text);
                parts.Second.CopyTo(text[parts.First.Length..]);
                parts.Third.CopyTo(text[(parts.First.Length + parts.Second.Length)..]);
            });

    internal PooledStringRef Replace(ReadOnlySpan<char> text, ReadOnlySpan<char> oldValue, ReadOnlySpan<char> newValue)
    {
        long count = text.Count(oldValue);
        return Build(
            text.Length + (count * ((long)newValue.Length - oldValue.Length)),
            new Parts(text, oldValue, newValue),
            static (result, parts) => WriteReplaced(result, parts.First, parts.Second, parts.Third));
    }

    private static void WriteReplaced(Span<char> result, ReadOnlySpan<char> text, ReadOnlySpan<char> oldValue, ReadOnlySpan<char> newValue)
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

    private PooledStringRef Build(long length, Parts parts, System.Buffers.SpanAction<char, Parts> fill)
    {
        if (length > MaximumLength)
        {
            Throw.ResultTooLong<char>(length, MaximumLength);
        }

        return Create((int)length, parts, fill);
    }

    private readonly ref struct Parts(ReadOnlySpan<char> first, ReadOnlySpan<char> second, ReadOnlySpan<char> third)
    {
        public readonly ReadOnlySpan<char> First = first;
        public readonly ReadOnlySpan<char> Second = second;
        public readonly ReadOnlySpan<char> Third = third;
    }
}

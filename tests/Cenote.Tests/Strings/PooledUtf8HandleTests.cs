using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>Tests that the handles of every UTF-8 pool must pass.</summary>
public abstract class PooledUtf8HandleTests : PooledHandleTests<PooledUtf8String, byte>
{
    private protected PooledUtf8HandleTests(Func<TestedPool<PooledUtf8String, byte>> newPool)
        : base(newPool, Utf8Pool.MaximumLength)
    {
    }

    private protected override string AnyText(Random random, int length) => Texts.RandomValid(random, length);

    private protected override string RepetitiveText(Random random, int length) =>
        string.Concat(random.GetItems<string>(["a", "b", "A", "\0", "é", "è", "\u0301", "€", "ß", "😀", "😁"], length));

    // UTF-8 sorts by code point, so characters beyond U+FFFF come last.
    private protected override IEnumerable<string> TextsInOrder() =>
        ["", "\0", "A", "Z", "a", "aa", "é", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff"];

    private protected override void CheckEquality(PooledUtf8String handle, string text)
    {
        Assert.True(handle.Equals(text));
        Assert.True(handle.Equals(text.AsSpan()));
        Assert.False(handle.Equals(text + "x"));
        Assert.False(handle.Equals((string?)null));
    }
}

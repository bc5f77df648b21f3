using Cenote.Samples.Jabber.Preparation;

namespace Cenote.Samples.Jabber.Tests.Preparation;

public sealed class UnicodeRangesTests
{
    public static TheoryData<string, int[]> Tables => new()
    {
        { nameof(UnicodeRanges.DefaultIgnorable), UnicodeRanges.DefaultIgnorable.ToArray() },
        { nameof(UnicodeRanges.OldHangulJamo), UnicodeRanges.OldHangulJamo.ToArray() },
        { nameof(UnicodeRanges.Virama), UnicodeRanges.Virama.ToArray() },
        { nameof(UnicodeRanges.Greek), UnicodeRanges.Greek.ToArray() },
        { nameof(UnicodeRanges.Hebrew), UnicodeRanges.Hebrew.ToArray() },
        { nameof(UnicodeRanges.Japanese), UnicodeRanges.Japanese.ToArray() },
        { nameof(UnicodeRanges.JoinsNext), UnicodeRanges.JoinsNext.ToArray() },
        { nameof(UnicodeRanges.JoinsPrevious), UnicodeRanges.JoinsPrevious.ToArray() },
        { nameof(UnicodeRanges.Unfoldable), UnicodeRanges.Unfoldable.ToArray() },
        { nameof(UnicodeRanges.IgnorableBlocks), UnicodeRanges.IgnorableBlocks.ToArray() },
    };

    [Theory]
    [MemberData(nameof(Tables))]
    public void Ranges_are_in_order_and_apart(string table, int[] bounds)
    {
        Assert.True(bounds.Length % 2 == 0, table);
        for (int i = 1; i < bounds.Length; i++)
        {
            Assert.True(i % 2 == 0 ? bounds[i] > bounds[i - 1] : bounds[i] >= bounds[i - 1], $"{table}: {bounds[i]:X4}");
        }
    }

    [Theory]
    [MemberData(nameof(Tables))]
    public void A_range_has_its_bounds_and_not_what_is_beside_them(string table, int[] bounds)
    {
        for (int i = 0; i < bounds.Length; i += 2)
        {
            Assert.True(UnicodeRanges.Contains(bounds, bounds[i]), table);
            Assert.True(UnicodeRanges.Contains(bounds, bounds[i + 1]), table);
            Assert.Equal(i > 0 && bounds[i - 1] == bounds[i] - 1, UnicodeRanges.Contains(bounds, bounds[i] - 1));
        }

        Assert.False(UnicodeRanges.Contains(bounds, bounds[^1] + 1));
    }
}

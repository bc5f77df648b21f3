using Cenote.Interning;
using Cenote.Tests.Support;
using Cenote.Text;

namespace Cenote.Tests.Interning;

public sealed class InternTableTests
{
    [Fact]
    public void Long_texts_that_differ_in_a_few_chars_do_not_change_the_hash()
    {
        var table = new InternTable<StrongEntry>(
            capacity: 0, maximumLength: int.MaxValue, maximumBytes: long.MaxValue, ignoreCase: false);
        string[] texts =
            [.. Enumerable.Range(0, 5_000).Select(static i => new string('x', 40) + $"{i:D6}" + new string('y', 150))];
        Array.ForEach(texts, text => Assert.Same(text, table.GetOrAdd(text, text)));

        Assert.Same(TextHashing.Plain, table.Hashing);
        Assert.Equal(0, table.GetStatistics().Rehashes);
        Assert.All(texts, text => Assert.Same(text, table.GetOrAdd(text, instance: null)));
        Assert.All(texts, text => Assert.Same(text, table.Get(new OrdinalText(text))));
        Assert.All(texts, text => Assert.True(table.Remove(new OrdinalText(text))));
        Assert.Equal(0, table.Count);
    }

    [Fact]
    public void A_table_that_is_flooded_changes_to_a_keyed_hash()
    {
        var table = new InternTable<StrongEntry>(
            capacity: 0, maximumLength: int.MaxValue, maximumBytes: long.MaxValue, ignoreCase: false);
        for (int i = 0; i < 100; i++)
        {
            string text = new string('x', 40) + $"{i:D6}" + new string('y', 150);
            table.GetOrAdd(text, text);
        }

        for (int i = 0; i < 1_000; i++)
        {
            table.GetOrAdd(Collisions.Make(i), instance: null);
        }

        Assert.True(table.Hashing.IsKeyed);
        Assert.Equal(1_100, table.Count);
    }

    // A stripe of the smallest table has seven ways. The new hash often assigns more than seven of these strings to a stripe.
    [Fact]
    public void Texts_that_share_a_stripe_by_the_new_hash_are_moved_to_a_table_with_room_for_them()
    {
        for (int run = 0; run < 500; run++)
        {
            var table = new InternTable<StrongEntry>(
                capacity: 0, maximumLength: int.MaxValue, maximumBytes: long.MaxValue, ignoreCase: false);
            string[] texts = [.. Enumerable.Range(0, 60).Select(static i => $"{i}"), .. Enumerable.Range(0, 12).Select(Collisions.Make)];

            Array.ForEach(texts, text => Assert.Same(text, table.GetOrAdd(text, text)));

            Assert.True(table.Hashing.IsKeyed);
            Assert.All(texts, text => Assert.Same(text, table.Get(text)));
        }
    }

    [Fact]
    public void A_table_grows_with_the_first_text_that_has_no_room_in_its_stripe()
    {
        var table = new InternTable<StrongEntry>(
            capacity: 0, maximumLength: int.MaxValue, maximumBytes: long.MaxValue, ignoreCase: false);
        string[] texts =
        [
            .. Enumerable.Range(0, int.MaxValue).Select(static i => $"{i}").Where(
                static text => KeyHash.ComputeLong(text) % InternTable<StrongEntry>.Stripes == 3).Take(6),
        ];
        int room = table.GetStatistics().Capacity;
        Assert.Equal(5 * InternTable<StrongEntry>.Stripes, room);

        Array.ForEach(texts[..5], text => table.GetOrAdd(text, text));
        Assert.Equal(room, table.GetStatistics().Capacity);
        table.GetOrAdd(texts[5], texts[5]);

        Assert.Equal(11 * InternTable<StrongEntry>.Stripes, table.GetStatistics().Capacity);
    }

    [Fact]
    public void Many_ordinary_texts_do_not_change_the_hash()
    {
        var table = new InternTable<StrongEntry>(
            capacity: 0, maximumLength: int.MaxValue, maximumBytes: long.MaxValue, ignoreCase: false);
        for (int i = 0; i < 1_000_000; i++)
        {
            table.GetOrAdd($"{i}", instance: null);
        }

        Assert.Same(TextHashing.Plain, table.Hashing);
    }
}

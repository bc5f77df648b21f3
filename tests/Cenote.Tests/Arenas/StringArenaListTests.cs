using System.Globalization;
using System.Text;
using Cenote.Arenas;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Arenas;

public sealed class StringArenaListTests(ITestOutputHelper output) : IDisposable
{
    private readonly StringArenaList _list = [];

    public void Dispose() => _list.Dispose();

    [Theory]
    [InlineData(long.MaxValue)]
    [InlineData(300_000)]
    [InlineData(0)]
    public void A_list_does_what_a_list_of_strings_does(long reservation)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        using var list = new StringArenaList(new StringArenaOptions { ReservedAddressBytes = reservation });
        for (int round = 0; round < 3; round++)
        {
            var texts = new List<string>();
            for (int i = 0; i < 60_000; i++)
            {
                string text = Texts.RandomValid(random, random.Next(14));
                texts.Add(text);
                switch (random.Next(3))
                {
                    case 0:
                        list.Add(Encoding.UTF8.GetBytes(text));
                        break;
                    case 1:
                        list.Add($"{text}");
                        break;
                    default:
                        list.Add(text);
                        break;
                }
            }

            Check(texts, list);
            list.Sort();
            texts.Sort(StringComparer.Ordinal);
            Check(texts, list);
            list.Clear();
            Assert.Empty(list);
        }
    }

    [Fact]
    public void Values_are_sorted_with_their_strings()
    {
        int[] numbers = [.. Enumerable.Range(0, 1_000)];
        foreach (int number in numbers)
        {
            _list.Add($"the text of number {number}");
        }

        _list.Sort(numbers.AsSpan());

        Assert.Equal(
            numbers.Select(static number => $"the text of number {number}"), _list.Select(static value => value.ToString()));
        Assert.Equal(
            Enumerable.Range(0, 1_000).OrderBy(
                static number => number.ToString(CultureInfo.InvariantCulture), StringComparer.Ordinal), numbers);
    }

    [Theory]
    [InlineData(long.MaxValue)]
    [InlineData(0)]
    public void The_memory_of_a_list_is_that_of_its_arena_and_of_its_values(long reservation)
    {
        const int Count = 100_000;
        using var list = new StringArenaList(new StringArenaOptions { ReservedAddressBytes = reservation });
        Assert.Equal(0, list.BytesReserved);
        for (int i = 0; i < Count; i++)
        {
            list.Add($"{i}");
        }

        Assert.Equal(0, list.Arena.BytesReserved);
        long values = list.BytesReserved;
        Assert.InRange(values, 16 * Count, 4 * 16 * Count);

        list.Add("a text that is too long for a value");
        Assert.Equal(values + list.Arena.BytesReserved, list.BytesReserved);
        Assert.NotEqual(values, list.BytesReserved);

        list.Clear();
        Assert.Equal(values + list.Arena.BytesReserved, list.BytesReserved);

        list.Dispose();
        Assert.Equal(0, list.BytesReserved);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(2)]
    public void An_index_outside_the_list_is_refused(int index)
    {
        _list.Add("one");
        _list.Add("two");

        Assert.Equal("index", Assert.Throws<ArgumentOutOfRangeException>(() => _list[index]).ParamName);
        Assert.Equal("index", Assert.Throws<ArgumentOutOfRangeException>(() => _list.AsSpan(index).Length).ParamName);
    }

    [Fact]
    public void Spans_of_a_list_that_has_moved_can_still_be_read()
    {
        using var list = new StringArenaList(new StringArenaOptions { ReservedAddressBytes = 0 });
        list.Add("short");
        ReadOnlySpan<char> before = list.AsSpan(0);
        for (int i = 0; i < 50_000; i++)
        {
            list.Add("fill");
        }

        Assert.Equal(5, before.Length);
        Assert.True(before.SequenceEqual("short") || before.SequenceEqual("\0\0\0\0\0"), "A span reads other memory.");
        Assert.Equal("short", list.AsSpan(0).ToString());
    }

    [Fact]
    public void Refused_memory_leaves_the_list_as_it_was()
    {
        var pages = new FailingPageSource();
        using (var list = new StringArenaList(new StringArenaOptions { ReservedAddressBytes = 0 }, pages))
        {
            list.Add("a text that is kept");
            pages.Fails = static _ => true;

            // 65,536 bytes hold 4,096 values. The list needs memory for the next value, and the arena for a long string.
            for (int i = 1; i < 4_096; i++)
            {
                list.Add("short");
            }

            string message = Assert.Throws<OutOfMemoryException>(() => list.Add("short")).Message;
            Assert.Contains("4096 values", message, StringComparison.Ordinal);
            list.Clear();
            list.Add("a text that is kept");
            Assert.Throws<OutOfMemoryException>(() => list.Add(new string('x', 100_000)));
            Assert.Equal("a text that is kept", Assert.Single(list).ToString());
        }

        Assert.Equal(0, pages.Reservations);
    }

    [Fact]
    public void A_disposed_list_is_empty_and_takes_nothing()
    {
        _list.Add("a long text");
        ArenaString value = _list[0];
        _list.Dispose();
        _list.Dispose();

        Assert.Empty(_list);
        Assert.False(value.IsAlive);
        Assert.True(_list.Values.IsEmpty);
        Assert.Throws<ObjectDisposedException>(() => _list.Add("a long text"));
        Assert.Throws<ObjectDisposedException>(() => _list.Add("short"));
        Assert.Throws<ObjectDisposedException>(() => _list.Add($"{1}"));
        Assert.Throws<ObjectDisposedException>(() => _list.Add("short"u8));
        Assert.Throws<ObjectDisposedException>(_list.Clear);
    }

    private static void Check(List<string> texts, StringArenaList list)
    {
        Assert.Equal(texts.Count, list.Count);
        int i = 0;
        foreach (ArenaString value in list)
        {
            Assert.True(
                list.Arena.AsSpan(in value).SequenceEqual(texts[i]) && list.AsSpan(i).SequenceEqual(texts[i])
                    && list[i] == value, $"String {i} has changed.");
            i++;
        }
    }

    [Fact]
    public void The_default_enumerator_finds_nothing_and_says_why()
    {
        StringArenaList.Enumerator enumerator = default;

        Assert.False(enumerator.MoveNext());
        enumerator.Reset();
        Assert.False(enumerator.MoveNext());
        Assert.Contains(
            "GetEnumerator",
            Assert.Throws<InvalidOperationException>(() => enumerator.Current).Message,
            StringComparison.Ordinal);
        enumerator.Dispose();
    }
}

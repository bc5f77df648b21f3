using Cenote.Arenas;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Arenas;

public sealed class SortTests(ITestOutputHelper output) : IDisposable
{
    private static readonly int[] s_counts =
    [
        0, 1, 2, 3, 15, 16, 17, 18, 31, 63, 64, 65, 100, 255, 256, 257, 511, 512, 1_000, 8_191, 8_192, 8_193, 20_000,
    ];

    private readonly StringArena _arena = new();

    private delegate void SortMethod(StringArena arena, Span<ArenaString> strings, Span<uint> order);

    public void Dispose() => _arena.Dispose();

    [Theory]
    [MemberData(nameof(SortCorpora.Names), MemberType = typeof(SortCorpora))]
    public void A_sort_gives_the_order_of_ordinal_comparison_and_keeps_that_of_equal_texts(string corpus) =>
        Check(corpus, SortFastest);

    [LongTheory]
    [MemberData(nameof(SortCorpora.Names), MemberType = typeof(SortCorpora))]
    public void A_sort_without_special_instructions_does_the_same(string corpus) =>
        Check(corpus, static (arena, strings, order) => arena.SortBy<PortableExtractor>(strings, order));

    [Theory]
    [MemberData(nameof(ArenaShapes.Names), MemberType = typeof(ArenaShapes))]
    public void Arenas_of_all_shapes_are_sorted(string shape)
    {
        int seed = NewSeed();
        using var arena = new StringArena(ArenaShapes.Options(shape));
        foreach (string corpus in (string[])["urls", "guids", "words"])
        {
            arena.Reset();
            Check(arena, SortCorpora.Make(corpus, new Random(seed), 5_000), SortFastest);
        }
    }

    [Fact]
    public void Mixed_corpora_are_sorted()
    {
        var random = new Random(NewSeed());
        string[] names = [.. SortCorpora.All];
        for (int round = 0; round < 40; round++)
        {
            string[] texts = [.. Enumerable.Range(0, random.Next(1, 5))
                .SelectMany(_ => SortCorpora.Make(names[random.Next(names.Length)], random, random.Next(1, 800)))];
            random.Shuffle(texts);
            Check(_arena, texts, SortFastest);
            _arena.Reset();
        }
    }

    [Fact]
    public void Prefixes_of_a_million_chars_need_no_deep_recursion()
    {
        string prefix = new('p', 1_000_000);
        var random = new Random(NewSeed());
        string[] texts =
        [
            .. Enumerable.Range(0, 60).Select(i =>
                prefix[..random.Next(999_900, 1_000_000)] + random.Next(100) + (i % 3 == 0 ? prefix[..20] : "")),
        ];

        Check(_arena, texts, SortFastest);
    }

    [Fact]
    public void A_staircase_is_sorted()
    {
        string longest = new('s', 4_000);
        string[] texts = [.. Enumerable.Range(0, 4_000).Select(i => longest[..i])];
        new Random(NewSeed()).Shuffle(texts);

        Check(_arena, texts, SortFastest);
    }

    // Five of the eight sampled strings share a path that no other string takes, so each pass separates only these five.
    [Fact]
    public void Texts_made_to_mislead_every_sample_are_sorted()
    {
        const string Step = "aaaaaaaac";
        const int Steps = 20;
        var random = new Random(NewSeed());
        List<string> texts =
            [.. Enumerable.Range(0, 2_000).Select(i => string.Concat(Enumerable.Repeat(Step, Steps)) + random.Next(1_000))];
        for (int step = Steps - 1; step >= 0; step--)
        {
            string misleading = string.Concat(Enumerable.Repeat(Step, step)) + Step.Replace("c", new string('b', 50));
            int count = texts.Count + 5;
            for (int sample = 0; sample < 5; sample++)
            {
                texts.Insert((int)((long)count * sample / 8), misleading + sample);
            }
        }

        Check(_arena, [.. texts], SortFastest);
    }

    [Fact]
    public void Values_of_any_type_move_with_their_keys()
    {
        string[] texts = SortCorpora.Make("urls", new Random(NewSeed()), 3_000);
        ArenaString[] keys = [.. texts.Select(text => _arena.Add(text))];
        string[] values = [.. texts];

        _arena.Sort<string>(keys, values);

        Assert.Equal(texts.Order(StringComparer.Ordinal), values);
        Assert.Equal(values, keys.Select(static key => key.ToString()));
    }

    [Fact]
    public void There_must_be_as_many_values_as_keys()
    {
        ArenaString[] keys = [_arena.Add("b"), _arena.Add("a")];

        Assert.Equal("values", Assert.Throws<ArgumentException>(() => _arena.Sort(keys, new int[3].AsSpan())).ParamName);
        Assert.Equal("b", keys[0].ToString());
    }

    [Fact]
    public void A_stale_value_among_many_stops_the_sort_before_it_begins()
    {
        using var other = new StringArena();
        string[] texts = SortCorpora.Make("guids", new Random(1), 2_000);
        ArenaString[] keys = [.. texts.Select(text => _arena.Add(text))];
        keys[1_500] = other.Add("of another arena");
        ArenaString[] before = [.. keys];
        int[] values = [.. Enumerable.Range(0, 2_000)];

        Assert.Throws<InvalidOperationException>(() => _arena.Sort(keys));
        Assert.Throws<InvalidOperationException>(() => _arena.Sort(keys, values.AsSpan()));

        Assert.Equal(before.Select(static key => key.Place), keys.Select(static key => key.Place));
        Assert.Equal(Enumerable.Range(0, 2_000), values);
    }

    [Fact]
    public void Refused_scratch_memory_leaves_everything_in_its_order()
    {
        const int Count = 100_000;
        var pages = new FailingPageSource();
        using var arena = new StringArena(new StringArenaOptions(), pages);
        var random = new Random(1);
        ArenaString[] keys = [.. Enumerable.Range(0, Count).Select(_ => arena.Add($"text {random.Next()}"))];
        ArenaString[] before = [.. keys];
        int reservations = pages.Reservations;
        int first = pages.Requests;

        pages.Fails = request => request == first;
        Assert.Throws<OutOfMemoryException>(() => arena.Sort(keys));
        pages.Fails = request => request == first + 2;
        string message = Assert.Throws<OutOfMemoryException>(() => arena.Sort(keys)).Message;

        Assert.Contains("100000 strings", message, StringComparison.Ordinal);
        Assert.True(before.AsSpan().SequenceEqual(keys), "A sort that threw has moved values.");
        Assert.Equal(reservations, pages.Reservations);

        pages.Fails = static _ => false;
        arena.Sort(keys);
        Assert.Equal(
            before.Select(static key => key.ToString()).Order(StringComparer.Ordinal), keys.Select(static key => key.ToString()));
        Assert.Equal(reservations, pages.Reservations);
    }

    [Fact]
    public void A_part_of_an_array_is_sorted_alone()
    {
        string[] texts = SortCorpora.Make("guids", new Random(2), 1_000);
        ArenaString[] keys = [.. texts.Select(text => _arena.Add(text))];

        _arena.Sort(keys.AsSpan(100, 800));

        string[] expected = [.. texts[..100], .. texts[100..900].Order(StringComparer.Ordinal), .. texts[900..]];
        Assert.Equal(expected, keys.Select(static key => key.ToString()));
    }

    private void Check(string corpus, SortMethod sort)
    {
        int seed = NewSeed();
        foreach (int count in s_counts)
        {
            Check(_arena, SortCorpora.Make(corpus, new Random(seed), count), sort);
            _arena.Reset();
        }
    }

    private static void SortFastest(StringArena arena, Span<ArenaString> strings, Span<uint> order)
    {
        if (order.IsEmpty)
        {
            arena.Sort(strings);
        }
        else
        {
            arena.Sort(strings, order);
        }
    }

    private static void Check(StringArena arena, string[] texts, SortMethod sort)
    {
        ArenaString[] strings = [.. texts.Select(text => arena.Add(text))];
        ArenaString[] alone = [.. strings];
        uint[] order = [.. Enumerable.Range(0, texts.Length).Select(static i => (uint)i)];

        sort(arena, strings, order);
        sort(arena, alone, []);

        uint[] expected =
            [.. Enumerable.Range(0, texts.Length).OrderBy(i => texts[i], StringComparer.Ordinal).Select(static i => (uint)i)];
        for (int i = 0; i < texts.Length; i++)
        {
            if (order[i] != expected[i] || !arena.AsSpan(in strings[i]).SequenceEqual(texts[expected[i]]))
            {
                Assert.Fail($"Of {texts.Length} strings, index {i} should have number {expected[i]} and has {order[i]}.");
            }

            if (alone[i].Head != strings[i].Head || alone[i].Tail != strings[i].Tail)
            {
                Assert.Fail($"Of {texts.Length} strings, index {i} has another string if no values are sorted with the strings.");
            }
        }
    }

    private int NewSeed()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        return seed;
    }
}

using System.Text;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

public sealed class StringTableTests(ITestOutputHelper output)
{
    [Fact]
    public void Ids_have_no_gaps_and_lead_back_to_the_texts()
    {
        using var table = new StringTable();
        string[] texts = ["", "a", "ascii", "schlüssel", "\ud800", new string('x', 1_000), new string('é', 100_000)];
        for (int id = 0; id < texts.Length; id++)
        {
            Assert.Equal(id, table.GetOrAdd(texts[id]));
            Assert.Equal(id, table.GetOrAdd(new string(texts[id])));
            Assert.True(table.TryGetOrAdd(texts[id], out int again));
            Assert.Equal(id, again);
        }

        Assert.Equal(texts.Length, table.Count);
        Assert.All(Enumerable.Range(0, texts.Length), id => Assert.Equal(texts[id], table.AsSpan(id)));
        Assert.All(
            texts[..4], text => Assert.Equal(Array.IndexOf(texts, text), table.GetOrAdd(Encoding.UTF8.GetBytes(text))));
        Assert.True(table.TryGetId("schlüssel"u8, out int utf8Id));
        Assert.Equal(3, utf8Id);
    }

    // All strings are longer than a register, because registers are sometimes spilled to the stack.
    [LinuxTheory(IsLong = true)]
    [InlineData(150)]
    [InlineData(5_000)]
    public void Nothing_is_left_of_a_table_that_clears(int length)
    {
        const int Count = 2_000;
        using var secret = new TextInMemory(length);
        var table = new StringTable(new StringTableOptions { ClearOnFree = true });
        Span<char> text = new char[length + 4];
        for (int i = 0; i < Count; i++)
        {
            secret.Text.CopyTo(text);
            Assert.True(i.TryFormat(text[length..], out _, "D4"));
            Assert.Equal(i, table.GetOrAdd(text));
        }

        text.Clear();
        Assert.Equal(Count, secret.Count());
        table.Dispose();
        Assert.Equal(0, secret.Count());
    }

    [Theory]
    [InlineData(long.MaxValue)]
    [InlineData(0)]
    public void Spans_stay_where_they_are_while_the_table_grows(long reservation)
    {
        using var table = new StringTable(
            new StringTableOptions { ReservedAddressBytes = Math.Min(reservation, AddressSpace.MaximumReservation) },
            PageSource.System);
        ReadOnlySpan<char> first = table.AsSpan(table.GetOrAdd("the first one"));
        for (int i = 1; i < 300_000; i++)
        {
            Assert.Equal(i, table.GetOrAdd($"text {i}"));
        }

        Assert.Equal("the first one", first);
        Assert.True(first.Overlaps(table.AsSpan(0)));
        for (int i = 1; i < 300_000; i++)
        {
            Assert.True(table.AsSpan(i).SequenceEqual($"text {i}"));
        }
    }

    [Fact]
    public void What_is_not_there_is_not_found_and_not_added()
    {
        using var table = new StringTable();

        Assert.False(table.TryGetId("missing", out int id));
        Assert.Equal(-1, id);
        Assert.False(table.TryGetId("missing"u8, out _));
        Assert.False(table.TryGetSpan(0, out _));
        Assert.False(table.TryGetSpan(-1, out _));
        Assert.Equal(0, table.Count);
        Assert.Throws<ArgumentOutOfRangeException>(() => table.AsSpan(0));
        Exception exception = Assert.Throws<ArgumentOutOfRangeException>(() => table.AsSpan(-1));
        Assert.Contains("it has no ids", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_full_table_takes_no_new_text_and_finds_the_others()
    {
        using var table = new StringTable(new StringTableOptions { MaximumCount = 100 });
        for (int i = 0; i < 100; i++)
        {
            table.GetOrAdd($"{i}");
        }

        Assert.Contains(
            "MaximumCount is 100", Assert.Throws<OutOfMemoryException>(() => table.GetOrAdd("one too "
            + "many")).Message, StringComparison.Ordinal);
        Assert.False(table.TryGetOrAdd("one too many", out int id));
        Assert.Equal(-1, id);
        Assert.Equal(99, table.GetOrAdd("99"));
        Assert.Equal(100, table.Count);
    }

    [Fact]
    public void A_text_that_does_not_fit_the_limit_of_bytes_is_refused_and_shorter_ones_are_not()
    {
        using var table = new StringTable(new StringTableOptions { MaximumTextBytes = 20 });
        Assert.Equal(0, table.GetOrAdd("12345678"));

        Assert.Contains(
            "MaximumTextBytes is "
            + "20", Assert.Throws<OutOfMemoryException>(() => table.GetOrAdd("123")).Message, StringComparison.Ordinal);
        Assert.False(table.TryGetOrAdd("123", out int id));
        Assert.Equal(-1, id);
        Assert.Equal(1, table.GetOrAdd("12"));
        Assert.Equal(0, table.GetOrAdd("12345678"));
        Assert.Equal(2, table.GetOrAdd(""));
        Assert.Equal(20, table.GetStatistics().TextBytes);
    }

    [Fact]
    public void Random_texts_get_the_ids_that_a_dictionary_gives_them()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        using var table = new StringTable();
        var model = new Dictionary<string, int>(StringComparer.Ordinal);
        for (int step = 0; step < RunSettings.Length(3_000_000); step++)
        {
            string key = RandomKeys.FromUniverse(random, 20_000);
            bool known = model.TryGetValue(key, out int expected);
            if (step % 3 == 0)
            {
                Assert.Equal(known, table.TryGetId(key, out int id));
                Assert.Equal(known ? expected : -1, id);
            }
            else
            {
                Assert.Equal(known ? expected : model.Count, table.GetOrAdd(key));
                model[key] = known ? expected : model.Count;
            }
        }

        Assert.All(model, entry => Assert.True(table.AsSpan(entry.Value).SequenceEqual(entry.Key)));
        PooledStringDictionaryStatistics statistics = table.GetStatistics();
        Assert.Equal(model.Count, statistics.Count);
        Assert.Equal(model.Keys.Sum(static key => 2L * key.Length), statistics.TextBytes);
        Assert.InRange(statistics.BytesReserved, statistics.TextBytes, long.MaxValue);
        Assert.True(statistics.ManagedBytes > 0);
    }

    [Fact]
    public void Texts_made_to_collide_change_the_hash_and_keep_their_ids()
    {
        using var table = new StringTable();
        for (int i = 0; i < 20_000; i++)
        {
            Assert.Equal(i, table.GetOrAdd(Collisions.Make(i)));
        }

        Assert.InRange(table.GetStatistics().Rehashes, 1, 2);
        Assert.All(Enumerable.Range(0, 20_000), id => Assert.Equal(id, table.GetOrAdd(Collisions.Make(id))));
        Assert.All(Enumerable.Range(0, 20_000), id => Assert.True(table.AsSpan(id).SequenceEqual(Collisions.Make(id))));
    }

    [Fact]
    public void Threads_agree_on_every_id_and_read_every_text_whole()
    {
        using var table = new StringTable();
        int[][] ids = [.. Enumerable.Range(0, Crowd.Threads).Select(static _ => new int[20_000])];
        Crowd.Run(output, (worker, random, _) =>
        {
            int number = random.Next(20_000);
            string text = $"{number}{new string((char)('a' + (number % 26)), number % 50)}";
            int id = table.GetOrAdd(text);
            Assert.True(table.AsSpan(id).SequenceEqual(text));
            ids[worker][number] = id + 1;
            int other = random.Next(table.Count);
            Assert.True(table.TryGetId(table.AsSpan(other), out int same));
            Assert.Equal(other, same);
        });

        Assert.All(
            ids,
            own => Assert.All(
                own.Zip(ids[0]), static pair => Assert.True(pair.First == pair.Second || pair.First * pair.Second == 0)));
        Assert.Equal(table.Count, ids.SelectMany(static own => own).Where(static id => id > 0).Distinct().Count());
    }

    [Fact]
    public void A_disposed_table_finds_nothing()
    {
        var table = new StringTable();
        table.GetOrAdd("text");

        table.Dispose();
        table.Dispose();

        Assert.Equal(0, table.Count);
        Assert.False(table.TryGetSpan(0, out _));
        Assert.Throws<ObjectDisposedException>(() => table.AsSpan(0));
        Assert.Throws<ObjectDisposedException>(() => table.GetOrAdd("text"));
        Assert.Equal(nameof(StringTable), Assert.Throws<ObjectDisposedException>(() => table.GetOrAdd("new")).ObjectName);
        Assert.Throws<ObjectDisposedException>(() => table.TryGetId("text", out _));
        Assert.Throws<ObjectDisposedException>(() => table.GetStatistics());
    }

    [Fact]
    public void A_table_may_be_disposed_of_beside_readers_and_writers()
    {
        for (int round = 0; round < RunSettings.Length(500); round++)
        {
            var table = new StringTable();
            using var started = new CountdownEvent(Crowd.Threads);
            int refused = 0;
            var disposer = new Thread(() =>
            {
                started.Wait();
                table.Dispose();
            });
            disposer.Start();
            Crowd.Run(worker =>
            {
                started.Signal();
                try
                {
                    for (int i = 0; ; i = (i + 1) % 1_000)
                    {
                        int id = table.GetOrAdd($"text {i}");
                        Assert.True(!table.TryGetSpan(id, out ReadOnlySpan<char> text) || text.Length == $"text {i}".Length);
                    }
                }
                catch (ObjectDisposedException)
                {
                    Interlocked.Increment(ref refused);
                }
            });
            disposer.Join();
            Assert.Equal(Crowd.Threads, refused);
            GC.KeepAlive(table);
        }
    }

    [Fact]
    public void Without_memory_a_new_text_is_refused_and_the_others_stay()
    {
        var pages = new FailingPageSource();
        using var table = new StringTable(new StringTableOptions { ReservedAddressBytes = 0 }, pages);
        for (int i = 0; i < 10_000; i++)
        {
            table.GetOrAdd($"text {i}");
        }

        // Long strings leave gaps; the table must not compact its memory, because spans refer to its strings.
        ReadOnlySpan<char> first = table.AsSpan(0);
        pages.Fails = static _ => true;
        int added = 0;
        Assert.Throws<OutOfMemoryException>(() =>
        {
            for (; added < int.MaxValue; added++)
            {
                table.GetOrAdd(new string('x', 20_000) + added);
            }
        });
        pages.Fails = static _ => false;

        Assert.Equal("text 0", first);
        Assert.Equal(10_000 + added, table.Count);
        Assert.All(Enumerable.Range(0, 10_000), id => Assert.True(table.AsSpan(id).SequenceEqual($"text {id}")));
        Assert.Equal(10_000 + added, table.GetOrAdd("new"));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1 << 20)]
    public void A_table_with_few_addresses_takes_as_much_memory_as_others(long reservation)
    {
        long few = BytesOf(new StringTableOptions { ReservedAddressBytes = reservation });
        long usual = BytesOf(new StringTableOptions());

        // Each string takes 68 bytes for 34 chars, plus its index entry.
        Assert.InRange(usual, 50_000 * 68, 50_000 * 140);
        Assert.InRange(few, 50_000 * 68, usual + (usual / 5));

        static long BytesOf(StringTableOptions options)
        {
            using var table = new StringTable(options, PageSource.System);
            for (int i = 0; i < 50_000; i++)
            {
                table.GetOrAdd($"{i:D34}");
            }

            return table.GetStatistics().BytesReserved;
        }
    }

    // This string has one char more than the maximum.
    [HugeFact]
    public void A_text_that_is_too_long_is_refused()
    {
        using var table = new StringTable();
        char[] tooLong = new char[PooledStringDictionary<int>.MaximumKeyLength + 1];

        Assert.Throws<ArgumentOutOfRangeException>(() => table.GetOrAdd(tooLong));
        Assert.False(table.TryGetOrAdd(tooLong, out int id));
        Assert.Equal(-1, id);
        Assert.False(table.TryGetId(tooLong, out _));
        Assert.Equal(0, table.Count);
    }

    [Fact]
    public void Trying_to_add_returns_false_when_the_system_refuses_the_memory()
    {
        var pages = new FailingPageSource();
        using var table = new StringTable(new StringTableOptions { ReservedAddressBytes = 0 }, pages);
        int first = table.GetOrAdd("first");
        pages.Fails = static _ => true;

        int added = 0;
        while (table.TryGetOrAdd($"{added:D1000}", out int id))
        {
            Assert.Equal(++added, id);
        }

        // The remaining memory may suffice for a shorter string or another index entry; this string needs separate memory.
        string large = new('y', 300_000);
        Assert.False(table.TryGetOrAdd(Encoding.UTF8.GetBytes(large), out int refused));
        Assert.Equal(-1, refused);
        string message = Assert.Throws<OutOfMemoryException>(() => table.GetOrAdd(large)).Message;
        Assert.Contains("refused the memory", message, StringComparison.Ordinal);
        pages.Fails = static _ => false;
        Assert.Equal(first, table.GetOrAdd("first"));
        Assert.Equal(added + 1, table.GetOrAdd(large));
    }

    [Fact]
    public void Bad_options_are_refused()
    {
        Refused.Option("Capacity", () => new StringTable(new StringTableOptions { Capacity = -1 }));
        Refused.Option("MaximumCount", () => new StringTable(new StringTableOptions { MaximumCount = 0 }));
        Refused.Option("MaximumTextBytes", () => new StringTable(new StringTableOptions { MaximumTextBytes = 0 }));
        Refused.Option("MaximumTextBytes", () => new StringTable(new StringTableOptions { MaximumTextBytes = long.MinValue }));
        Refused.Option("MaximumCount", () => new StringTable(new StringTableOptions { MaximumCount = int.MinValue }));
    }
}

using System.Text;
using Cenote.Samples.Jabber.Storage;
using Xunit.Abstractions;

namespace Cenote.Samples.Jabber.Tests.Storage;

/// <summary>Addresses that are added and removed.</summary>
public sealed class JabberIdRemovalTests(ITestOutputHelper output)
{
    private const int Steps = 20_000;

    [Fact]
    public void A_store_of_UTF_8_does_what_a_dictionary_does() => Run<byte>();

    [Fact]
    public void A_store_of_UTF_16_does_what_a_dictionary_does() => Run<char>();

    [Theory]
    [InlineData("juliet@example.com/balcony")]
    [InlineData("juliet@example.com")]
    [InlineData("example.com")]
    [InlineData("example.com/x")]
    public void An_address_that_was_removed_is_gone_for_good(string text)
    {
        using var store = new JabberIdStore<byte>();
        CompactJabberId kept = Addresses.Add(store, text);
        for (int i = 0; i < 1_000; i++)
        {
            CompactJabberId id = Addresses.Add(store, text);
            Assert.Equal(text, store.Get(id).ToString());
            Assert.True(store.Remove(id));
            Assert.False(store.Remove(id));
            Assert.False(store.TryGet(id, out _));
            Assert.Throws<InvalidOperationException>(() => store.Get(id).Length);
        }

        Assert.Equal(text, store.Get(kept).ToString());
        Assert.Equal(1, store.Count);
    }

    [Fact]
    public void Numbers_are_free_again_when_the_last_address_that_has_them_is_removed()
    {
        using var store = new JabberIdStore<byte>();
        CompactJabberId[] ids = [.. Enumerable.Range(0, 100).Select(i => Addresses.Add(store, $"u{i}@one.example/common"))];
        CompactJabberId other = Addresses.Add(store, "v@two.example");
        Assert.Equal((2, 1), (store.ServerCount, store.ResourceCount));

        Assert.All(ids, id => Assert.True(store.Remove(id)));

        Assert.Equal((1, 0), (store.ServerCount, store.ResourceCount));
        Assert.Equal("v@two.example", store.Get(other).ToString());
        Assert.Equal("w@three.example", store.Get(Addresses.Add(store, "w@three.example")).ToString());
        Assert.Equal(2, store.ServerCount);
    }

    [Fact]
    public void More_servers_than_have_numbers_may_come_and_go()
    {
        using var store = new JabberIdStore<byte>();
        for (int i = 0; i < 200_000; i++)
        {
            CompactJabberId id = Addresses.Add(store, $"u@s{i}.example/r");
            Assert.Equal(1, store.ServerCount);
            Assert.True(store.Remove(id));
        }

        Assert.Equal((0, 0, 0), (store.Count, store.ServerCount, store.ResourceCount));
        Assert.InRange(store.NativeBytes, 1, 16 << 20);
    }

    [Fact]
    public void Replacing_allocates_nothing()
    {
        using var store = new JabberIdStore<byte>();
        byte[][] texts = [.. "a@b/c a@b/c a@d f/c a@b/single b".Split(' ').Select(Encoding.UTF8.GetBytes)];
        CompactJabberId[] ids = new CompactJabberId[texts.Length];
        long allocated = long.MaxValue;
        for (int run = 0; run < 100 && allocated > 0; run++)
        {
            Thread.Sleep(run < 3 ? 0 : 20);
            allocated = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 1_000 * texts.Length; i++)
            {
                ref CompactJabberId id = ref ids[i % texts.Length];
                _ = store.Remove(id);
                _ = JabberIdText.TryRecognize(texts[i % texts.Length], out JabberIdParts<byte> parts);
                id = store.Add(parts);
            }

            allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
        }

        Assert.Equal(0, allocated);
    }

    // Addresses in a slot contain the slot's number. The thread that replaces an address removes the old one from the store.
    [Fact]
    public void Threads_that_replace_and_read_find_no_other_address()
    {
        const int Threads = 4;
        using var store = new JabberIdStore<byte>();
        var slots = new CompactJabberId[64];
        Lock[] gates = [.. slots.Select(_ => new Lock())];
        Parallel.For(0, Threads, new ParallelOptions { MaxDegreeOfParallelism = Threads }, thread =>
        {
            var random = new Random(thread);
            for (int step = 0; step < Steps; step++)
            {
                int slot = random.Next(slots.Length);
                CompactJabberId former;
                CompactJabberId added = Addresses.Add(store, Text(slot));
                lock (gates[slot])
                {
                    former = slots[slot];
                    slots[slot] = added;
                    string found = store.Get(added).ToString();
                    Assert.Equal(Text(slot), found);
                }

                Assert.Equal(!former.IsDefault, store.Remove(former));
                Assert.False(store.TryGet(former, out _));
            }
        });

        Assert.Equal(slots.Count(static id => !id.IsDefault), store.Count);
        Array.ForEach(slots, id => store.Remove(id));
        Assert.Equal((0, 0, 0), (store.Count, store.ServerCount, store.ResourceCount));

        static string Text(int slot) => $"u{slot}@s{slot % 7}.example{(slot % 3 == 0 ? "" : $"/r{slot % 11}")}";
    }

    [Fact]
    public void Nothing_is_removed_of_a_disposed_store()
    {
        var store = new JabberIdStore<byte>();
        CompactJabberId id = Addresses.Add(store, "a@b/c");

        Assert.False(store.Remove(default));
        store.Dispose();
        Assert.False(store.Remove(id));
        Assert.False(store.TryGet(id, out _));
        Assert.Throws<ObjectDisposedException>(() => store.Get(id).Length);
    }

    // Removed ids are kept and looked up again: none may resolve.
    private void Run<T>()
        where T : unmanaged, System.Numerics.IBinaryInteger<T>
    {
        int seed = int.TryParse(Environment.GetEnvironmentVariable("CENOTE_SEED"), out int given) ? given : Random.Shared.Next();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        using var store = new JabberIdStore<T>();
        var model = new Dictionary<CompactJabberId, string>();
        List<CompactJabberId> live = [];
        List<CompactJabberId> stale = [];
        for (int step = 0; step < Steps; step++)
        {
            int place = random.Next(Math.Max(1, live.Count));
            switch (random.Next(10))
            {
                case < 5 when live.Count < 500:
                    string text = NextText(random);
                    CompactJabberId added = Addresses.Add(store, text);
                    Assert.True(model.TryAdd(added, text), "An id was returned twice.");
                    live.Add(added);
                    break;
                case < 8 when live.Count > 0:
                    CompactJabberId id = live[place];
                    Assert.Equal(model[id], store.Get(id).ToString());
                    Assert.True(store.Remove(id));
                    model.Remove(id);
                    stale.Add(id);
                    live[place] = live[^1];
                    live.RemoveAt(live.Count - 1);
                    break;
                case 8 when stale.Count > 0:
                    CompactJabberId former = stale[random.Next(stale.Count)];
                    Assert.False(store.Remove(former));
                    Assert.False(store.TryGet(former, out _));
                    break;
                case 9 when live.Count > 0:
                    Assert.Equal(model[live[place]], store.Get(live[place]).ToString());
                    break;
            }
        }

        Assert.Equal(live.Count, store.Count);
        Assert.Equal(live.Select(id => DomainOf(model[id])).Distinct().Count(), store.ServerCount);
        Assert.All(live, id => Assert.Equal(model[id], store.Get(id).ToString()));
        Assert.All(stale, id => Assert.False(store.TryGet(id, out _)));
        Assert.All(live, id => Assert.True(store.Remove(id)));
        Assert.Equal((0, 0, 0), (store.Count, store.ServerCount, store.ResourceCount));
        Assert.Equal(0, store.TextBytes);
    }

    private static string NextText(Random random)
    {
        string user = random.Next(10) == 0 ? "" : $"{new string('u', random.Next(1, 60))}{random.Next(100)}@";
        string session = random.Next(4) switch
        {
            0 => "",
            1 => $"/{new string('r', random.Next(1, 200))}{random.Next()}",
            _ => $"/common{random.Next(20)}",
        };
        return $"{user}s{random.Next(50)}.example{session}";
    }

    private static string DomainOf(string text) => text[(text.IndexOf('@') + 1)..].Split('/')[0];
}

using System.Diagnostics;
using Cenote.Arenas;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Arenas;

public sealed class Utf8StringStoreModelTests(ITestOutputHelper output)
{
    private const int Steps = 60_000;

    [Theory]
    [InlineData("default")]
    [InlineData("limited")]
    [InlineData("no reservation")]
    [InlineData("cleared")]
    [InlineData("few ids")]
    public void An_arena_does_what_a_dictionary_does(string shape)
    {
        Utf8StringStoreOptions options = shape switch
        {
            "limited" => new() { MaximumBytes = 2 << 20 },
            "no reservation" => new() { ReservedAddressBytes = 0 },
            "cleared" => new() { ClearOnFree = true },
            "few ids" => new() { IdBits = 32 },
            _ => new(),
        };
        var watch = Stopwatch.StartNew();
        do
        {
            using var arena = new Utf8StringStore(options);
            int refusals = Run(arena, NewSeed(), mayRefuse: shape == "limited");
            Assert.Equal(shape == "limited", refusals > 0);
        }
        while (watch.Elapsed < RunSettings.Soak);
    }

    [Fact]
    public void An_arena_whose_memory_is_refused_at_random_stays_as_it_was()
    {
        int seed = NewSeed();
        var random = new Random(seed);
        var pages = new FailingPageSource();
        using (var arena = new Utf8StringStore(new Utf8StringStoreOptions { ReservedAddressBytes = 0 }, pages))
        {
            pages.Fails = _ => random.Next(3) == 0;
            Assert.True(Run(arena, seed, mayRefuse: true) > 0, "No memory was refused.");
        }
    }

    private int NewSeed()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        return seed;
    }

    // Every id ever returned is kept and looked up again.
    private static int Run(Utf8StringStore arena, int seed, bool mayRefuse)
    {
        var random = new Random(seed);
        var texts = new Dictionary<long, byte[]>();
        List<long> live = [];
        List<long> stale = [];
        int refusals = 0;
        int most = random.Next(50, 4_000);
        for (int step = RunSettings.Length(Steps); step > 0; step--)
        {
            switch (random.Next(100))
            {
                case < 50 when live.Count < most:
                    byte[] text = NextText(random);
                    if (arena.TryAdd(text, out long added))
                    {
                        Assert.True(texts.TryAdd(added, text), $"The id {added:x} was returned twice.");
                        live.Add(added);
                    }
                    else
                    {
                        refusals++;
                        Assert.True(mayRefuse, "A string was refused.");
                    }

                    break;
                case < 90 when live.Count > 0:
                    int place = random.Next(live.Count);
                    long id = live[place];
                    if (random.Next(2) == 0)
                    {
                        Assert.True(arena.AsSpan(id).SequenceEqual(texts[id]), $"The string of {id:x} has changed.");
                        break;
                    }

                    arena.Remove(id);
                    texts.Remove(id);
                    stale.Add(id);
                    live[place] = live[^1];
                    live.RemoveAt(live.Count - 1);
                    break;
                case < 99 when stale.Count > 0:
                    long former = stale[random.Next(stale.Count)];
                    Assert.False(arena.TryGetSpan(former, out _), $"The stale id {former:x} was found.");
                    Assert.False(arena.TryRemove(former), $"The stale id {former:x} was removed again.");
                    break;
                case 99 when random.Next(200) == 0:
                    arena.Reset();
                    stale.AddRange(live);
                    live.Clear();
                    texts.Clear();
                    break;
            }
        }

        Utf8StringStoreStatistics statistics = arena.GetStatistics();
        Assert.Equal(live.Count, arena.Count);
        Assert.Equal(live.Count, statistics.Count);
        Assert.Equal(texts.Values.Sum(static text => (long)text.Length), statistics.TextBytes);
        Assert.All(live, id => Assert.Equal(texts[id], arena.AsSpan(id)));
        Assert.All(stale, id => Assert.False(arena.TryGetSpan(id, out _), $"The stale id {id:x} was found. Seed {seed}"));
        return refusals;
    }

    private static byte[] NextText(Random random)
    {
        int length = random.Next(100) switch
        {
            0 => random.Next(8_000, 200_000),
            < 10 => random.Next(33, 8_200),
            _ => random.Next(1, 40),
        };
        byte[] text = new byte[length];
        random.NextBytes(text);
        return text;
    }
}

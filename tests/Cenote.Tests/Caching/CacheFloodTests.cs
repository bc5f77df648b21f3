using Cenote.Caching;
using Cenote.Memory.Rings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Caching;

/// <summary>Keys that collide, crafted by an attacker who knows the code and even the secrets.</summary>
public sealed class CacheFloodTests
{
    [Fact]
    public void Keys_that_collide_are_refused_beyond_a_bound_and_harm_no_others()
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 64 << 20 });
        for (int i = 0; i < 20_000; i++)
        {
            Assert.True(cache.Set($"honest {i}", [1]));
        }

        int stored = Enumerable.Range(0, 20_000).Count(i => cache.Set(Collisions.Make(i), [2]));

        Assert.InRange(stored, 1, 200);
        Assert.Equal(20_000 - stored, cache.GetStatistics().Rejected);
        Assert.All(Enumerable.Range(0, 20_000), i => Assert.True(cache.TryGet($"honest {i}", new byte[1], out _)));
        Assert.Equal(stored, Enumerable.Range(0, 20_000).Count(i => cache.TryGet(Collisions.Make(i), new byte[1], out _)));
        Assert.True(cache.Set("honest after all", [3]));
    }

    [Fact]
    public unsafe void An_index_finds_what_a_list_does_while_it_grows()
    {
        int seed = RunSettings.NewSeed();
        var random = new Random(seed);
        byte[] memory = GC.AllocateArray<byte>(1 << 20, pinned: true);
        random.NextBytes(memory);
        fixed (byte* start = memory)
        {
            SlotIndex index = default;
            index.Initialize(start + memory.Length, 64);
            index.Clear();
            var model = new Dictionary<uint, uint>();
            uint place = 1;
            for (int step = 0; step < 200_000; step++)
            {
                if (index.Count >= index.Length / 5 * 4)
                {
                    uint length = index.Length + (index.Length / 4);
                    if (SlotIndex.BytesFor(length) > (ulong)memory.Length)
                    {
                        break;
                    }

                    index.Grow(length);
                }

                if (random.Next(3) > 0)
                {
                    // The shift gives some hashes equal low bits.
                    uint bits = SlotIndex.Bits((uint)random.Next() << random.Next(0, 24));
                    Assert.True(index.TryAdd(bits, place, 0), $"CENOTE_SEED={seed}");
                    model.Add(place++, bits);
                }
                else if (model.Count > 0 && model.TryGetValue((uint)random.Next((int)place), out uint _))
                {
                    uint removed = model.Keys.First(key => key > 0);
                    index.Remove(index.Find(model[removed], removed));
                    model.Remove(removed);
                }

                if (step % 1_000 == 0)
                {
                    Assert.All(model, entry => Assert.True(IsFound(ref index, entry.Value, entry.Key), $"CENOTE_SEED={seed}"));
                }
            }

            Assert.Equal((uint)model.Count, index.Count);
        }
    }

    private static unsafe bool IsFound(ref SlotIndex index, uint bits, uint place) => index.Find(bits, place) != null;
}

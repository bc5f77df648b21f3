using System.Runtime.InteropServices;
using Cenote.Memory.Rings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Memory.Rings;

public sealed unsafe class SlotIndexTests(ITestOutputHelper output) : IDisposable
{
    private const uint FirstLength = 256;
    private const uint MaxChangedLength = 4_096;

    // An index of this length can have runs of 1,000 slots at a load of 7/8.
    private const uint MaxLength = 1 << 16;

    private readonly byte* _memory = (byte*)NativeMemory.Alloc((nuint)SlotIndex.BytesFor(MaxLength));

    public void Dispose() => NativeMemory.Free(_memory);

    [Fact]
    public void Random_changes_are_those_of_a_dictionary()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        SlotIndex index = New();
        var places = new Dictionary<uint, uint>();
        for (int step = 0; step < RunSettings.Length(200_000); step++)
        {
            // Some hashes are equal, and some have neighbouring slots, which form runs.
            uint bits = (uint)random.Next() & (random.Next(3) == 0 ? 0x7F00000Fu : 0x7FFFFFFFu);
            uint place = (uint)step + 1;
            if (random.Next(100) < 60 && places.Count < index.Length / 8 * 7)
            {
                Assert.True(index.TryAdd(bits, place, place % 4));
                places.Add(place, bits);
            }
            else if (places.Count > 0)
            {
                (uint other, uint otherBits) = places.ElementAt(random.Next(Math.Min(places.Count, 20)));
                index.Remove(index.Find(otherBits, other));
                places.Remove(other);
            }

            if (places.Count > index.Length / 5 * 4 && index.Length < MaxChangedLength)
            {
                index.Grow(Math.Min(MaxChangedLength, index.Length + (uint)random.Next(1, (int)index.Length)));
            }

            Assert.Equal((uint)places.Count, index.Count);
            if (step % 500 == 0)
            {
                CheckAll(in index, places);
            }
        }

        CheckAll(in index, places);
    }

    [Fact]
    public void Chance_refuses_no_key_of_an_index_that_is_seven_eighths_full()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        SlotIndex index = New();
        index.Grow(MaxLength);
        uint[] hashes = new uint[MaxLength / 8 * 7];
        for (int step = 0; step < RunSettings.Length(5_000_000); step++)
        {
            int oldest = step % hashes.Length;
            uint place = (uint)oldest + 1;
            if (step >= hashes.Length)
            {
                index.Remove(index.Find(hashes[oldest], place));
            }

            hashes[oldest] = (uint)random.Next();
            Assert.True(index.TryAdd(hashes[oldest], place, 0), $"Refused at step {step}.");
        }
    }

    [Fact]
    public void Keys_that_collide_are_refused_before_searches_become_long()
    {
        SlotIndex index = New();
        uint added = 0;
        while (index.TryAdd(5, added + 1, 0))
        {
            added++;
        }

        Assert.InRange(added, 60u, 200u);
        Assert.Equal(added, index.Count);
        Assert.True(index.TryAdd(int.MaxValue / 2, 9, 0));
        for (uint place = 1; place <= added; place++)
        {
            index.Remove(index.Find(5, place));
        }

        Assert.Equal(1u, index.Count);
    }

    [Fact]
    public void The_last_hashes_do_not_run_over_the_end()
    {
        SlotIndex index = New();
        uint added = 0;
        while (index.TryAdd(int.MaxValue, added + 1, 0))
        {
            added++;
        }

        Assert.InRange(added, 1u, SlotIndex.SpareSlots);
        Assert.True(index.Find(int.MaxValue, 1) != null);
        Assert.True(index.Find(int.MaxValue, added + 1) == null);
    }

    private static void CheckAll(in SlotIndex index, Dictionary<uint, uint> places)
    {
        foreach ((uint place, uint bits) in places)
        {
            ulong* slot = index.Find(bits, place);
            Assert.True(slot != null, $"{bits} at {place} is not found.");
            Assert.Equal(place % 4, SlotIndex.UsesOf(*slot));
            Assert.True(index.Holds(slot));
        }
    }

    private SlotIndex New()
    {
        var index = default(SlotIndex);
        index.Initialize(_memory + SlotIndex.BytesFor(MaxLength), FirstLength);
        index.Clear();
        return index;
    }
}

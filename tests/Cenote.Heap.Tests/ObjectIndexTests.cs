namespace Cenote.Heap.Tests;

public class ObjectIndexTests
{
    [Fact]
    public void More_objects_than_there_are_numbers_are_refused()
    {
        using var index = new ObjectIndex(new HeapLayout([new HeapRange(0x1000, 0x1100, HeapAge.Old)], []), maxObjects: 2);
        index.Add(0, 0x1000, 0);
        index.Add(0, 0x1020, 0);

        HeapException exception = Assert.Throws<HeapException>(() => index.Add(0, 0x1040, 0));

        Assert.Equal("The heap has more than 2 strings or collections, and cannot be read.", exception.Message);
    }

    [Fact]
    public void Every_string_is_found_by_its_address_and_nothing_else_is()
    {
        int seed = Environment.TickCount;
        var random = new Random(seed);
        for (int round = 0; round < 50; round++)
        {
            HeapLayout layout = RandomLayout.Of(random, mostRanges: 20, longestRange: 40_000);
            using var index = new ObjectIndex(layout);
            var model = new SortedDictionary<ulong, (uint Ordinal, int Text, HeapAge Age)>();
            int every = random.Next(1, 200);
            for (int range = 0; range < layout.Ranges.Count; range++)
            {
                for (ulong at = layout.Ranges[range].Start; at < layout.Ranges[range].End; at += 8)
                {
                    if (random.Next(every) == 0)
                    {
                        int text = random.Next();
                        model.Add(at, ((uint)model.Count, text, layout.Ranges[range].Age));
                        index.Add(range, at, text);
                    }
                }
            }

            index.Complete();

            Assert.Equal(model.Count, index.Count);
            foreach (HeapRange range in layout.Ranges)
            {
                for (ulong at = range.Start - 8; at <= range.End; at += 4)
                {
                    bool expected = model.TryGetValue(at, out (uint Ordinal, int Text, HeapAge Age) found);
                    Assert.True(
                        expected == index.TryFind(at, out uint ordinal, out HeapAge age)
                            && (!expected || (found.Ordinal == ordinal && found.Age == age && found.Text == index.NumberOf(ordinal))),
                        $"seed {seed}, round {round}, address {at}");
                }
            }

            var told = new List<(ulong, uint, HeapAge)>();
            index.ForEach((ordinal, address, age) => told.Add((address, ordinal, age)));
            Assert.Equal(model.Select(entry => (entry.Key, entry.Value.Ordinal, entry.Value.Age)), told);
        }
    }

    [Fact]
    public void A_heap_without_anything_has_nothing_to_find()
    {
        using var index = new ObjectIndex(new HeapLayout([], []));
        index.Complete();

        Assert.False(index.TryFind(1_000, out _, out _));
    }
}

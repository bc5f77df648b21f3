using Cenote.Tests.Support;

namespace Cenote.Heap.Tests;

public class HeapLayoutTests
{
    [LongFact]
    public void The_range_and_the_next_context_of_an_address_are_those_that_plain_search_finds()
    {
        int seed = Environment.TickCount;
        var random = new Random(seed);
        for (int round = 0; round < 200; round++)
        {
            HeapLayout layout = RandomLayout.Of(random, mostRanges: 30, longestRange: 2_000);
            HeapRange[] ranges = [.. layout.Ranges];
            Assert.Equal(ranges.Sum(range => (long)(range.End - range.Start)), layout.TotalBytes);
            (ulong Start, ulong End) last = (0, 0);
            for (ulong at = ranges[0].Start - 16; at < ranges[^1].End + 16; at += 8)
            {
                int expected = Array.FindIndex(ranges, range => range.Start <= at && at < range.End);
                Assert.True(expected == layout.RangeOf(at), $"seed {seed}, round {round}, address {at}");

                // Contexts are returned in order of address, and each context is found from its start and from any earlier
                // address.
                (ulong Start, ulong End) next = layout.NextContext(at);
                Assert.True(next.Start >= at && next.Start >= last.Start && next.End >= next.Start, $"seed {seed}, round {round}");
                Assert.Equal(next, layout.NextContext(next.Start));
                last = next;
            }

            Assert.Equal((ulong.MaxValue, ulong.MaxValue), layout.NextContext(ranges[^1].End));
        }
    }
}

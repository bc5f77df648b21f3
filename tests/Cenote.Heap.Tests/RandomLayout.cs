namespace Cenote.Heap.Tests;

/// <summary>Random heap layouts.</summary>
internal static class RandomLayout
{
    /// <summary>Ranges, some of them adjacent, with a few allocation contexts.</summary>
    public static HeapLayout Of(Random random, int mostRanges, int longestRange)
    {
        var ranges = new List<HeapRange>();
        var contexts = new List<KeyValuePair<ulong, ulong>>();
        ulong at = 0x7000_0000_0000;
        for (int i = random.Next(1, mostRanges + 1); i > 0; i--)
        {
            at += 8 * (ulong)random.Next(2) * (ulong)random.Next(10_000);
            ulong end = at + (8 * (ulong)random.Next(1, longestRange / 8));
            ranges.Add(new HeapRange(at, end, (HeapAge)random.Next(3)));
            if (random.Next(2) == 0)
            {
                ulong start = at + (8 * (ulong)random.Next((int)(end - at) / 8));
                contexts.Add(KeyValuePair.Create(start, end));
            }

            at = end;
        }

        return new HeapLayout([.. ranges], [.. contexts]);
    }
}

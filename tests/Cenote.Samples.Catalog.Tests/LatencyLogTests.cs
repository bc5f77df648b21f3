using System.Diagnostics;

namespace Cenote.Samples.Catalog.Tests;

public sealed class LatencyLogTests
{
    [Fact]
    public void Quantiles_are_those_of_a_known_distribution()
    {
        // 1 ms to 10,000 ms, each once, shuffled.
        int[] milliseconds = [.. Enumerable.Range(1, 10_000)];
        new Random(1).Shuffle(milliseconds);
        var log = new LatencyLog(milliseconds.Length);
        Parallel.ForEach(milliseconds, each => log.Add(each * (Stopwatch.Frequency / 1_000)));

        Assert.Equal(new LatencySummary(10_000, 5_000, 9_900, 9_990, 10_000), log.Summarize());
    }

    [Fact]
    public void One_stop_is_seen_by_the_quantiles_that_it_reaches()
    {
        var log = new LatencyLog(1_000);
        for (int i = 0; i < 1_000; i++)
        {
            log.Add((i < 2 ? 300 : 1) * (Stopwatch.Frequency / 1_000));
        }

        Assert.Equal(new LatencySummary(1_000, 1, 1, 300, 300), log.Summarize());
        Assert.Equal([300, 1, 1, 1], log.Longest(4));
    }

    [Fact]
    public async Task Latencies_are_read_while_others_are_added()
    {
        var log = new LatencyLog(100_000);
        Task adding = Task.Run(() => Parallel.For(1, 100_001, i => log.Add(i)));
        var read = new List<long>();
        while (read.Count < 100_000)
        {
            read.AddRange(log.After(read.Count));
        }

        await adding;
        Assert.Equal(Enumerable.Range(1, 100_000).Select(static i => (long)i), read.Order());
        Assert.Empty(log.After(100_000).ToArray());
    }

    [Fact]
    public void Few_latencies_and_none()
    {
        var log = new LatencyLog(1);
        Assert.Equal(new LatencySummary(0, 0, 0, 0, 0), log.Summarize());
        Assert.Equal([0, 0], log.Longest(2));
        log.Add(2 * (Stopwatch.Frequency / 1_000));
        Assert.Equal(new LatencySummary(1, 2, 2, 2, 2), log.Summarize());
    }
}

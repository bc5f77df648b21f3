namespace Cenote.Measurement.Tests;

public class CollectionWatchTests
{
    [Fact]
    public void Every_collection_is_counted_in_its_generation()
    {
        using var watch = new CollectionWatch();

        GC.Collect(0);
        GC.Collect(1);
        GC.Collect(2);

        CollectionStatistics seen = watch.Read();
        Assert.InRange(seen.Gen0, 3, int.MaxValue);
        Assert.InRange(seen.Gen1, 2, int.MaxValue);
        Assert.InRange(seen.Gen2, 1, int.MaxValue);
        Assert.InRange(seen.LongestPauseMilliseconds, double.Epsilon, seen.TotalPauseMilliseconds);
    }

    [Fact]
    public void The_longest_pause_is_not_the_last_one()
    {
        List<object> graph = [.. Enumerable.Range(0, 1_000_000).Select(_ => new object())];
        using var watch = new CollectionWatch();
        GC.Collect(2, GCCollectionMode.Forced, blocking: true);
        GC.WaitForPendingFinalizers();
        double full = watch.Read().LongestPauseMilliseconds;

        GC.Collect(0);
        GC.WaitForPendingFinalizers();

        Assert.InRange(watch.Read().LongestPauseMilliseconds, full, double.MaxValue);
        GC.KeepAlive(graph);
    }

    [Fact]
    public void Restarting_forgets()
    {
        using var watch = new CollectionWatch();
        GC.Collect();
        GC.WaitForPendingFinalizers();

        watch.Restart();

        Assert.Equal(CollectionStatistics.None, watch.Read());
    }

    [Fact]
    public void Stretches_of_time_add_up_and_keep_the_longest_pause()
    {
        var first = new CollectionStatistics(3, 2, 1, 10, 4);
        var second = new CollectionStatistics(30, 20, 10, 5, 5);

        Assert.Equal(new CollectionStatistics(33, 22, 11, 15, 5), first.Plus(second));
        Assert.Equal(new CollectionStatistics(33, 22, 11, 15, 5), second.Plus(first));
    }
}

using System.Runtime;

namespace Cenote.Measurement.Tests;

public class AllocatingProgramTests
{
    [Fact]
    public void It_ends_with_the_collections_whether_they_work_in_the_background_or_not()
    {
        byte[][] live = [.. Enumerable.Range(0, 1_000).Select(_ => new byte[10])];
        int before = GC.CollectionCount(0);

        double? longest = AllocatingProgram.LongestPause(collections: 3);

        // A program that did not stop after three collections would run for seconds and cause hundreds of collections.
        Assert.InRange(GC.CollectionCount(0) - before, 3, 200);
        Assert.Equal(GCSettings.LatencyMode == GCLatencyMode.Batch, longest is null);
        Assert.True(longest is null or > 0);
        GC.KeepAlive(live);
    }

    [Fact]
    public void It_does_not_measure_a_collection_that_began_earlier()
    {
        byte[][] live = [.. Enumerable.Range(0, 1_000_000).Select(_ => new byte[10])];
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: false);
        int begun = GC.CollectionCount(0);

        double? longest = AllocatingProgram.LongestPause(collections: 1);

        long background = GC.GetGCMemoryInfo(GCKind.Background).Index;
        long blocking = GC.GetGCMemoryInfo(GCKind.FullBlocking).Index;
        Assert.True(longest is null || Math.Max(background, blocking) > begun);
        GC.KeepAlive(live);
    }
}

using System.Runtime;
using Cenote.Caching;

namespace Cenote.Process.Tests.Memory;

public sealed class NoGCRegionTests
{
    [Fact]
    public void Disposed_owners_that_wait_for_a_collection_do_not_end_a_no_GC_region()
    {
        Assert.True(GC.TryStartNoGCRegion(64 << 20));
        for (int i = 0; i < 9_000; i++)
        {
            new ByteCache(new ByteCacheOptions { MaximumBytes = 64 << 10 }).Dispose();
        }

        GCLatencyMode mode = GCSettings.LatencyMode;
        if (mode == GCLatencyMode.NoGCRegion)
        {
            GC.EndNoGCRegion();
        }

        Assert.Equal(GCLatencyMode.NoGCRegion, mode);
    }
}

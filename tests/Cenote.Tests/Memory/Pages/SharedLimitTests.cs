using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory.Pages;

public sealed class SharedLimitTests
{
    [Fact]
    public void A_share_is_never_refused_and_what_is_beyond_it_counts()
    {
        var limit = new SharedLimit(100, ownBytes: 10);

        Assert.True(limit.TryCharge(held: 0, more: 110));
        Assert.False(limit.TryCharge(held: 110, more: 1));
        Assert.True(limit.TryCharge(held: 0, more: 10));
        Assert.False(limit.TryCharge(held: 10, more: 1));
        limit.Uncharge(held: 110, given: 105);
        Assert.False(limit.TryCharge(held: 10, more: 101));
        Assert.True(limit.TryCharge(held: 10, more: 100));
    }

    [Fact]
    public void Many_threads_never_hold_more_than_the_limit()
    {
        var limit = new SharedLimit(1_000, ownBytes: 10);
        long[] held = new long[Crowd.Threads];
        Crowd.Run(worker =>
        {
            var random = new Random(worker);
            for (int i = 0; i < 100_000; i++)
            {
                long more = random.Next(400);
                if (limit.TryCharge(held[worker], more))
                {
                    Volatile.Write(ref held[worker], held[worker] + more);
                }
                else
                {
                    long given = random.NextInt64(held[worker] + 1);
                    Volatile.Write(ref held[worker], held[worker] - given);
                    limit.Uncharge(held[worker] + given, given);
                }
            }
        });

        // Each thread may hold a charge that it has not recorded yet; no charge may be lost at the end.
        Assert.InRange(held.Sum(static bytes => Math.Max(0, bytes - 10)), 0, 1_000);
        Array.ForEach(held, bytes => limit.Uncharge(bytes, bytes));
        Assert.True(limit.TryCharge(0, 1_010));
        Assert.False(limit.TryCharge(1_010, 1));
    }
}

using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

/// <summary>The operating system refuses one or all further requests: calls that fail change nothing.</summary>
public sealed class Utf8FaultInjectionTests(ITestOutputHelper output)
{
    private const int Steps = 400;
    private const int MostRuns = 60;

    public static TheoryData<long> Reservations => [0, 256 << 10, 64 << 20];

    [LongTheory]
    [MemberData(nameof(Reservations))]
    public void A_request_that_fails_leaves_a_pool_that_works(long reservedAddressBytes) =>
        Run(reservedAddressBytes, static failing => request => request == failing);

    [Theory]
    [MemberData(nameof(Reservations))]
    public void Requests_that_fail_from_some_point_on_leave_a_pool_that_works(long reservedAddressBytes) =>
        Run(reservedAddressBytes, static failing => request => request >= failing);

    [Fact]
    public void A_refusal_tells_the_bytes_and_what_to_do()
    {
        var pages = new FailingPageSource();
        using var pool = new Utf8StringPool(new Utf8StringPoolOptions { ReservedAddressBytes = 0 }, pages);
        pages.Fails = static _ => true;

        OutOfMemoryException[] refusals =
        [
            Assert.Throws<OutOfMemoryException>(() => pool.Allocate("12345"u8)),
            Assert.Throws<OutOfMemoryException>(() => pool.Allocate("€€")),
            Assert.Throws<OutOfMemoryException>(() => pool.Allocate(new byte[] { 0xff })),
            Assert.Throws<OutOfMemoryException>(
                () => pool.Create(1_000, 0, static (_, _) => Assert.Fail("The callback must not be called."))),
        ];

        Assert.All(
            refusals.Zip([5, 6, 3, 1_000]),
            static pair => Assert.Contains($"a string of {pair.Second} bytes", pair.First.Message, StringComparison.Ordinal));
        Assert.All(refusals, static refusal => Assert.Contains("call Trim", refusal.Message, StringComparison.Ordinal));
        Assert.Equal(0, pool.GetStatistics().TotalAllocations);
    }

    [Fact]
    public void A_repaired_text_for_which_there_is_no_memory_leaves_nothing_behind()
    {
        using var pool = new Utf8StringPool(new Utf8StringPoolOptions { MaximumBytes = 2 << 20 });

        Assert.Throws<OutOfMemoryException>(() => pool.Create(900_000, 0, static (text, _) => text.Fill(0xff)));

        Assert.Equal(0, pool.ActiveAllocations);
        Assert.Equal("text", pool.Allocate("text"u8).ToString());
    }

    // Repeats the same operations, each time with other failing requests, at most MostRuns times.
    private void Run(long reservedAddressBytes, Func<int, Func<int, bool>> failures)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var options = new Utf8StringPoolOptions { ReservedAddressBytes = reservedAddressBytes, SegmentBytes = 256 << 10 };
        int failed = 0;
        int requests = 1;
        for (int failing = 0; failing < Math.Min(requests, MostRuns); failing++)
        {
            var pages = new FailingPageSource { Fails = failures(failing) };
            Utf8StringPool pool;
            try
            {
                pool = new Utf8StringPool(options, pages);
            }
            catch (OutOfMemoryException)
            {
                Assert.Equal(0, pages.Reservations);
                requests = Math.Max(requests, failing + 2);
                continue;
            }

            Utf8PoolModel.Run(pool, options, seed, Steps, memoryIsShort: true);
            requests = Math.Max(requests, pages.Requests);
            failed += pages.Failures;
            Assert.Equal(0, pages.Reservations);
        }

        output.WriteLine($"{requests} requests, {failed} failures");
        Assert.InRange(failed, 1, int.MaxValue);
    }
}

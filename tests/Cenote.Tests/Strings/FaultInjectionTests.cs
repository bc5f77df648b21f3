using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

/// <summary>The operating system refuses one, some or all further requests: calls that fail change nothing.</summary>
public sealed class FaultInjectionTests(ITestOutputHelper output)
{
    private const int Steps = 400;

    public static TheoryData<long, ShortStrings> Pools => new()
    {
        { 0, ShortStrings.Allow },
        { 0, ShortStrings.Managed },
        { 256 << 10, ShortStrings.Allow },
        { 64 << 20, ShortStrings.Managed },
    };

    [Theory]
    [MemberData(nameof(Pools))]
    public void A_request_that_fails_leaves_a_pool_that_works(long reservedAddressBytes, ShortStrings shortStrings) =>
        Run(reservedAddressBytes, shortStrings, static failing => request => request == failing);

    [Theory]
    [MemberData(nameof(Pools))]
    public void Requests_that_fail_from_some_point_on_leave_a_pool_that_works(
        long reservedAddressBytes, ShortStrings shortStrings) =>
        Run(reservedAddressBytes, shortStrings, static failing => request => request >= failing);

    [Theory]
    [MemberData(nameof(Pools))]
    public void Requests_that_fail_now_and_then_leave_a_pool_that_works(long reservedAddressBytes, ShortStrings shortStrings) =>
        Run(reservedAddressBytes, shortStrings, static failing =>
        {
            var random = new Random(failing);
            return _ => random.Next(3) == 0;
        });

    [Fact]
    public void A_pool_whose_first_commit_fails_loses_no_text()
    {
        var pages = new FailingPageSource { Fails = static request => request is 1 or 2 };
        SegmentedStringPool pool;
        try
        {
            pool = new SegmentedStringPool(new SegmentedStringPoolOptions { ReservedAddressBytes = 64 << 20 }, pages);
        }
        catch (OutOfMemoryException)
        {
            Assert.Equal(0, pages.Reservations);
            return;
        }

        PooledStringRef[] handles = [.. Enumerable.Range(0, 10_000).Select(number => pool.Allocate($"text {number}"))];
        Assert.All(handles, static (handle, number) => Assert.Equal($"text {number}", handle.ToString()));
        Assert.True(pool.AsSpan(default).IsEmpty);
        pool.Dispose();
    }

    [Fact]
    public void A_refusal_says_what_to_do()
    {
        var pages = new FailingPageSource();
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { ReservedAddressBytes = 0 }, pages);
        pages.Fails = static _ => true;

        OutOfMemoryException small = Assert.Throws<OutOfMemoryException>(() => pool.Allocate("text"));
        OutOfMemoryException large = Assert.Throws<OutOfMemoryException>(() => pool.Allocate(new string('x', 500)));

        Assert.Contains("4 chars (8 bytes)", small.Message, StringComparison.Ordinal);
        Assert.Contains("500 chars (1000 bytes)", large.Message, StringComparison.Ordinal);
        Assert.All([small, large], static exception => Assert.Contains("call Trim", exception.Message, StringComparison.Ordinal));
        Assert.All(
            [small, large],
            static exception => Assert.DoesNotContain("MaximumBytes", exception.Message, StringComparison.Ordinal));
        Assert.Equal(0, pool.GetStatistics().ActiveAllocations);
    }

    // Repeats the same operations, each time with other failing requests.
    private void Run(long reservedAddressBytes, ShortStrings shortStrings, Func<int, Func<int, bool>> failures)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var options = new SegmentedStringPoolOptions
        {
            ReservedAddressBytes = reservedAddressBytes,
            MinimumLength = 10,
            ShortStrings = shortStrings,
            SlabBytes = 64 << 10,
            SegmentBytes = 256 << 10,
        };
        int failed = 0;
        int requests = 1;
        for (int failing = 0; failing < Math.Min(requests, RunSettings.Length(600)); failing++)
        {
            var pages = new FailingPageSource { Fails = failures(failing) };
            SegmentedStringPool pool;
            try
            {
                pool = new SegmentedStringPool(options, pages);
            }
            catch (OutOfMemoryException)
            {
                Assert.Equal(0, pages.Reservations);
                requests = Math.Max(requests, failing + 2);
                continue;
            }

            PoolModel.Run(pool, options, seed, Steps, memoryIsShort: true);
            requests = Math.Max(requests, pages.Requests);
            failed += pages.Failures;
            Assert.Equal(0, pages.Reservations);
        }

        output.WriteLine($"{requests} requests, {failed} failures");
        Assert.InRange(failed, 1, int.MaxValue);
    }
}

using System.Diagnostics;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

public sealed class UnmanagedStringPoolModelTests(ITestOutputHelper output)
{
    private const int Steps = 12_000;

    [Theory]
    [InlineData(1)]
    [InlineData(1_000)]
    [InlineData(3_000_000)]
    public void A_growing_pool_does_what_a_dictionary_of_strings_does(int initialCapacityChars) =>
        Repeat(seed => ContiguousPoolModel.Run(new UnmanagedStringPool(initialCapacityChars), seed, Steps));

    [Theory]
    [InlineData(100)]
    [InlineData(20_000)]
    [InlineData(100_001)]
    public void A_pool_of_fixed_size_refuses_only_what_exceeds_its_free_space(int capacityChars) =>
        Repeat(seed =>
        {
            int refusals = ContiguousPoolModel.Run(
                new UnmanagedStringPool(
                    capacityChars, allowGrowth: false), seed, Steps / 2, memoryIsShort: true, mostLiveChars: capacityChars * 2L);
            Assert.InRange(refusals, 1, int.MaxValue);
        });

    [Theory]
    [InlineData(12, ShortStrings.Managed)]
    [InlineData(400, ShortStrings.Managed)]
    [InlineData(12, ShortStrings.Throw)]
    public void A_pool_with_a_guard_does_what_a_dictionary_of_strings_does(int minimumLength, ShortStrings shortStrings) =>
        Repeat(seed =>
        {
            var options = new UnmanagedStringPoolOptions { MinimumLength = minimumLength, ShortStrings = shortStrings };
            ContiguousPoolModel.Run(new UnmanagedStringPool(options), seed, Steps, options: options);
        });

    [Fact]
    public void A_pool_with_a_limit_never_holds_more() =>
        Repeat(seed =>
        {
            var options = new UnmanagedStringPoolOptions { MaximumBytes = 500_000 };
            var pool = new UnmanagedStringPool(options);
            int refusals = ContiguousPoolModel.Run(pool, seed, Steps, memoryIsShort: true, options: options);
            Assert.InRange(refusals, 1, int.MaxValue);
        });

    [Fact]
    public void A_pool_that_is_allowed_to_grow_later_does_what_a_dictionary_of_strings_does() =>
        Repeat(
            static seed =>
                ContiguousPoolModel.Run(new UnmanagedStringPool(50, allowGrowth: false) { AllowGrowth = true }, seed, Steps));

    [Fact]
    public void A_pool_that_gives_memory_back_all_the_time_does_what_a_dictionary_of_strings_does() =>
        Repeat(static seed =>
        {
            // Each reading advances this clock by an hour, so the last release of memory always appears long past.
            var pool = new UnmanagedStringPool(1, allowGrowth: true, PageSource.System, new RunningClock());
            ContiguousPoolModel.Run(pool, seed, Steps);
        });

    [Fact]
    public void A_request_that_fails_leaves_a_pool_that_works() =>
        Fail(static failing => request => request == failing);

    [Fact]
    public void Requests_that_fail_from_some_point_on_leave_a_pool_that_works() =>
        Fail(static failing => request => request >= failing);

    [Fact]
    public void Requests_that_fail_now_and_then_leave_a_pool_that_works() =>
        Fail(static failing =>
        {
            var random = new Random(failing);
            return _ => random.Next(3) == 0;
        });

    // Repeats the same operations with many patterns of failing requests, on pools created with and without growth.
    private void Fail(Func<int, Func<int, bool>> failures) => Repeat(seed =>
    {
        int failed = 0;
        int requests = 1;
        for (int failing = 0; failing < Math.Min(requests, RunSettings.Length(600)); failing++)
        {
            foreach (bool grows in (bool[])[true, false])
            {
                var pages = new FailingPageSource { Fails = failures(failing) };
                try
                {
                    var pool = new UnmanagedStringPool(2_000, grows, pages, TimeProvider.System) { AllowGrowth = true };
                    ContiguousPoolModel.Run(pool, seed, steps: 400, memoryIsShort: true);
                }
                catch (OutOfMemoryException)
                {
                    // The pool could not be created.
                    requests = Math.Max(requests, failing + 2);
                }

                requests = Math.Max(requests, pages.Requests);
                failed += pages.Failures;
                Assert.Equal(0, pages.Reservations);
            }
        }

        output.WriteLine($"{requests} requests, {failed} failures");
        Assert.InRange(failed, 1, int.MaxValue);
    });

    private void Repeat(Action<int> run)
    {
        var watch = Stopwatch.StartNew();
        do
        {
            int seed = RunSettings.NewSeed();
            output.WriteLine($"CENOTE_SEED={seed}");
            run(seed);
        }
        while (watch.Elapsed < RunSettings.Soak);
    }

    private sealed class RunningClock : TimeProvider
    {
        private long _hours;

        public override long TimestampFrequency => 1;

        public override long GetTimestamp() => _hours += 3_600;
    }
}

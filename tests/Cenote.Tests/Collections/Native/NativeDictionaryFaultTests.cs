using Cenote.Collections;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections.Native;

/// <summary>The operating system refuses one, some or all further requests: calls that fail change nothing.</summary>
public sealed class NativeDictionaryFaultTests(ITestOutputHelper output)
{
    private const int Steps = 20_000;

    private static readonly int s_mostRuns = Math.Max(10, RunSettings.Length(40));

    public static TheoryData<long> Reservations => [0, 256 << 10, 64 << 20];

    [Theory]
    [MemberData(nameof(Reservations))]
    public void A_request_that_fails_leaves_a_dictionary_that_works(long reservedAddressBytes) =>
        Run(reservedAddressBytes, static failing => request => request == failing);

    [LongTheory]
    [MemberData(nameof(Reservations))]
    public void Requests_that_fail_from_some_point_on_leave_a_dictionary_that_works(long reservedAddressBytes) =>
        Run(reservedAddressBytes, static failing => request => request >= failing);

    [Theory]
    [MemberData(nameof(Reservations))]
    public void Requests_that_fail_now_and_then_leave_a_dictionary_that_works(long reservedAddressBytes) =>
        Run(reservedAddressBytes, static failing =>
        {
            var random = new Random(failing);
            return _ => random.Next(3) == 0;
        });

    [Fact]
    public void A_refusal_tells_who_refused_and_what_to_do()
    {
        var pages = new FailingPageSource();
        using var refused = new NativeDictionary<int, int>(new NativeDictionaryOptions { ReservedAddressBytes = 0 }, null, pages);
        using var full = new NativeDictionary<long, CheckedValue>(new NativeDictionaryOptions { MaximumBytes = 128 << 10 });
        pages.Fails = static _ => true;

        OutOfMemoryException noMemory = Assert.Throws<OutOfMemoryException>(() => refused.Add(1, 1));
        for (int number = 0; full.TryAdd(number, CheckedValue.Of(number)); number++)
        {
        }

        int count = full.Count;
        OutOfMemoryException limit = Assert.Throws<OutOfMemoryException>(() => full.Add(-1, default));

        Assert.Contains("refused the memory for an entry of 8 bytes", noMemory.Message, StringComparison.Ordinal);
        Assert.Contains("64 bytes does not fit within", limit.Message, StringComparison.Ordinal);
        Assert.Contains("131072", limit.Message, StringComparison.Ordinal);
        Assert.Equal((0, count), (refused.Count, full.Count));
        Assert.True(full.Remove(0));
        full.Add(-1, CheckedValue.Of(5));
        Assert.True(full[-1].IsWhole);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(100_000)]
    public void A_dictionary_that_cannot_be_made_leaves_nothing_behind(int capacity)
    {
        for (int failing = 0; failing < 4; failing++)
        {
            int request = failing;
            var pages = new FailingPageSource { Fails = number => number >= request };
            try
            {
                new NativeDictionary<long, int>(
                    new NativeDictionaryOptions { Capacity = capacity, ReservedAddressBytes = 1 << 20 }, null, pages).Dispose();
            }
            catch (OutOfMemoryException refusal)
            {
                Assert.Contains($"a table for {capacity} keys", refusal.Message, StringComparison.Ordinal);
            }

            Assert.Equal(0, pages.Reservations);
        }
    }

    [Fact]
    public void A_capacity_that_no_machine_has_is_refused_before_anything_is_taken()
    {
        var pages = new FailingPageSource { MachineBytes = 8UL << 30 };

        OutOfMemoryException refusal = Assert.Throws<OutOfMemoryException>(
            () => new NativeDictionary<long, int>(new NativeDictionaryOptions { Capacity = int.MaxValue }, null, pages));
        Assert.Contains("more than is left for Cenote in this process", refusal.Message, StringComparison.Ordinal);
        Assert.Equal(0, pages.Reservations);
        Assert.Throws<ArgumentOutOfRangeException>(
            () => new NativeDictionary<long, int>(new NativeDictionaryOptions { Capacity = -1 }));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => new NativeDictionary<long, int>(new NativeDictionaryOptions { MaximumBytes = 0 }));

        using var dictionary = new NativeDictionary<long, int>(new NativeDictionaryOptions(), null, pages);
        dictionary.Add(1, 2);
        Assert.Throws<OutOfMemoryException>(() => dictionary.EnsureCapacity(int.MaxValue));
        Assert.Equal(2, dictionary[1]);
    }

    private void Run(long reservedAddressBytes, Func<int, Func<int, bool>> policy)
    {
        int seed = RunSettings.NewSeed();
        int refusals = 0;
        int failures = 0;
        int runsWithoutFailure = 0;

        // Stops after three runs that made too few requests to reach the first failing one.
        for (int failing = 1; failing <= s_mostRuns && runsWithoutFailure < 3; failing++)
        {
            var pages = new FailingPageSource { Fails = policy(failing) };
            try
            {
                using var dictionary = new NativeDictionary<long, WideValue>(
                    new NativeDictionaryOptions { ReservedAddressBytes = reservedAddressBytes }, null, pages);
                var model = new NativeDictionaryModel<long, WideValue>(
                    dictionary, static number => number, WideValue.Of, seed + failing);
                model.Run(Steps);
                refusals += model.Refusals;
            }
            catch (OutOfMemoryException)
            {
                refusals++;
            }

            Assert.Equal(0, pages.Reservations);
            failures += pages.Failures;
            runsWithoutFailure = pages.Failures > 0 ? 0 : runsWithoutFailure + 1;
        }

        output.WriteLine($"Seed {seed}, {refusals} refusals.");
        Assert.True(failures > 0, "No request failed.");
    }
}

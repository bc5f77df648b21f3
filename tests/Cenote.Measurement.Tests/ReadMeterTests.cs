namespace Cenote.Measurement.Tests;

public class ReadMeterTests
{
    private static readonly TimeSpan s_noWarmUp = TimeSpan.Zero;

    [Fact]
    public void Of_nothing_there_is_nothing_to_read()
    {
        var held = new Counting(0);

        Assert.Equal((0.0, 0.0), ReadMeter.Measure(held, s_noWarmUp));
        Assert.Equal(0, held.Reads);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(999)]
    [InlineData(300_000)]
    public void It_reads_what_is_there_in_parts_and_the_same_few_over_and_over(int count)
    {
        var held = new Counting(count);

        (double random, double hot) = ReadMeter.Measure(held, s_noWarmUp);

        long randomly = Math.Min(count, 100_000);
        long few = Math.Min(randomly, 1_000);
        Assert.Equal(3 * (randomly + (101 * few)), held.Reads);
        Assert.InRange(held.LongestPart, 1, 1_000);
        Assert.InRange(held.Numbers.Min(), 0, count - 1);
        Assert.InRange(held.Numbers.Max(), 0, count - 1);
        Assert.True(double.IsFinite(random) && double.IsFinite(hot));
    }

    [Fact]
    public void The_order_is_none_of_theirs_and_the_same_each_time()
    {
        var first = new Counting(50_000);
        var second = new Counting(50_000);
        ReadMeter.Measure(first, s_noWarmUp);
        ReadMeter.Measure(second, s_noWarmUp);

        Assert.Equal(first.Numbers, second.Numbers);
        Assert.NotEqual(first.Numbers.Order(), first.Numbers);
        Assert.InRange(first.Numbers.Take(50_000).Distinct().Count(), 30_000, 33_500);
    }

    /// <summary>Records its reads.</summary>
    private sealed class Counting(int count) : IReadHeld
    {
        public int Count => count;

        public long NativeBytes => 0;

        public long Reads { get; private set; }

        public int LongestPart { get; private set; }

        public List<int> Numbers { get; } = [];

        public long Read(ReadOnlySpan<int> order)
        {
            Reads += order.Length;
            LongestPart = Math.Max(LongestPart, order.Length);
            Numbers.AddRange(order);
            return order.Length;
        }

        public ulong Checksum() => 0;

        public void Dispose()
        {
        }
    }
}

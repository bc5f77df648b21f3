namespace Cenote.Measurement.Tests;

public class ProcessorTimesTests
{
    private const string Before = "cpu  1000 100 200 5000 50 10 20 30 0 0";
    private const string OwnBefore = "77 (a (strange) name) S 1 2 3 4 5 6 7 8 9 10 100 20 3 4 20 0 1 0";

    [Fact]
    public void Fields_are_found_whatever_the_process_is_called()
    {
        ProcessorTimes times = ProcessorTimes.Parse(Before, OwnBefore);

        Assert.Equal(new ProcessorTimes(All: 6410, Busy: 1360, Own: 127), times);
    }

    [Fact]
    public void What_is_neither_idle_nor_ours_was_taken_by_others()
    {
        ProcessorTimes before = ProcessorTimes.Parse(Before, OwnBefore);
        ProcessorTimes after = ProcessorTimes.Parse(
            "cpu  1060 100 210 5090 60 10 20 40 0 0", OwnBefore.Replace(" 100 20 3 4 ", " 130 30 8 9 ", StringComparison.Ordinal));

        // 180 ticks: 100 idle, 80 busy, 50 of them from this process.
        Assert.Equal(30 / 180.0, after.OthersSince(before), precision: 9);
    }

    [Fact]
    public void Shares_stay_between_nothing_and_everything()
    {
        var start = new ProcessorTimes(100, 50, 50);

        Assert.Equal(0, start.OthersSince(start));
        Assert.Equal(0, new ProcessorTimes(110, 51, 59).OthersSince(start));
        Assert.Equal(1, new ProcessorTimes(110, 70, 50).OthersSince(start));
    }

    [Fact]
    public void Linux_tells_the_times_and_they_grow_and_others_tell_nothing()
    {
        ProcessorTimes? first = ProcessorTimes.Now();
        ManagedLoop.Measure();
        ProcessorTimes? second = ProcessorTimes.Now();

        Assert.Equal(OperatingSystem.IsLinux(), first is not null);
        if (first is { } before && second is { } after)
        {
            Assert.True(after.All > before.All);
            Assert.True(after.Busy > before.Busy);
            Assert.True(after.Own > before.Own);
        }
    }
}

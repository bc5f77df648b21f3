using Cenote.Tool.Measuring;

namespace Cenote.Tool.Tests.Measuring;

public class StepRunnerTests
{
    private static readonly SideBySideOptions s_quick = new()
    {
        Rounds = 7,
        WarmupCalls = 1,
        WarmupPause = TimeSpan.Zero,
        RoundTime = TimeSpan.Zero,
    };

    [Fact]
    public void Contenders_that_read_back_different_text_fail_loudly()
    {
        var step = new MeasuredStep("step", "Step", 1, [Contender("honest", 1), Contender("liar", 2)]);

        ToolException exception = Assert.Throws<ToolException>(() => Runner().Run(step));

        Assert.Equal(ExitCodes.Failure, exception.ExitCode);
        Assert.Contains(
            "'liar' returned different strings from 'honest' in step 'step'", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Workloads_are_disposed_even_if_one_of_them_throws()
    {
        var workload = new Workload(() => throw new InvalidOperationException("broken"));
        var step = new MeasuredStep("step", "Step", 1, [new Contender("broken", () => workload, () => 1)]);

        Assert.Throws<InvalidOperationException>(() => Runner().Run(step));

        Assert.True(workload.IsDisposed);
    }

    [Fact]
    public void What_work_begins_with_is_made_before_anything_else()
    {
        List<string> seen = [];
        Contender contender = new Contender("a", () => new Workload(() => seen.Add("run")), () =>
        {
            seen.Add("verify");
            return 1;
        }) with
        {
            Prepare = () => seen.Add("prepare"),
        };

        Runner().Run(new MeasuredStep("step", "Step", 1, [contender]));

        Assert.Equal(["prepare", "verify", "run"], seen.Distinct());
    }

    [Fact]
    public void The_heap_is_collected_before_each_turn_only_where_contenders_build_what_stays_alive()
    {
        Contender works = Contender("works", 1);
        Contender builds = works with { Name = "builds", Hold = () => throw new NotSupportedException() };

        Assert.True(Runner().TimingOf(new MeasuredStep("step", "Step", 1, [works])).CollectOnce);
        Assert.False(Runner().TimingOf(new MeasuredStep("step", "Step", 1, [works, builds])).CollectOnce);
    }

    private static StepRunner Runner() => new(s_quick, TimeSpan.MaxValue);

    private static Contender Contender(string name, ulong checksum) => new(name, () => new Workload(() => { }), () => checksum);

    private sealed class Workload(Action run) : IWorkload
    {
        public bool IsDisposed { get; private set; }

        public void Run() => run();

        public void Dispose() => IsDisposed = true;
    }
}

using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Input;

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

        ToolException exception = Assert.Throws<ToolException>(() => Runner().Run(new NoSection(), step, (_, _) => { }));

        Assert.Equal(ExitCodes.Failure, exception.ExitCode);
        Assert.Contains("'liar' read back other text than 'honest' in step 'step'", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_child_process_that_reads_back_different_text_fails_loudly()
    {
        // The child knows the step by its name and holds the corpus it is sent, whatever the contender here says.
        Contender liar = Contender(StringsSection.IdArray, checksum: 1) with
        {
            Hold = () => throw new InvalidOperationException(),
        };
        var step = new MeasuredStep(StringsSection.Hold, "Hold all", 1, [liar]);

        ToolException exception = Assert.Throws<ToolException>(() => Runner().Run(new StringsSection(), step, (_, _) => { }));

        Assert.Contains("read back other text", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_contender_that_is_only_weighed_does_nothing_in_this_process()
    {
        Contender absent = Contender(StringsSection.IdArray, checksum: 0) with
        {
            Start = () => throw new InvalidOperationException(),
            Verify = () => throw new InvalidOperationException(),
            Hold = () => throw new InvalidOperationException(),
        };
        Contender honest = Contender("honest", Corpora.Of("one", "two").Checksum());
        var step = new MeasuredStep(StringsSection.Hold, "Hold all", 1, [honest]) { WeighedOnly = [absent] };

        StepResult result = Runner().Run(new StringsSection(), step, (_, _) => { });

        Assert.Equal(["honest"], result.Timing.Rivals.Select(rival => rival.Name));
        Assert.Equal([StringsSection.IdArray], result.Memory.Select(memory => memory.Name));
    }

    [Fact]
    public void Workloads_are_disposed_even_if_one_of_them_throws()
    {
        var workload = new Workload(() => throw new InvalidOperationException("broken"));
        var step = new MeasuredStep("step", "Step", 1, [new Contender("broken", () => workload, () => 1)]);

        Assert.Throws<InvalidOperationException>(() => Runner().Run(new NoSection(), step, (_, _) => { }));

        Assert.True(workload.IsDisposed);
    }

    [Fact]
    public void Progress_names_every_activity_and_never_goes_back()
    {
        List<(string Activity, double Share)> seen = [];
        var step = new MeasuredStep("step", "Step", 1, [Contender("a", 1), Contender("b", 1)]);

        Runner().Run(new NoSection(), step, (activity, share) => seen.Add((activity, share)));

        Assert.Equal(seen.Select(entry => entry.Share).Order(), seen.Select(entry => entry.Share));
        Assert.Contains("Step: checking a", seen.Select(entry => entry.Activity));
        Assert.Contains("Step: timing b", seen.Select(entry => entry.Activity));
        Assert.All(seen, entry => Assert.InRange(entry.Share, 0, 1));
    }

    private static StepRunner Runner() => new(Corpora.Of("one", "two"), s_quick, TimeSpan.MaxValue, default);

    private static Contender Contender(string name, ulong checksum) => new(name, () => new Workload(() => { }), () => checksum);

    private sealed class Workload(Action run) : IWorkload
    {
        public bool IsDisposed { get; private set; }

        public void Run() => run();

        public void Dispose() => IsDisposed = true;
    }

    private sealed class NoSection : ISection
    {
        public string Name => "none";

        public IReadOnlyList<MeasuredStep> Steps(TextCorpus corpus) => [];
    }
}

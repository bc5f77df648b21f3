using System.Reflection;
using Cenote.Tool.Input;

namespace Cenote.Tool.Measuring;

/// <summary>
/// Carries out the steps of a section: contenders check each other, are timed side by side, and are weighed alone.
/// </summary>
/// <param name="corpus">What the steps work with.</param>
/// <param name="options">How steps are timed that do not say otherwise.</param>
/// <param name="longestSlot">How long the slot of a rival may be at most, whatever a step says.</param>
/// <param name="cancellationToken">Looked at between two slots, and in the middle of a child process.</param>
internal sealed class StepRunner(
    TextCorpus corpus, SideBySideOptions options, TimeSpan longestSlot, CancellationToken cancellationToken)
{
    private readonly ChildProcess _child = new(Assembly.GetExecutingAssembly());

    /// <summary>About how long a step takes, in relation to others.</summary>
    public double Weight(MeasuredStep step) => step.Contenders.Count * TimingOf(step).RoundTime.TotalSeconds;

    /// <summary>Runs one step.</summary>
    /// <param name="section">The section it belongs to.</param>
    /// <param name="step">The step.</param>
    /// <param name="progress">Told what is being done, and which share of the step is done.</param>
    public StepResult Run(ISection section, MeasuredStep step, Action<string, double> progress)
    {
        int weighings = step.Weighed.Count();

        // Timing and one weighing take about as long as each other on a file of some size.
        int parts = 2 + weighings;
        int part = 0;
        string title = StepResult.TitleWith(step.Title, step.Threads);
        void Report(string activity, double share) => progress($"{title}: {activity}", (part + share) / parts);

        ulong checksum = Verify(step, Report);
        part++;
        Comparison timing = Time(step, Report);
        part++;

        var memory = new List<HoldMeasurement>();
        foreach (Contender contender in step.Weighed)
        {
            Report($"memory of {contender.Name}", 0);
            HoldMeasurement measurement = Weigh(section, step, contender);
            Compare(step, contender.Name, measurement.Checksum, checksum);
            memory.Add(measurement);
            part++;
        }

        return new StepResult(step.Id, step.Title, step.Threads, timing, memory);
    }

    private SideBySideOptions TimingOf(MeasuredStep step)
    {
        SideBySideOptions timing = step.Timing(options);
        return timing with { RoundTime = Shorter(timing.RoundTime), LongestRoundTime = Shorter(timing.LongestRoundTime) };
    }

    private TimeSpan Shorter(TimeSpan slot) => slot < longestSlot ? slot : longestSlot;

    private static void Compare(MeasuredStep step, string contender, ulong checksum, ulong expected)
    {
        if (checksum != expected)
        {
            throw ToolException.Failure(
                $"'{contender}' read back other text than '{step.Contenders[0].Name}' in step '{step.Id}'. "
                + "No figure can be trusted then; please report it as a defect.");
        }
    }

    private HoldMeasurement Weigh(ISection section, MeasuredStep step, Contender contender) => _child.RunAsync(
        HoldProtocol.Arguments(section.Name, step.Id, contender.Name),
        HoldProtocol.AnswerType,
        input => TextCorpusPipe.Write(corpus, input),
        cancellationToken).GetAwaiter().GetResult();

    private ulong Verify(MeasuredStep step, Action<string, double> progress)
    {
        ulong expected = 0;
        for (int i = 0; i < step.Contenders.Count; i++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            Contender contender = step.Contenders[i];
            progress($"checking {contender.Name}", (double)i / step.Contenders.Count);
            ulong checksum = contender.Verify();
            expected = i == 0 ? checksum : expected;
            Compare(step, contender.Name, checksum, expected);
        }

        return expected;
    }

    private Comparison Time(MeasuredStep step, Action<string, double> progress)
    {
        var workloads = new List<IWorkload>();
        try
        {
            var rivals = new List<Rival>();
            foreach (Contender contender in step.Contenders)
            {
                IWorkload workload = contender.Start();
                workloads.Add(workload);
                rivals.Add(new Rival(contender.Name, workload.Run));
            }

            return SideBySide.Run(
                step.Title,
                step.OperationsPerCall,
                rivals,
                TimingOf(step),
                state => progress($"timing {state.Rival}", (double)state.Step / state.Steps),
                cancellationToken);
        }
        finally
        {
            workloads.ForEach(workload => workload.Dispose());
        }
    }
}

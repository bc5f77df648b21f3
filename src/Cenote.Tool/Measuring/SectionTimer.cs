using Cenote.Tool.Input;

namespace Cenote.Tool.Measuring;

/// <summary>
/// Measures a section in child processes, one at a time: a second one would take processor time from the GC and lengthen pauses.
/// </summary>
/// <param name="corpus">The strings to measure with.</param>
/// <param name="children">Runs the processes.</param>
/// <param name="rounds">The number of processes that time the section.</param>
internal sealed class SectionTimer(TextCorpus corpus, Children children, int rounds)
{
    /// <summary>Measures the steps of a section, except those that are built fresh.</summary>
    /// <param name="section">The section.</param>
    /// <param name="progress">Receives the current activity and the share of the section that is done.</param>
    public IReadOnlyList<StepResult> Run(ISection section, Action<string, double> progress)
    {
        MeasuredStep[] steps = [.. section.Steps(corpus).Where(step => !step.IsBuiltFresh)];
        if (steps.Length == 0)
        {
            return [];
        }

        int weighings = steps.Sum(step => step.Weighed.Count());
        double parts = rounds + (weighings * WeighingShare);
        double done = 0;
        var timed = new List<TimedSection>();
        for (int round = 0; round < rounds; round++)
        {
            progress($"{section.Name}: round {round + 1} of {rounds}", done / parts);
            timed.Add(children.Time(section));
            done++;
        }

        var results = new List<StepResult>();
        foreach (MeasuredStep step in steps)
        {
            TimedStep[] processes = [.. timed.Select(one => one.Steps.Single(other => other.Id == step.Id))];
            foreach (TimedStep process in processes)
            {
                StepRunner.Compare(step, step.Contenders[0].Name, process.Checksum, processes[0].Checksum);
            }

            var memory = new List<HoldMeasurement>();
            foreach (Contender contender in step.Weighed)
            {
                progress($"{step.Title}: memory of {contender.Name}", done / parts);
                memory.Add(children.Weigh(section, step, contender.Name));
                done += WeighingShare;
            }

            foreach (HoldMeasurement measurement in memory)
            {
                StepRunner.Compare(step, measurement.Name, measurement.Checksum, processes[0].Checksum);
            }

            results.Add(new StepResult(
                step.Id, step.Title, step.Threads, ProcessRounds.Merge([.. processes.Select(process => process.Timing)]), memory));
        }

        return results;
    }

    // The duration of one memory measurement, relative to a process that times the section.
    private const double WeighingShare = 0.2;
}

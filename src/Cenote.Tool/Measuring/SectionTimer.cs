using Cenote.Tool.Input;

namespace Cenote.Tool.Measuring;

/// <summary>
/// Measures a section in processes of their own: in one after the other all its times, and each contender's memory alone.
/// </summary>
/// <param name="corpus">What the steps work with.</param>
/// <param name="children">Runs the processes.</param>
/// <param name="rounds">How many processes time the section.</param>
/// <param name="weighers">How many processes weigh contenders at the same time. Pauses are most exact with one.</param>
internal sealed class SectionTimer(TextCorpus corpus, Children children, int rounds, int weighers = 1)
{
    /// <summary>Measures the steps of a section, but for those that are built fresh.</summary>
    /// <param name="section">The section.</param>
    /// <param name="progress">Told what is being done, and which share of the section is done.</param>
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
            foreach (Contender[] contenders in step.Weighed.Chunk(weighers))
            {
                string[] names = [.. contenders.Select(contender => contender.Name)];
                progress($"{step.Title}: memory of {string.Join(", ", names)}", done / parts);
                memory.AddRange(Task.WhenAll(names.Select(name => Task.Run(() => children.Weigh(section, step, name))))
                    .GetAwaiter().GetResult());
                done += names.Length * WeighingShare;
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

    // Of the time that a process takes which times a section.
    private const double WeighingShare = 0.2;
}

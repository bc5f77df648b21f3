using System.Reflection;
using Cenote.Tool.Advising;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Reports;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;

namespace Cenote.Tool.CommandLine;

/// <summary>Carries out <c>cenote measure</c>: reads, profiles, measures, advises, reports.</summary>
/// <param name="terminal">Where it reads and writes.</param>
/// <param name="longestSlot">How long the slot of a rival may be at most.</param>
internal sealed class MeasureRun(Terminal terminal, TimeSpan longestSlot)
{
    // What the parts take of the progress bar; the steps share the rest.
    private const double ReadingShare = 0.05;
    private const double ProfilingShare = 0.05;
    private const double RehearsingShare = 0.1;

    /// <summary>Runs the command.</summary>
    /// <param name="settings">What was asked for.</param>
    /// <param name="cancellationToken">Stops between two slots of a measurement, or in the middle of a child process.</param>
    public async Task<int> RunAsync(MeasureSettings settings, CancellationToken cancellationToken)
    {
        ReportFile.CheckTargets(settings.Path, settings.HtmlPath, settings.JsonPath);

        // On a thread of its own, so that a signal is answered while a measurement keeps this one busy.
        MeasureReport report = await Task.Factory.StartNew(
            () => ProgressDisplay.Show(terminal, progress => Measure(settings, progress, cancellationToken)),
            cancellationToken,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
        TerminalReport.Write(terminal, report);
        if (settings.JsonPath is string jsonPath)
        {
            JsonReport.Write(jsonPath, report);
            terminal.Out.WriteLine($"Results written to {jsonPath}");
        }

        if (settings.HtmlPath is string htmlPath)
        {
            HtmlReport.Write(htmlPath, report);
            terminal.Out.WriteLine($"Report written to {htmlPath}");
        }

        return ExitCodes.Success;
    }

    private MeasureReport Measure(MeasureSettings settings, Action<string, double> progress, CancellationToken cancellationToken)
    {
        var source = new CorpusSource(settings.Path, terminal.OpenInput);
        TextCorpus corpus = source.Load(
            settings.By,
            settings.Delimiter,
            settings.Limit,
            (activity, share) => progress(activity, share * ReadingShare),
            cancellationToken);
        CorpusProfile profile = CorpusProfiler.Profile(
            corpus,
            share => progress("Profiling", ReadingShare + (share * ProfilingShare)),
            cancellationToken);
        List<SectionResult> sections = MeasureSections(
            settings,
            corpus,
            (activity, share) => progress(
                activity, ReadingShare + ProfilingShare + (share * (1 - ReadingShare - ProfilingShare))),
            cancellationToken);

        var input = new InputDescription(
            source.Name,
            settings.By.ToString().ToLowerInvariant(),
            settings.By == SplitBy.Field ? settings.Delimiter.ToString() : null,
            corpus.IsSample,
            corpus.SourceStrings,
            (double)corpus.Count / corpus.SourceStrings);
        return new MeasureReport(
            MeasureReport.CurrentSchema,
            ToolVersion(),
            CommandText.Of(settings),
            MachineInfo.Current(),
            input,
            settings.Rounds,
            profile,
            sections,
            Adviser.Advise(profile, sections));
    }

    private List<SectionResult> MeasureSections(
        MeasureSettings settings,
        TextCorpus corpus,
        Action<string, double> progress,
        CancellationToken cancellationToken)
    {
        Rehearsal.Run(
            settings.Sections, corpus, (activity, share) => progress(activity, share * RehearsingShare), cancellationToken);
        var runner = new StepRunner(corpus, Rehearsal.TimingAfter(settings.Rounds), longestSlot, cancellationToken);
        (ISection Section, IReadOnlyList<MeasuredStep> Steps)[] plan =
            [.. settings.Sections.Select(section => (section, section.Steps(corpus)))];
        double total = plan.Sum(entry => entry.Steps.Sum(runner.Weight));
        double done = 0;
        var results = new List<SectionResult>();
        foreach ((ISection section, IReadOnlyList<MeasuredStep> steps) in plan)
        {
            var stepResults = new List<StepResult>();
            foreach (MeasuredStep step in steps)
            {
                double weight = runner.Weight(step);
                stepResults.Add(
                    runner.Run(section, step, (activity, share) => Report(activity, (done + (share * weight)) / total)));
                done += weight;
            }

            results.Add(new SectionResult(section.Name, stepResults));
        }

        return results;

        void Report(string activity, double share) => progress(activity, RehearsingShare + (share * (1 - RehearsingShare)));
    }

    private static string ToolVersion() =>
        Assembly.GetExecutingAssembly().GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
}

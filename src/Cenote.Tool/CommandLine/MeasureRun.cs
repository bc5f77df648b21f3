using System.Reflection;
using Cenote.Tool.Advising;
using Cenote.Tool.Comparing;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Reports;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.CommandLine;

/// <summary>
/// Runs <c>cenote measure</c>: reads and profiles the strings, gives the verdict, measures everything else, and writes the
/// reports.
/// </summary>
/// <param name="terminal">The input and output streams.</param>
/// <param name="longestSlot">The maximum time slot of a contender.</param>
internal sealed class MeasureRun(Terminal terminal, TimeSpan longestSlot)
{
    // The share of reading in the progress bar before the verdict.
    private const double ReadingShare = 0.1;
    private const int MinRoundsBeforeTheVerdict = 2;

    // Interners take part in the verdict if duplicates take at least this share of memory.
    private const double NotableDuplicates = 0.05;

    // The maximum time slot of a contender in a default run.
    private static readonly TimeSpan s_shortSlot = TimeSpan.FromMilliseconds(5);

    // No further round of the verdict begins if it would probably end after this time.
    private static readonly TimeSpan s_timeForTheVerdict = TimeSpan.FromSeconds(6);

    /// <summary>Runs the command.</summary>
    /// <param name="settings">The settings.</param>
    /// <param name="cancellationToken">Stops the run; finished results are reported.</param>
    public async Task<int> RunAsync(MeasureSettings settings, CancellationToken cancellationToken)
    {
        ReportFile.CheckTargets(
            [.. SourceFiles.Of(settings.Paths).Select(file => file.Path)], settings.HtmlPath, settings.JsonPath);
        if (settings.BaselinePath is string earlier)
        {
            // JSON results may replace the baseline, because the baseline is read first. A page may not: the data would be lost.
            ReportFile.CheckTargets([earlier], settings.HtmlPath);
        }

        MeasureReport? baseline = settings.BaselinePath is string path ? ReportReader.Read(path) : null;

        // Runs on a separate thread, so that signals are handled during a measurement.
        return await Task.Factory.StartNew(
            () => Run(settings, baseline, cancellationToken),
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
    }

    private int Run(MeasureSettings settings, MeasureReport? baseline, CancellationToken cancellationToken)
    {
        var clock = Stopwatch.StartNew();
        var output = new ReportOutput(terminal, settings);
        bool readsPipe = settings.Paths.Count == 0 && terminal.HasInput;
        MeasureSettings asked = readsPipe ? settings with { Paths = [CorpusSource.StandardInput] } : settings;
        (MeasureReport report, TextCorpus corpus, TextCorpus sample) = ProgressDisplay.Show(
            terminal, clock, progress => Load(asked, readsPipe, Part(progress, 0, ReadingShare), cancellationToken));
        if (baseline is not null && !settings.IsForced && !RunComparer.IsSameText(baseline, report))
        {
            string problem = baseline.Profile.Whole is null
                ? "does not identify its text"
                : $"is a report of different text: {baseline.Input.Name}, not {report.Input.Name}";
            throw ToolException.Usage($"'{settings.BaselinePath}' {problem}; use --force to show the change anyway.");
        }

        output.Show(terminal => terminal.WriteHead(report));
        if (settings.By == SplitBy.Field && HasTabs(sample))
        {
            output.Show(terminal => terminal.WriteNote("Most fields contain a tab. If tabs separate the fields, add --delimiter tab."));
        }

        if (settings.By == SplitBy.Line && settings.Paths.Any(TableNames.IsTable))
        {
            output.Show(terminal => terminal.WriteNote("Each line is one string. To measure fields instead, add --by field."));
        }

        Children ChildrenOf(TextCorpus strings, TimeSpan slot) => new(strings, slot, cancellationToken);
        try
        {
            report = Measure(settings, report, corpus, sample, ChildrenOf, output, clock);
        }
        catch (Stopped stopped)
        {
            output.Show(terminal => terminal.WriteNote("Stopped; the report contains what was finished."));
            output.Finish(stopped.Report, baseline);
            return ExitCodes.Cancelled;
        }

        output.Finish(report, baseline);
        return ExitCodes.Success;
    }

    private static bool HasTabs(TextCorpus corpus)
    {
        int fields = 0;
        for (int i = 0; i < corpus.Count; i++)
        {
            fields += corpus[i].Contains('\t') ? 1 : 0;
        }

        return fields > corpus.Count / 2;
    }

    private (MeasureReport Report, TextCorpus Corpus, TextCorpus Sample) Load(
        MeasureSettings settings, bool mayBeEmpty, Action<string, double> progress, CancellationToken cancellationToken)
    {
        var source = new CorpusSource(settings.Paths, terminal.OpenInput)
        {
            MayBeEmpty = mayBeEmpty,
            Hint = Hint,
            Quotes = settings.Quotes,
        };
        TextCorpus corpus = source.Load(settings.By, settings.Delimiter, settings.Limit, progress, cancellationToken);
        TextCorpus sample = settings.Limit is null ? corpus.Sample(settings.MaxSampled, MeasureSettings.MaxChars) : corpus;
        CorpusProfile profile = CorpusProfiler.Profile(sample, share => progress("Profiling", share), cancellationToken);
        var input = new InputDescription(
            source.Name,
            settings.By.ToString().ToLowerInvariant(),
            settings.By == SplitBy.Field ? settings.Delimiter.ToString() : null,
            sample.IsSample,
            sample.SourceStrings,
            (double)sample.Count / sample.SourceStrings)
        {
            HeldStrings = corpus.Count,
        };
        return (
            new MeasureReport(
                MeasureReport.CurrentSchema,
                ToolVersion(),
                CommandText.Of(settings),
                MachineInfo.Current(),
                input,
                settings.Rounds,
                profile,
                [],
                []),
            corpus,
            sample);

        // On a terminal, the progress bar shows the hint, and would overwrite a separate line.
        void Hint(string text)
        {
            progress(text, 0);
            if (!terminal.IsErrorTerminal)
            {
                terminal.Error.WriteLine($"cenote: {text}");
            }
        }
    }

    // Each section is shown as soon as it is finished.
    private MeasureReport Measure(
        MeasureSettings settings,
        MeasureReport report,
        TextCorpus corpus,
        TextCorpus sample,
        Func<TextCorpus, TimeSpan, Children> childrenOf,
        ReportOutput output,
        Stopwatch clock)
    {
        var strings = settings.Sections.OfType<StringsSection>().FirstOrDefault();
        FreshBuilds? builds = null;
        Answer? first = null;
        try
        {
            if (strings is not null)
            {
                builds = new FreshBuilds(strings, strings.Steps(corpus)[0], childrenOf(corpus, longestSlot));
                ProgressDisplay.Show(
                    terminal, clock, progress => Answer(settings, report, builds, Part(progress, ReadingShare, 1), clock));
                report = With(report, new SectionResult(strings.Name, builds.Results()));
                first = report.Answer!;
                output.Show(terminal => terminal.WriteAnswer(report, output.WhereReports));
            }

            Children children = childrenOf(sample, settings.IsFull || longestSlot < s_shortSlot ? longestSlot : s_shortSlot);
            report = MeasureAll(settings, report, sample, children, builds, output);
            if (report.Answer is Answer last && first is not null && !last.SaysTheSame(first))
            {
                string change = last.Recommends != first.Recommends ? "is different" : "has new figures";
                output.Show(terminal => terminal.WriteNote($"\nAfter all measurements the verdict {change}:"));
                output.Show(terminal => terminal.WriteAnswer(report, output.WhereReports));
            }

            if (Summary.Parts(report) is { Count: > 0 } summary)
            {
                output.Show(terminal => terminal.WriteSummary(summary));
            }

            if (!settings.IsFull && settings.Sections.Count > 1)
            {
                output.Show(terminal => terminal.WriteNote(
                    "\nNot measured: string churn, arenas. --full measures these too and runs more rounds, in a few minutes."));
            }

            return report;
        }
        catch (OperationCanceledException) when (report.Sections.Count > 0)
        {
            throw new Stopped(report with { IsComplete = false });
        }
    }

    private MeasureReport MeasureAll(
        MeasureSettings settings,
        MeasureReport report,
        TextCorpus sample,
        Children children,
        FreshBuilds? builds,
        ReportOutput output)
    {
        if (settings.IsFull)
        {
            output.Show(terminal => terminal.WriteMethod(report with { Rounds = settings.Rounds }));
            output.Show(terminal => terminal.WriteProfile(report.Profile));
        }

        // The verdict already covers strings.
        ISection[] sections = [.. settings.Sections.Where(section => settings.IsFull || section is not StringsSection)];
        var clock = Stopwatch.StartNew();
        var timer = new SectionTimer(sample, children, settings.OtherRounds);
        for (int i = 0; i < sections.Length; i++)
        {
            ISection section = sections[i];
            double start = (double)i / sections.Length;
            double end = (i + 1.0) / sections.Length;
            try
            {
                IReadOnlyList<StepResult> steps = ProgressDisplay.Show(
                    terminal, clock, progress => Steps(section, Part(progress, start, end)));
                report = With(report, new SectionResult(section.Name, steps));
            }
            catch (OperationCanceledException) when (report.Sections.Count > 0)
            {
                throw new Stopped(report with { IsComplete = false });
            }

            SectionResult result = report.Sections.First(one => one.Name == section.Name);
            AdviceItem[] advice =
            [
                .. report.Advice.Where(item => item.Steps.Any(step => result.Step(step) is not null)
                    || (result.Steps.Count == 0 && item.Outcome == Conclusion.NotMeasured)),
            ];
            output.Show(terminal => terminal.WriteSection(result, advice, settings.IsFull));
            if (result.Steps.Count == 0 && settings.Sections.Count < SectionList.All.Count)
            {
                // The section was requested by name.
                output.Show(terminal => terminal.WriteNote(
                    $"\n{section.Name}: not measured, because there are too few strings or they are too small."));
            }
        }

        AdviceItem[] others = [.. report.Advice.Where(item => item.Topic == Adviser.DuplicatesTopic)];
        output.Show(terminal => terminal.WriteSection(new SectionResult("profile", []), others, settings.IsFull));
        return report;

        IReadOnlyList<StepResult> Steps(ISection section, Action<string, double> progress)
        {
            if (section is not StringsSection || builds is null)
            {
                return timer.Run(section, progress);
            }

            const double BuildingShare = 0.4;
            for (int round = 0; round < settings.Rounds; round++)
            {
                string[] missing = [.. builds.Contenders.Where(name => builds.RoundsOf(name) <= round)];
                builds.RunRound(
                    missing,
                    Part(progress, BuildingShare * round / settings.Rounds, BuildingShare * (round + 1) / settings.Rounds));
            }

            IReadOnlyList<StepResult> built = builds.Results();
            return [.. built, .. timer.Run(section, Part(progress, BuildingShare, 1))];
        }
    }

    // Runs the rounds of the verdict: those requested, or as many as fit in the time limit, but at least two.
    private static bool Answer(
        MeasureSettings settings, MeasureReport report, FreshBuilds builds, Action<string, double> progress, Stopwatch clock)
    {
        string[] contenders =
        [
            StringsSection.ManagedArray, StringsSection.IdArray,
            .. report.Profile.RepeatedMemory() >= NotableDuplicates
                ? [StringsSection.SetArray, StringsSection.InternedArray, StringsSection.TableArray]
                : Array.Empty<string>(),
            StringsSection.Utf8IdArray,
        ];

        // A full run measures missing rounds later.
        bool mayStop = settings.IsFull || settings.RequestedRounds is null;
        TimeSpan begin = clock.Elapsed;
        for (int round = 0; round < settings.Rounds; round++)
        {
            TimeSpan average = round == 0 ? TimeSpan.Zero : (clock.Elapsed - begin) / round;
            if (mayStop && round >= MinRoundsBeforeTheVerdict && clock.Elapsed + average > s_timeForTheVerdict)
            {
                break;
            }

            builds.RunRound(
                contenders, Part(progress, (double)round / settings.Rounds, (round + 1.0) / settings.Rounds));
        }

        return true;
    }

    // Replaces an earlier result of the section.
    private static MeasureReport With(MeasureReport report, SectionResult section)
    {
        List<SectionResult> sections = [.. report.Sections.Where(other => other.Name != section.Name), section];
        sections.Sort((one, other) => Order(one).CompareTo(Order(other)));
        int[] rounds = [.. sections.SelectMany(one => one.Steps).Select(step => step.Timing.Rounds)];
        return report with
        {
            Rounds = rounds.Length == 0 ? report.Rounds : rounds.Max(),
            Sections = sections,
            Advice = Adviser.Advise(report.Profile, sections),
            Answer = Adviser.Answer(report.Profile, sections),
        };

        static int Order(SectionResult result) => SectionList.Names.Index().First(entry => entry.Item == result.Name).Index;
    }

    private static Action<string, double> Part(Action<string, double> progress, double start, double end) =>
        (activity, share) => progress(activity, start + (share * (end - start)));

    private static string ToolVersion() =>
        Assembly.GetExecutingAssembly().GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

    /// <summary>Thrown when the run is stopped after something was finished.</summary>
    private sealed class Stopped(MeasureReport report) : Exception
    {
        public MeasureReport Report { get; } = report;
    }
}

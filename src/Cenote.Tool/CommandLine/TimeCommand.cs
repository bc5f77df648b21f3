using System.CommandLine;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Reports;
using Cenote.Tool.Sections;

namespace Cenote.Tool.CommandLine;

/// <summary>
/// The hidden command of the child processes that measure time: reads a corpus from standard input, runs all steps of a section
/// except freshly built ones, and returns the times.
/// </summary>
internal static class TimeCommand
{
    public static Command Create(Terminal terminal)
    {
        var section = new Argument<string>("SECTION");
        var longestSlot = new Argument<long>("TICKS");
        var command = new Command(HoldProtocol.TimeCommand, "Times one section.") { section, longestSlot };
        command.Hidden = true;
        command.SetAction(parsed => Run(
            terminal, parsed.GetRequiredValue(section), TimeSpan.FromTicks(parsed.GetRequiredValue(longestSlot))));
        return command;
    }

    private static void Run(Terminal terminal, string sectionName, TimeSpan longestSlot)
    {
        ISection section = SectionList.All.FirstOrDefault(section => section.Name == sectionName)
            ?? throw ToolException.Usage($"There is no section '{sectionName}'.");
        TextCorpus corpus;
        using (Stream input = terminal.OpenInput())
        {
            corpus = TextCorpusPipe.Read(input);
        }

        Rehearsal.Run(section, corpus, longestSlot);
        var runner = new StepRunner(Rehearsal.Timing, longestSlot);
        TimedStep[] steps = [.. section.Steps(corpus).Where(step => !step.IsBuiltFresh).Select(runner.Run)];
        terminal.Out.WriteLine(HoldProtocol.Answer(new TimedSection(steps)));
    }
}

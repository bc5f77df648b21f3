using System.CommandLine;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Reports;
using Cenote.Tool.Sections;

namespace Cenote.Tool.CommandLine;

/// <summary>
/// The hidden command of the child processes: reads a corpus from standard input, holds all of it as one contender does, and
/// answers what that costs.
/// </summary>
internal static class HoldCommand
{
    public static Command Create(Terminal terminal)
    {
        var section = new Argument<string>("SECTION");
        var step = new Argument<string>("STEP");
        var contender = new Argument<string>("CONTENDER");
        var longestSlot = new Argument<long>("TICKS");
        var command = new Command(HoldProtocol.Command, "Measures the memory of one contender.")
        {
            section, step, contender, longestSlot,
        };
        command.Hidden = true;
        command.SetAction(parsed => Run(
            terminal,
            parsed.GetRequiredValue(section),
            parsed.GetRequiredValue(step),
            parsed.GetRequiredValue(contender),
            TimeSpan.FromTicks(parsed.GetRequiredValue(longestSlot))));
        return command;
    }

    private static void Run(Terminal terminal, string sectionName, string stepId, string contenderName, TimeSpan longestSlot)
    {
        TextCorpus corpus;
        using (Stream input = terminal.OpenInput())
        {
            corpus = TextCorpusPipe.Read(input);
        }

        Contender? contender = SectionList.All
            .FirstOrDefault(section => section.Name == sectionName)?
            .Steps(corpus).FirstOrDefault(step => step.Id == stepId)?
            .Weighed.FirstOrDefault(contender => contender.Name == contenderName);
        if (contender?.Hold is null)
        {
            throw ToolException.Usage($"There is nothing to hold by the name of '{sectionName} {stepId} {contenderName}'.");
        }

        contender.Prepare();
        HoldMeasurement measurement = HoldMeter.Measure(contender.Name, contender.Hold, longestSlot);
        terminal.Out.WriteLine(HoldProtocol.Answer(measurement));

        // The corpus is alive while a rival is weighed, as it was when the scales were set to zero.
        GC.KeepAlive(corpus);
    }
}

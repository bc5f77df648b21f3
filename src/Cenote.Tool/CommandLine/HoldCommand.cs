using System.CommandLine;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Reports;
using Cenote.Tool.Sections;

namespace Cenote.Tool.CommandLine;

/// <summary>
/// The hidden command of child processes that measure memory: reads a corpus from standard input, holds it with one contender, and
/// returns the cost.
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
            throw ToolException.Usage($"There is no contender '{sectionName} {stepId} {contenderName}'.");
        }

        contender.Prepare();
        HoldMeasurement measurement = HoldMeter.Measure(contender.Name, contender.Hold, longestSlot);
        terminal.Out.WriteLine(HoldProtocol.Answer(measurement));

        // The corpus is live before and after the measurement, so it does not affect the difference.
        GC.KeepAlive(corpus);
    }
}

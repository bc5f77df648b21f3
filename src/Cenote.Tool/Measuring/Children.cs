using System.Reflection;
using Cenote.Tool.Input;

namespace Cenote.Tool.Measuring;

/// <summary>The child processes of the tool, each of which gets the corpus and answers with what it has measured.</summary>
/// <param name="corpus">What they measure with.</param>
/// <param name="longestSlot">How long the slot of a rival may be at most.</param>
/// <param name="cancellationToken">Kills the child that is running.</param>
internal sealed class Children(TextCorpus corpus, TimeSpan longestSlot, CancellationToken cancellationToken)
{
    private readonly ChildProcess _child = new(Assembly.GetExecutingAssembly());

    /// <summary>Times a section once.</summary>
    public TimedSection Time(ISection section) => _child.RunAsync(
        HoldProtocol.TimeArguments(section.Name, longestSlot),
        HoldProtocol.TimedType,
        Write,
        cancellationToken).GetAwaiter().GetResult();

    /// <summary>Weighs a contender once.</summary>
    public HoldMeasurement Weigh(ISection section, MeasuredStep step, string contender) => _child.RunAsync(
        HoldProtocol.Arguments(section.Name, step.Id, contender, longestSlot),
        HoldProtocol.AnswerType,
        Write,
        cancellationToken).GetAwaiter().GetResult();

    private void Write(Stream input) => TextCorpusPipe.Write(corpus, input);
}

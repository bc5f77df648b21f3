using System.Globalization;
using System.Reflection;
using System.Text.Json.Serialization.Metadata;
using Cenote.Tool.Input;

namespace Cenote.Tool.Measuring;

/// <summary>Runs child processes, each of which receives the corpus and returns a measurement.</summary>
/// <param name="corpus">The strings to measure with.</param>
/// <param name="longestSlot">The maximum time slot of a contender.</param>
/// <param name="cancellationToken">Kills the child that is running.</param>
internal sealed class Children(TextCorpus corpus, TimeSpan longestSlot, CancellationToken cancellationToken)
{
    // 128 plus the number of SIGTERM, which a service manager sends to all processes of a service.
    private const int Terminated = 143;

    private readonly ChildProcess _weighing = new(Assembly.GetExecutingAssembly());

    // Code must reach the last JIT tier before it is timed. Without the default delay, the JIT counts calls from the start. Both
    // values are hexadecimal.
    private readonly ChildProcess _timing = new(Assembly.GetExecutingAssembly())
    {
        Variables = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["DOTNET_TC_CallCountingDelayMs"] = "0",
            ["DOTNET_TC_CallCountThreshold"] = Rehearsal.CallsPerTier.ToString("x", CultureInfo.InvariantCulture),
        },
    };

    /// <summary>Times a section once.</summary>
    public TimedSection Time(ISection section) =>
        Run(_timing, HoldProtocol.TimeArguments(section.Name, longestSlot), HoldProtocol.TimedType);

    /// <summary>Measures the memory and pauses of a contender once.</summary>
    public HoldMeasurement Weigh(ISection section, MeasuredStep step, string contender) =>
        Run(_weighing, HoldProtocol.Arguments(section.Name, step.Id, contender, longestSlot), HoldProtocol.AnswerType);

    // Ctrl+C reaches every process of the terminal, and a child may end before this process handles it.
    private T Run<T>(ChildProcess child, IReadOnlyList<string> arguments, JsonTypeInfo<T> answerType)
    {
        try
        {
            return child.RunAsync(arguments, answerType, input => TextCorpusPipe.Write(corpus, input), cancellationToken)
                .GetAwaiter().GetResult();
        }
        catch (ChildProcessException exception) when (exception.ExitCode is ExitCodes.Cancelled or Terminated)
        {
            throw new OperationCanceledException("The child process was stopped.", exception);
        }
    }
}

using Cenote.Tool.Results;
using static Cenote.Tool.Reports.Html.ProfileSection;

namespace Cenote.Tool.Reports.Html;

/// <summary>The method, the machine, and how to read the page.</summary>
internal static class MethodSection
{
    public static Fragment Write(MeasureReport report) => Fragment.Of(
        $"""
        <section id="method" aria-labelledby="method-heading">
        <h2 id="method-heading">How this was measured</h2>
        <div class="columns">
        <div>
        <h3>How to read it</h3>
        <p>Each section was timed in {Rounds(report)} processes, one after the other. In each process all contenders of a step were warmed up and then took turns.
        The figures are geometric means over the processes. The whisker is the 95 % confidence interval of the ratio, by Student's t over the processes and corrected for the number of contenders. Each dot below a bar is the time of one process, relative to the mean of the baseline.
        If the interval contains 1, or the difference is below 3 %, it is <strong>too close to call</strong>, and nothing is recommended for its time.</p>
        <p>The collections that hold all strings were built once per process, including the time for JIT compilation.</p>
        <p><strong>Only ratios within one run mean anything.</strong> Absolute times belong to this run on this machine: do not compare them with those of another run.</p>
        <p>Pauses are those of the process's GC mode: with background GC, the longest pause of a program that allocates while everything is held. The tables also show the longest blocking collection.</p>
        <p>Memory and pauses were measured in separate processes, one or more per contender, and have no whiskers.
        All contenders read everything back, and their checksums agreed.</p>
        </div>
        <div>
        <h3>This run</h3>
        <dl class="facts run">
        {Fact("Processor", report.Machine.Processor)}
        {Fact("Cores", Units.Count(report.Machine.Cores))}
        {Fact("Memory", Units.Bytes(report.Machine.MemoryBytes))}
        {Fact("Operating system", report.Machine.OperatingSystem)}
        {Fact("Runtime", report.Machine.Runtime)}
        {Fact("Garbage collector", report.Machine.GarbageCollector)}
        {Fact("Date", Dates.Minute(report.Machine.Date))}
        {Fact("Rounds", Rounds(report))}
        {Fact("Tool", $"cenote {report.Tool}")}
        </dl>
        <p>Repeat the measurement:</p>
        <pre role="region" aria-label="Command line" tabindex="0"><code>{report.Command}</code></pre>
        </div>
        </div>
        </section>

        """);

    // By default, the verdict has more rounds than the other steps, but fewer if time was short.
    private static string Rounds(MeasureReport report)
    {
        int min = report.Sections
            .SelectMany(section => section.Steps)
            .Select(step => step.Timing.Rounds)
            .DefaultIfEmpty(report.Rounds)
            .Min();
        return min == report.Rounds ? Units.Count(min) : $"{Units.Count(min)} to {Units.Count(report.Rounds)}";
    }
}

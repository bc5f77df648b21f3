using Cenote.Tool.Results;
using static Cenote.Tool.Reports.Html.ProfileSection;

namespace Cenote.Tool.Reports.Html;

/// <summary>How it was measured, on what, and how to read it.</summary>
internal static class MethodSection
{
    public static Fragment Write(MeasureReport report) => Fragment.Of(
        $"""
        <section id="method" aria-labelledby="method-heading">
        <h2 id="method-heading">How this was measured</h2>
        <div class="columns">
        <div>
        <h3>How to read it</h3>
        <p>Each section was timed in {Rounds(report)} processes, one after the other. In each of them all rivals of a step were warmed up and then took turns.
        The figures are means over the processes, of logarithms. The whisker is where the true ratio lies with 95 % confidence, by Student's t over the processes and corrected for the number of rivals. Below each bar is a dot for each process: its time, relative to the mean of the baseline.
        If 1 lies within it, or the difference is below 3 %, it is <strong>too close to call</strong>, and nothing is recommended for its time.</p>
        <p>What holds all strings was built once in each of its processes, as it is compiled for the first time.</p>
        <p><strong>Only ratios within one run mean anything.</strong> Absolute times are those of this run on this machine: do not set them against those of another.</p>
        <p>Pauses are those with the collector that the process has: where it works in the background, the longest one of a program that allocates while all is held. The longest of collections that are forced to block is in the tables.</p>
        <p>Memory and pauses were measured in processes of their own, one for each contender or more, and have no whiskers.
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
        <p>Measure it again:</p>
        <pre role="region" aria-label="Command line" tabindex="0"><code>{report.Command}</code></pre>
        </div>
        </div>
        </section>

        """);

    // Steps have fewer rounds where time was short.
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

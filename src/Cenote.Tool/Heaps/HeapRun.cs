using System.Globalization;
using System.Reflection;
using System.Text.Json;
using Cenote.Heap;
using Cenote.Tool.Reports;
using Cenote.Tool.Results;

namespace Cenote.Tool.Heaps;

/// <summary>Runs <c>cenote heap</c>: captures a heap, reads it, derives recommendations, and writes the reports.</summary>
/// <param name="terminal">The output.</param>
/// <param name="longestSlot">The maximum time slot of a contender with <c>--measure</c>.</param>
internal sealed class HeapRun(Terminal terminal, TimeSpan longestSlot)
{
    private const int MaxTextLength = 1_000;
    private const int MaxExamples = 3;
    private const double ReadingShare = 0.5;

    /// <summary>Stopping the process for up to this long is not announced; tests set another limit.</summary>
    public TimeSpan LongStandstill { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Runs the command.</summary>
    public async Task<int> RunAsync(HeapSettings settings, CancellationToken cancellationToken)
    {
        bool isFile = !int.TryParse(settings.Target, NumberStyles.None, CultureInfo.InvariantCulture, out int process)
            || File.Exists(settings.Target);
        if (isFile && (settings.IsLive || settings.IsDump || settings.KeepPath is not null || settings.LongestStandstill is not null))
        {
            throw ToolException.Usage(
                $"'{settings.Target}' is not a process id, which --live, --dump, --keep-dump and --longest-standstill require; 'cenote heap ps' lists process ids.");
        }

        ReportFile.CheckTargets(
            [.. isFile ? [settings.Target] : Array.Empty<string>(), .. Against(settings)], settings.HtmlPath, settings.JsonPath);
        if (settings.KeepPath is { } kept)
        {
            CheckKept(kept, settings);
        }

        HeapReport? before = settings.AgainstPath is { } against ? HeapReportReader.Read(against) : null;

        try
        {
            HeapReport report = await Task.Factory.StartNew(
                () => Capture(settings, new HeapCapture(settings, isFile ? null : process), before, cancellationToken),
                cancellationToken,
                TaskCreationOptions.LongRunning,
                TaskScheduler.Default);
            Write(settings, report);
            return ExitCodes.Success;
        }
        catch (HeapException exception)
        {
            throw new ToolException(exception.Message, exception.IsUsage ? ExitCodes.Usage : ExitCodes.Failure);
        }
    }

    /// <summary>Lists the processes whose heaps can be read.</summary>
    public int List()
    {
        IReadOnlyList<HeapProcess> processes = HeapProcesses.List();
        if (processes.Count == 0)
        {
            terminal.Out.WriteLine(
                "No other .NET process responds. Processes in other containers or with another TMPDIR are not listed.");
            return ExitCodes.Success;
        }

        ConsoleTable.Write(
            Consoles.Create(terminal.Out, terminal.IsOutTerminal, terminal.UseColor),
            processes,
            new Column<HeapProcess>("process", 0, process => process.Id.ToString(CultureInfo.InvariantCulture)),
            new Column<HeapProcess>("memory", 0, process => Units.Bytes(process.ResidentBytes)),
            new Column<HeapProcess>(
                "started, UTC", 56, process => process.Started.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture)),
            new Column<HeapProcess>("", 0, process => Consoles.Safe(process.Name)));
        return ExitCodes.Success;
    }

    private static string[] Against(HeapSettings settings) => settings.AgainstPath is { } path ? [path] : [];

    private static void CheckKept(string kept, HeapSettings settings)
    {
        ReportFile.CheckTarget("dump", kept, [.. new[] { settings.HtmlPath, settings.JsonPath, settings.AgainstPath }.OfType<string>()]);
        try
        {
            ProcessDump.FindKept(kept);
        }
        catch (HeapException exception)
        {
            throw ToolException.Usage(exception.Message);
        }
    }

    private HeapReport Capture(
        HeapSettings settings, HeapCapture capture, HeapReport? before, CancellationToken cancellationToken)
    {
        try
        {
            if (capture.ExpectedStandstill() is { } expected)
            {
                if (expected > settings.LongestStandstill)
                {
                    throw new ToolException(
                        $"The process would be stopped for an estimated {Units.Time(1e9 * expected.TotalSeconds)}, longer than "
                        + "--longest-standstill allows; it was not stopped.",
                        ExitCodes.Failure);
                }

                new StandstillQuestion(terminal, LongStandstill).Ask(expected, settings.IsAgreed, cancellationToken);
            }

            return ProgressDisplay.Show(
                terminal, Stopwatch.StartNew(), progress => ReadOrFail(settings, capture, before, progress, cancellationToken));
        }
        catch (HeapException exception) when (exception.IsDenied && capture.Fallback is not null)
        {
            return Capture(settings, capture.Fallback, before, cancellationToken);
        }
    }

    // Catches only exceptions from reading the heap; later exceptions come from writing the output.
    private HeapReport ReadOrFail(
        HeapSettings settings,
        HeapCapture capture,
        HeapReport? before,
        Action<string, double> progress,
        CancellationToken cancellationToken)
    {
        try
        {
            return Read(settings, capture, before, progress, cancellationToken);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw HeapException.Failure($"The heap cannot be read: {exception.Message}", exception);
        }
        catch (OutOfMemoryException exception)
        {
            throw HeapException.Failure(
                capture.Process is null
                    ? "Out of memory; read the dump on a machine with more memory."
                    : "Out of memory; 'cenote heap PID --keep-dump FILE' writes a dump, which a machine with more memory can read.",
                exception);
        }
    }

    private HeapReport Read(
        HeapSettings settings,
        HeapCapture capture,
        HeapReport? before,
        Action<string, double> progress,
        CancellationToken cancellationToken)
    {
        progress("Reading the heap", 0);
        string name = capture.Process is { } id ? NameOf(id) : Path.GetFileName(settings.Target);
        using HeapSource source = capture.Take(progress, cancellationToken);
        long start = Stopwatch.GetTimestamp();
        using var reader = new HeapReader(source);
        double share = settings.Measures ? ReadingShare : 1;
        HeapCensus census = reader.Read(
            settings.Top, settings.ShowTexts, (activity, done) => progress(activity, share * done), cancellationToken);
        double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        long? toolBytes = PeakMemory();
        IReadOnlyList<HeapAdvice> advice = HeapRules.Advise(census);
        if (settings.ShowTexts)
        {
            advice = [.. advice.Select(item => item with { Examples = ExamplesOf(reader, census, item) })];
        }

        (IReadOnlyList<HeapMeasurement> measured, IReadOnlyList<string> notMeasured) = settings.Measures
            ? new HeapMeasuring(longestSlot).Measure(
                reader,
                census,
                advice,
                (activity, done) => progress(activity, ReadingShare + ((1 - ReadingShare) * done)),
                cancellationToken)
            : ([], []);
        var report = new HeapReport(
            HeapReport.CurrentSchema,
            Assembly.GetExecutingAssembly().GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion,
            CommandOf(settings, capture.Process is null ? name : "PID"),
            MachineInfo.Current(),
            new HeapTarget(
                name, capture.Way, source.Runtime, source.IsServer, source.Standstill?.TotalSeconds, seconds, toolBytes)
            {
                CopySeconds = source.Copy?.Time.TotalSeconds,
                CopiedBytes = source.Copy?.Bytes,
            },
            census.Objects,
            census.Bytes,
            census.OldObjects,
            census.FreeBytes,
            census.UnreadBytes,
            census.Literals,
            HeapStrings.Of(census.Strings),
            HeapStrings.Of(census.OldStrings),
            [.. census.Places.Take(settings.Top).Select(HeapPlace.Of)],
            Math.Max(0, census.Places.Count - settings.Top),
            [
                .. census.TopTexts.Select(static text => new HeapText(
                    text.Chars, text.Strings, text.RepeatedBytes, text.Text is { Length: > MaxTextLength } longer ? longer[..MaxTextLength] : text.Text)),
            ],
            advice,
            measured,
            notMeasured)
        {
            MissingBytes = census.MissingBytes,
            RepeatedBetweenPlacesBytes = Math.Max(
                0,
                census.OldStrings.Bytes - census.OldStrings.DistinctBytes - census.Places.Sum(static place => place.RepeatedBytes)),
        };
        return before is null
            ? report
            : report with { Growth = HeapGrowth.Of(before, report, census.Places.Select(HeapPlace.Of), settings.Top) };
    }

    private static IReadOnlyList<string> ExamplesOf(HeapReader reader, HeapCensus census, HeapAdvice advice) =>
        census.Places.FirstOrDefault(place => place.FullName == advice.FullName) is { } place
            ? reader.Examples(place, MaxExamples, MaxTextLength)
            : [];

    private void Write(HeapSettings settings, HeapReport report)
    {
        // If a report goes to standard output, nothing else does.
        bool isOutTaken = settings.JsonPath == ReportFile.StandardOutput || settings.HtmlPath == ReportFile.StandardOutput;
        Terminal shown = isOutTaken ? terminal with { Out = terminal.Error, IsOutTerminal = terminal.IsErrorTerminal } : terminal;
        HeapTerminalReport.Write(shown, report);
        if (settings.JsonPath == ReportFile.StandardOutput)
        {
            terminal.Out.WriteLine(JsonSerializer.Serialize(report, HeapJson.Indented.HeapReport));
        }
        else if (settings.JsonPath is { } json)
        {
            HeapJson.Write(json, report);
            shown.Out.WriteLine($"Results written to {Printable.Of(json)}");
        }

        if (settings.HtmlPath == ReportFile.StandardOutput)
        {
            terminal.Out.WriteLine(HeapHtmlReport.Render(report).ToString());
        }
        else if (settings.HtmlPath is { } html)
        {
            HeapHtmlReport.Write(html, report);
            shown.Out.WriteLine($"Report written to {Printable.Of(html)}");
        }

        if (settings.KeepPath is { } dump)
        {
            shown.Out.WriteLine($"Dump kept in {Printable.Of(dump)}; it contains all memory of the process, secrets included");
        }
    }

    private static string NameOf(int process)
    {
        HeapProcesses.Require(process);
        try
        {
            return HeapProcesses.NameOf(process);
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException)
        {
            throw HeapProcesses.Ended(process, exception);
        }
    }

    private static string CommandOf(HeapSettings settings, string target)
    {
        IEnumerable<string> words =
        [
            "cenote",
            "heap",
            target,
            .. settings.IsLive ? ["--live"] : Array.Empty<string>(),
            .. settings.IsDump ? ["--dump"] : Array.Empty<string>(),
            .. settings.Top != HeapSettings.DefaultTop ? ["--top", settings.Top.ToString(CultureInfo.InvariantCulture)] : Array.Empty<string>(),
            .. settings.ShowTexts ? ["--show-text"] : Array.Empty<string>(),
            .. settings.Measures ? ["--measure"] : Array.Empty<string>(),
            .. settings.AgainstPath is { } against ? ["--against", ShellWord.OfFile(Path.GetFileName(against))] : Array.Empty<string>(),
        ];
        return string.Join(' ', words);
    }

    // The peak memory of this process; null on systems without /proc.
    private static long? PeakMemory()
    {
        const string Key = "VmHWM:";
        const string Path = "/proc/self/status";
        string? line = File.Exists(Path)
            ? File.ReadLines(Path).FirstOrDefault(static line => line.StartsWith(Key, StringComparison.Ordinal))
            : null;
        return line is not null
            && long.TryParse(line.AsSpan(Key.Length).Trim().TrimEnd("kB "), NumberStyles.None, CultureInfo.InvariantCulture, out long kib)
            ? kib * 1024
            : null;
    }
}

using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using Cenote.Measurement;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>Measures each form in a separate child process, one after the other, and prints one table.</summary>
internal sealed class FormComparison(TextWriter output, TextWriter error, bool showsProgress)
{
    /// <summary>The child processes' command, followed by form and count.</summary>
    public const string HoldCommand = "hold";

    /// <summary>The command of the child process that replaces addresses, followed by their number.</summary>
    public const string ReplaceCommand = "replace";

    // Memory per address of the largest form, including space for the garbage collector to copy.
    private const long LargestBytesPerId = 400;

    private static readonly TimeSpan s_tick = TimeSpan.FromSeconds(1);

    private readonly ChildProcess _child = new(Assembly.GetExecutingAssembly());

    /// <summary>The reason why this many addresses cannot be measured here; null if they can be measured.</summary>
    public static string? FindObstacle(int count)
    {
        long needed = count * LargestBytesPerId;
        long free = ResidentMemory.FreeBytes;
        return needed <= free
            ? null
            : $"{Units.Count(count)} addresses need up to {Units.Bytes(needed)} of memory, but only "
                + $"{Units.Bytes(free)} is free. Use --count to measure fewer.";
    }

    /// <summary>Measures all forms.</summary>
    /// <param name="count">The number of addresses in each form.</param>
    /// <param name="cancellationToken">Stops the child process that measures.</param>
    /// <exception cref="ChildProcessException">A child failed, or two forms returned different addresses.</exception>
    public async Task RunAsync(int count, CancellationToken cancellationToken)
    {
        output.WriteLine(MachineInfo.Current());
        output.WriteLine($"{Units.Count(count)} addresses, each form in a separate process");
        output.WriteLine();
        var table = new TextTable(
            "form", "bytes/id", "managed", "unmanaged",
            "published", "longest full GC", "build", "ids/s, 1 thread", "2", "4", "8");
        ulong? checksum = null;
        int number = 0;
        foreach (StorageForm form in StorageForm.All)
        {
            FormResult result = await MeasureAsync(form, ++number, count, cancellationToken);
            if ((checksum ??= result.Held.Checksum) != result.Held.Checksum)
            {
                throw new ChildProcessException($"'{form.Title}' returned different addresses from '{StorageForm.All[0].Title}'.");
            }

            table.Add(
            [
                form.Title,
                Units.Number((double)result.Held.ResidentBytes / count),
                Units.Number((double)result.Held.ManagedBytes / count),
                Units.Number((double)result.Held.NativeBytes / count),
                form.Published,
                Units.Time(result.Held.LongestFullCollectionMilliseconds * 1e6),
                Units.Time(result.BuildSeconds * 1e9),
                .. result.ParsedPerSecond.Select(rate => (rate / 1e6).ToString("0.0 M", CultureInfo.InvariantCulture)),
            ]);
        }

        output.Write(table);
        await ReplaceAsync(count, cancellationToken);
    }

    private async Task ReplaceAsync(int count, CancellationToken cancellationToken)
    {
        ReplacementResult result = await WatchAsync(
            "replacing addresses",
            _child.RunAsync(
                [ReplaceCommand, count.ToString(CultureInfo.InvariantCulture)],
                FormJson.Default.ReplacementResult,
                cancellationToken: cancellationToken));
        output.WriteLine();
        output.WriteLine(
            $"{Units.Count(count)} replaced, one at a time, in a store of UTF-8 with {Units.Count(Replacement.LiveOf(count))}");
        output.WriteLine();
        var table = new TextTable("remove and add", "memory before", "after", "collections", "allocated");
        table.Add(
            Units.Time(result.NanosecondsEach),
            Units.Bytes(result.BytesBefore),
            Units.Bytes(result.BytesAfter),
            Units.Count(result.Collections),
            Units.Bytes(result.AllocatedBytes));
        output.Write(table);
    }

    private async Task<FormResult> MeasureAsync(StorageForm form, int number, int count, CancellationToken cancellationToken)
    {
        Task<FormResult> measuring = _child.RunAsync(
            [HoldCommand, form.Id, count.ToString(CultureInfo.InvariantCulture)],
            FormJson.Default.FormResult,
            cancellationToken: cancellationToken);
        return await WatchAsync($"{number} of {StorageForm.All.Count}: {form.Title}", measuring);
    }

    private async Task<T> WatchAsync<T>(string title, Task<T> measuring)
    {
        long start = Stopwatch.GetTimestamp();
        while (showsProgress && await Task.WhenAny(measuring, Task.Delay(s_tick, CancellationToken.None)) != measuring)
        {
            error.Write($"\r{title}, {Stopwatch.GetElapsedTime(start).TotalSeconds:0} s ");
        }

        T result = await measuring;
        error.WriteLine($"{(showsProgress ? "\r" : string.Empty)}{title}, {Stopwatch.GetElapsedTime(start).TotalSeconds:0} s ");
        return result;
    }
}

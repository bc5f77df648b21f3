using System.Globalization;
using System.Runtime.InteropServices;

namespace Cenote.Samples.Logs;

/// <summary>Plain .NET: lines are strings that are split, and groups are in a dictionary keyed by three strings.</summary>
internal static class PlainReport
{
    /// <summary>Reads a log.</summary>
    /// <exception cref="InvalidDataException">A line is malformed.</exception>
    public static FormAnswer Read(string path, CancellationToken cancellationToken)
    {
        var groups = new Dictionary<(string Host, string Path, string Status), Traffic>();
        using var reader = new StreamReader(path);
        for (long number = 1; reader.ReadLine() is { } line; number++)
        {
            string[] fields = line.Split(LogLine.Separator);
            if (fields.Length != LogLine.Fields
                || !long.TryParse(fields[LogLine.Bytes], NumberStyles.None, CultureInfo.InvariantCulture, out long bytes)
                || !long.TryParse(fields[LogLine.Microseconds], NumberStyles.None, CultureInfo.InvariantCulture, out long time))
            {
                throw LogLine.Malformed(number);
            }

            var key = (fields[LogLine.Host], fields[LogLine.Path], fields[LogLine.Status]);
            CollectionsMarshal.GetValueRefOrAddDefault(groups, key, out _).Add(bytes, time);
            if (number % 100_000 == 0)
            {
                cancellationToken.ThrowIfCancellationRequested();
            }
        }

        return Report(groups);
    }

    private static FormAnswer Report(Dictionary<(string Host, string Path, string Status), Traffic> groups)
    {
        (string Name, Traffic Traffic)[] sorted =
            [.. groups.Select(group => ($"{group.Key.Host} {group.Key.Path} {group.Key.Status}", group.Value))];
        Array.Sort(sorted, (a, b) => string.CompareOrdinal(a.Name, b.Name));
        var report = new ReportText();
        foreach ((string name, Traffic traffic) in sorted)
        {
            report.AddGroup(name, traffic);
        }

        foreach ((string name, Traffic traffic) in sorted.OrderByDescending(group => group.Traffic.Bytes).Take(ReportText.Top))
        {
            report.AddTop(name, traffic);
        }

        return report.ToAnswer();
    }
}

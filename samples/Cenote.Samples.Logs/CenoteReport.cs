using System.Globalization;
using Cenote.Arenas;
using Cenote.Buffers;
using Cenote.Collections;
using Cenote.IO;

namespace Cenote.Samples.Logs;

/// <summary>With Cenote: fields are spans of the read buffer, and groups are in unmanaged memory.</summary>
internal static class CenoteReport
{
    private static readonly Utf8FieldReaderOptions s_fields = new()
    {
        Delimiter = (byte)LogLine.Separator,
        Quoting = Utf8Quoting.None,
    };

    /// <summary>Reads a log.</summary>
    /// <exception cref="InvalidDataException">A line is malformed.</exception>
    public static FormAnswer Read(string path, CancellationToken cancellationToken)
    {
        using var groups = new PooledStringDictionary<Traffic>(
            new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf8 });
        using var key = new ScratchList<byte>(capacity: 256);
        using var reader = new Utf8FieldReader(path, s_fields);
        while (reader.Read())
        {
            if (reader.FieldCount != LogLine.Fields
                || !long.TryParse(reader[LogLine.Bytes], NumberStyles.None, CultureInfo.InvariantCulture, out long bytes)
                || !long.TryParse(reader[LogLine.Microseconds], NumberStyles.None, CultureInfo.InvariantCulture, out long time))
            {
                throw LogLine.Malformed(reader.LineNumber);
            }

            key.Clear();
            key.Append(reader[LogLine.Host]);
            key.Append((byte)LogLine.Separator);
            key.Append(reader[LogLine.Path]);
            key.Append((byte)LogLine.Separator);
            key.Append(reader[LogLine.Status]);
            groups.GetValueRefOrAddDefault(key.AsSpan(), out _).Add(bytes, time);
            if (reader.LineNumber % 100_000 == 0)
            {
                cancellationToken.ThrowIfCancellationRequested();
            }
        }

        return Report(groups);
    }

    private static FormAnswer Report(PooledStringDictionary<Traffic> groups)
    {
        using var names = new StringArenaList();
        var traffic = new Traffic[groups.Count];
        foreach (PooledStringDictionary<Traffic>.Entry group in groups)
        {
            traffic[names.Count] = group.Value;
            names.Add(group.Key);
        }

        names.Sort<Traffic>(traffic);
        var report = new ReportText();
        var largest = new PriorityQueue<int, (long Bytes, int Later)>();
        for (int i = 0; i < traffic.Length; i++)
        {
            report.AddGroup(names.AsSpan(i), traffic[i]);
            largest.Enqueue(i, (traffic[i].Bytes, -i));
            if (largest.Count > ReportText.Top)
            {
                largest.Dequeue();
            }
        }

        foreach ((int i, _) in largest.UnorderedItems.OrderByDescending(static item => item.Priority))
        {
            report.AddTop(names.AsSpan(i), traffic[i]);
        }

        return report.ToAnswer();
    }
}

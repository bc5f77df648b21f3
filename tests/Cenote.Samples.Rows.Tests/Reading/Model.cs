using System.Globalization;

namespace Cenote.Samples.Rows.Tests.Reading;

/// <summary>A short, slow solution of the challenge, as a reference for the results of both versions.</summary>
internal static class Model
{
    public static string Solve(string text) => "{" + string.Join(", ", text
        .Split('\n', StringSplitOptions.RemoveEmptyEntries)
        .Select(line => line.TrimEnd('\r').Split(';'))
        .GroupBy(row => row[0], row => decimal.Parse(row[1], CultureInfo.InvariantCulture), StringComparer.Ordinal)
        .OrderBy(station => station.Key, StringComparer.Ordinal)
        .Select(station => string.Create(
            CultureInfo.InvariantCulture,
            $"{station.Key}={station.Min():0.0}/{Round(station.Average()):0.0}/{station.Max():0.0}"))) + "}";

    private static decimal Round(decimal mean) => Math.Floor((mean * 10) + 0.5m) / 10;
}

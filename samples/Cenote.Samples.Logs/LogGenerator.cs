using System.Globalization;
using Cenote.Measurement;

namespace Cenote.Samples.Logs;

/// <summary>
/// Generates logs that depend only on the number of lines: 60 equally frequent hosts, and 5,000 paths, some of which are more
/// frequent than others.
/// </summary>
internal static class LogGenerator
{
    private const int Hosts = 60;
    private const int Paths = 5_000;

    private static readonly string[] s_methods = ["GET", "GET", "GET", "GET", "POST", "PUT"];
    private static readonly string[] s_statuses = ["200", "200", "200", "200", "200", "200", "200", "304", "404", "500"];
    private static readonly string[] s_places = ["mérida", "cancún", "tulum", "valladolid", "izamal", "progreso", "cobá"];

    /// <summary>Writes a log.</summary>
    /// <param name="path">A file that does not exist yet.</param>
    /// <param name="lines">The number of lines.</param>
    /// <param name="cancellationToken">Stops writing.</param>
    public static void Write(string path, long lines, CancellationToken cancellationToken)
    {
        var random = new SplitMix64(1);
        string[] hosts = [.. Enumerable.Range(0, Hosts).Select(i => $"web-{i:00}.{Place(i)}.example.org")];
        string[] paths = [.. Enumerable.Range(0, Paths).Select(i => $"/{Place(i)}/products/{i * 7919L % 100_003}/details")];
        var start = new DateTime(2026, 11, 23, 0, 0, 0, DateTimeKind.Utc);
        using var file = new StreamWriter(new FileStream(path, FileMode.CreateNew, FileAccess.Write));
        for (long i = 0; i < lines; i++)
        {
            if (i % 100_000 == 0)
            {
                cancellationToken.ThrowIfCancellationRequested();
            }

            // The smaller of two random numbers, so that low numbers are more frequent.
            int page = Math.Min(random.Next(Paths), random.Next(Paths));
            string host = hosts[random.Next(Hosts)];
            string method = s_methods[random.Next(s_methods.Length)];
            string status = s_statuses[random.Next(s_statuses.Length)];
            string time = start.AddMilliseconds(i).ToString("yyyy-MM-ddTHH:mm:ss.fffZ", CultureInfo.InvariantCulture);
            file.Write($"{time} {host} {method} {paths[page]} {status} {random.Next(90_000)} {random.Next(250_000)}\n");
        }
    }

    private static string Place(int number) => s_places[number % s_places.Length];
}

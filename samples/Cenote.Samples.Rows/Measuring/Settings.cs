using System.Globalization;
using Cenote.Samples.Rows.Generating;

namespace Cenote.Samples.Rows.Measuring;

/// <summary>The settings on the command line.</summary>
internal sealed record Settings
{
    private const long MostRows = 10_000_000_000;
    private const int MaxThreads = 256;
    private const int MaxRounds = 99;

    /// <summary>The syntax of the command line.</summary>
    public static string Usage { get; } = string.Create(CultureInfo.InvariantCulture, $"""
        Usage: Cenote.Samples.Rows [FILE] [OPTION]...
        Reads a file of measurements, lines of NAME;NUMBER, with a plain dictionary and with one of Cenote, and compares the two.
        Without FILE, generates one in the temporary folder and deletes it at the end.

          --rows N        rows of the generated file, up to {MostRows:N0} (default 100,000,000: 1.4 GB)
          --stations N    stations in it, 1 to {RowGenerator.MostStations:N0} (default 400)
          --seed N        seed of the random names and numbers (default 1)
          --keep          keeps the generated file, and prints its path
          --rounds N      times that each form reads it, 1 to {MaxRounds} (default 3)
          --threads N     1 to {MaxThreads} (default: one for each processor)
          --results       prints the statistics of all stations
          --help          prints this

        Exit codes: 0 done, 1 failed, 2 wrong command line, 130 stopped by Ctrl+C.
        """);

    public string? File { get; private set; }

    public long Rows { get; private set; } = 100_000_000;

    public int Stations { get; private set; } = 400;

    public ulong Seed { get; private set; } = 1;

    public int Rounds { get; private set; } = 3;

    public int Threads { get; private set; } = Math.Min(Environment.ProcessorCount, MaxThreads);

    public bool Keeps { get; private set; }

    public bool PrintsResults { get; private set; }

    /// <summary>Reads a command line.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="error">The error message.</param>
    /// <returns>The settings; null if the command line is wrong.</returns>
    public static Settings? Parse(ReadOnlySpan<string> arguments, out string error)
    {
        var settings = new Settings();
        string? generating = null;
        error = string.Empty;
        while (!arguments.IsEmpty && error.Length == 0)
        {
            string name = arguments[0];
            string? value = arguments.Length > 1 ? arguments[1] : null;
            int taken = 2;
            switch (name)
            {
                case "--rows":
                    settings.Rows = (long)Number(name, value, 1, (ulong)MostRows, ref error);
                    generating = name;
                    break;
                case "--stations":
                    settings.Stations = (int)Number(name, value, 1, RowGenerator.MostStations, ref error);
                    generating = name;
                    break;
                case "--seed":
                    settings.Seed = Number(name, value, 0, ulong.MaxValue, ref error);
                    generating = name;
                    break;
                case "--rounds":
                    settings.Rounds = (int)Number(name, value, 1, MaxRounds, ref error);
                    break;
                case "--threads":
                    settings.Threads = (int)Number(name, value, 1, MaxThreads, ref error);
                    break;
                case "--keep":
                    settings.Keeps = true;
                    generating = name;
                    taken = 1;
                    break;
                case "--results":
                    settings.PrintsResults = true;
                    taken = 1;
                    break;
                default:
                    error = name.StartsWith('-') ? $"There is no option {name}."
                        : settings.File is null ? string.Empty : "There is more than one file.";
                    settings.File = name;
                    taken = 1;
                    break;
            }

            arguments = arguments[Math.Min(taken, arguments.Length)..];
        }

        if (error.Length == 0 && settings.File is not null && generating is not null)
        {
            error = $"{generating} applies only to a generated file, but a file is named: {settings.File}";
        }

        return error.Length == 0 ? settings : null;
    }

    private static ulong Number(string name, string? value, ulong least, ulong most, ref string error)
    {
        if (!ulong.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out ulong number)
            || number < least || number > most)
        {
            error = string.Create(CultureInfo.InvariantCulture, $"{name} takes a number from {least:N0} to {most:N0}.");
        }

        return number;
    }
}

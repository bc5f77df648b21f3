using System.Globalization;
using System.Text.Json;
using Cenote.Benchmarks.Arenas.Corpora;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>Runs <c>native</c>: does the work of the C++ side in .NET on equal strings, and prints both sides' times.</summary>
internal static class NativeComparison
{
    public const string Command = "native";

    public const string Usage = """
        native [--native-json FILE] [--count N] [--rounds N]: the arena against C++, creating and sorting the same strings
          FILE: the output of benchmarks/native for the same number of strings; without it, only .NET runs

        """;

    private const int DefaultCount = 1_600_000;
    private const int DefaultRounds = 5;

    private static readonly TextKind[] s_kinds = [TextKind.Sentences, TextKind.Tiny];

    /// <summary>
    /// Returns 0; 1 if the C++ results cannot be read or are for another number of strings, or the rivals' strings differ; 2 for
    /// a wrong command line.
    /// </summary>
    public static int Run(string[] arguments)
    {
        if (NativeOptions.Parse(arguments) is not { } options)
        {
            Console.Error.Write(Usage);
            return 2;
        }

        try
        {
            Compare(options);
            return 0;
        }
        catch (Exception error) when (error is IOException or InvalidDataException or InvalidOperationException or JsonException)
        {
            Console.Error.WriteLine(error.Message);
            return 1;
        }
    }

    private static void Compare(NativeOptions options)
    {
        NativeReport? native = options.Json is { } path ? NativeReport.Read(path) : null;
        int count = options.Count ?? native?.Count ?? DefaultCount;
        if (native is not null && count != native.Count)
        {
            throw new InvalidDataException($"The C++ side had {native.Count} strings, not {count}.");
        }

        int rounds = options.Rounds ?? native?.Run.Rounds ?? DefaultRounds;
        Corpus[] corpora = [.. s_kinds.Select(kind => Texts.Of(kind, count))];
        Measurements measurements = Measure(corpora, rounds, native);

        NativeResult[] dotnet = [.. measurements.All.Select(Result)];
        Console.WriteLine(MachineInfo.Current());
        string ofNative = native is null ? "" : $"; C++: {native.Run.Rounds} rounds, {native.Run.Compiler}";
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{count:N0} strings, medians of {rounds} rounds{ofNative}"));
        Console.WriteLine(NativeTable.Of(native?.Results ?? [], dotnet));
        if (native is not null)
        {
            Console.Write(NativeTable.Of([.. NativeRatio.Of(native.Results, dotnet)]));
        }
    }

    private static Measurements Measure(Corpus[] corpora, int rounds, NativeReport? native)
    {
        var measurements = new Measurements();
        foreach (NativeCorpus corpus in native?.Corpora ?? [])
        {
            measurements.Check("C++ corpus", "create " + corpus.Corpus, corpus.Checksum);
        }

        foreach (NativeResult result in native?.Results ?? [])
        {
            measurements.Check($"C++ {result.Rival}", result.Case, result.Checksum);
        }

        WarmUp();

        // The first touch of memory can be slow, so the first round does not count.
        var unused = new Measurements();
        for (int round = 0; round <= rounds; round++)
        {
            Console.Error.WriteLine(round == 0 ? "warming up" : string.Create(CultureInfo.InvariantCulture, $"round {round}"));
            foreach (Corpus corpus in corpora)
            {
                new NativeRace(corpus, round == 0 ? unused : measurements).RunRound();
            }
        }

        return measurements;
    }

    private static void WarmUp()
    {
        const int Few = 2_000;
        Corpus[] corpora = [.. s_kinds.Select(kind => Texts.Of(kind, Few))];
        var unused = new Measurements();
        Race.WarmUp(() => Array.ForEach(corpora, corpus => new NativeRace(corpus, unused).RunRound()));
    }

    private static NativeResult Result(Measurement measurement) => new(
        measurement.Rival, measurement.Case, Spread.Of([.. measurement.Milliseconds]).Median, Checksum: "");
}

using System.Text.Json;

namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>The results of the C++ side.</summary>
/// <param name="Run">How the C++ side was built and run.</param>
/// <param name="Corpora">The corpora.</param>
/// <param name="Results">The results, in the order of the rivals.</param>
internal sealed record NativeReport(NativeRun Run, IReadOnlyList<NativeCorpus> Corpora, IReadOnlyList<NativeResult> Results)
{
    private const int Schema = 1;

    /// <summary>The number of strings in each corpus.</summary>
    public int Count => Corpora[0].Strings;

    /// <summary>Reads the results from the output file of the C++ side.</summary>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="JsonException">A line is not JSON, or lacks a member.</exception>
    /// <exception cref="InvalidDataException">Lines are missing, or have another version.</exception>
    public static NativeReport Read(string path)
    {
        List<NativeLine?> lines =
        [
            .. File.ReadLines(path).Select(line => JsonSerializer.Deserialize(line, NativeJson.Default.NativeLine)),
        ];
        NativeRun? run = lines.OfType<NativeRun>().FirstOrDefault();
        NativeCorpus[] corpora = [.. lines.OfType<NativeCorpus>()];
        NativeResult[] results = [.. lines.OfType<NativeResult>()];
        return run?.Schema == Schema && corpora.Length > 0
            && NativeTable.Cases.All(name => results.Any(result => result.Case == name))
            ? new NativeReport(run, corpora, results)
            : throw new InvalidDataException($"{path} is not a complete report of cenote_native with schema {Schema}.");
    }
}

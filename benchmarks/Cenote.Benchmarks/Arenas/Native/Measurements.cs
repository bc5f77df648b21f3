using System.Globalization;

namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>The times of the .NET side, in the order in which rivals and cases first occurred.</summary>
internal sealed class Measurements
{
    private readonly List<Measurement> _all = [];
    private readonly Dictionary<string, (string Rival, string Checksum)> _ends = [];

    public IReadOnlyList<Measurement> All => _all;

    /// <summary>Compares a rival's final strings in a case with the first rival's in that case.</summary>
    /// <exception cref="InvalidOperationException">The strings differ.</exception>
    public void Check(string rival, string name, string checksum)
    {
        if (!_ends.TryAdd(name, (rival, checksum)) && _ends[name].Checksum != checksum)
        {
            throw new InvalidOperationException(
                $"'{rival}' ends '{name}' with different strings from '{_ends[name].Rival}': "
                + $"checksum {checksum}, not {_ends[name].Checksum}.");
        }
    }

    /// <summary>Adds a time of a .NET rival.</summary>
    /// <exception cref="InvalidOperationException">The strings differ from another rival's in the same case.</exception>
    public void Add(string rival, string name, double milliseconds, ulong checksum)
    {
        Check($".NET {rival}", name, checksum.ToString("x16", CultureInfo.InvariantCulture));
        Measurement? measurement = _all.Find(known => known.Rival == rival && known.Case == name);
        if (measurement is null)
        {
            measurement = new Measurement(rival, name, []);
            _all.Add(measurement);
        }

        measurement.Milliseconds.Add(milliseconds);
    }
}

/// <summary>The times of a rival in a case.</summary>
/// <param name="Rival">The name of the rival, which may include the sort: "StringArena, span.Sort".</param>
/// <param name="Case">The case, for example "sort long".</param>
/// <param name="Milliseconds">The times in milliseconds, in the order of the rounds.</param>
internal sealed record Measurement(string Rival, string Case, List<double> Milliseconds);

using System.Globalization;

namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>The times of the .NET side, in the order in which rivals and cases first came.</summary>
internal sealed class Measurements
{
    private readonly List<Measurement> _all = [];
    private readonly Dictionary<string, (string Rival, string Checksum)> _ends = [];

    public IReadOnlyList<Measurement> All => _all;

    /// <summary>Compares the strings that a rival ends a case with to those of the first who did.</summary>
    /// <exception cref="InvalidOperationException">They are other strings.</exception>
    public void Check(string rival, string name, string checksum)
    {
        if (!_ends.TryAdd(name, (rival, checksum)) && _ends[name].Checksum != checksum)
        {
            throw new InvalidOperationException(
                $"'{rival}' ends '{name}' with other strings than '{_ends[name].Rival}': "
                + $"checksum {checksum}, not {_ends[name].Checksum}.");
        }
    }

    /// <summary>Adds a time of a rival of .NET.</summary>
    /// <exception cref="InvalidOperationException">The strings are not those that another rival had in the same case.</exception>
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

/// <summary>What a rival needed for a case, each time that it was done.</summary>
/// <param name="Rival">Who, and how it sorts.</param>
/// <param name="Case">Such as "sort long".</param>
/// <param name="Milliseconds">In the order of the rounds.</param>
internal sealed record Measurement(string Rival, string Case, List<double> Milliseconds);

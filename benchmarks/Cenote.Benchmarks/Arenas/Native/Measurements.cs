using System.Globalization;

namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>The times of the .NET side, in the order in which rivals and cases first came.</summary>
internal sealed class Measurements
{
    private readonly List<Measurement> _all = [];
    private readonly Dictionary<string, string> _checksums = [];

    public IReadOnlyList<Measurement> All => _all;

    /// <summary>Says what a case must end with; otherwise the first who ends it does.</summary>
    /// <exception cref="InvalidOperationException">Two who have ended it already do not agree.</exception>
    public void Expect(string name, string checksum)
    {
        if (!_checksums.TryAdd(name, checksum) && _checksums[name] != checksum)
        {
            throw new InvalidOperationException($"Rivals end '{name}' with other strings: {checksum} instead of {_checksums[name]}.");
        }
    }

    /// <summary>Adds a time.</summary>
    /// <exception cref="InvalidOperationException">The strings are not those that another rival had in the same case.</exception>
    public void Add(string rival, string name, double milliseconds, ulong checksum)
    {
        Expect(name, checksum.ToString("x16", CultureInfo.InvariantCulture));
        Measurement? measurement = _all.Find(known => known.Rival == rival && known.Case == name);
        if (measurement is null)
        {
            measurement = new Measurement(rival, name, []);
            _all.Add(measurement);
        }

        measurement.Milliseconds.Add(milliseconds);
    }
}

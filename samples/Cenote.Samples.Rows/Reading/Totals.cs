using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;

namespace Cenote.Samples.Rows.Reading;

/// <summary>The statistics of all stations, from all parts of a file.</summary>
internal sealed class Totals
{
    private readonly Dictionary<string, Statistics> _stations = [];

    /// <summary>The number of stations.</summary>
    public int Count => _stations.Count;

    /// <summary>The number of rows of all stations.</summary>
    public long Rows => _stations.Values.Sum(statistics => statistics.Count);

    /// <summary>Adds a station's statistics from one part of the file.</summary>
    public void Add(string name, in Statistics statistics)
    {
        ref Statistics total = ref CollectionsMarshal.GetValueRefOrAddDefault(_stations, name, out bool exists);
        if (exists)
        {
            total.Add(statistics);
        }
        else
        {
            total = statistics;
        }
    }

    /// <summary>
    /// The output of the One Billion Row Challenge, <c>{Abha=-23.0/18.0/59.2, Abidjan=…}</c>, in ordinal UTF-16 order.
    /// </summary>
    public override string ToString()
    {
        var text = new StringBuilder("{");
        foreach ((string name, Statistics station) in _stations.OrderBy(pair => pair.Key, StringComparer.Ordinal))
        {
            text.Append(text.Length > 1 ? ", " : string.Empty).Append(name).Append(
                CultureInfo.InvariantCulture, $"={station.Minimum:0.0}/{station.Mean:0.0}/{station.Maximum:0.0}");
        }

        return text.Append('}').ToString();
    }
}

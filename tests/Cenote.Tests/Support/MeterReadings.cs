using System.Diagnostics.Metrics;

namespace Cenote.Tests.Support;

/// <summary>The readings of the meter <c>Cenote</c> for all named instances at one moment, as an exporter sees them.</summary>
internal sealed class MeterReadings
{
    private readonly List<(string Instrument, long Value, Dictionary<string, object?> Tags)> _readings = [];

    private MeterReadings()
    {
    }

    /// <summary>Takes one set of readings.</summary>
    public static MeterReadings Take()
    {
        var readings = new MeterReadings();
        using var listener = new MeterListener();
        listener.InstrumentPublished = static (instrument, listener) =>
        {
            if (instrument.Meter.Name == "Cenote")
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) =>
            readings._readings.Add((instrument.Name, value, tags.ToArray().ToDictionary(StringComparer.Ordinal))));
        listener.Start();
        listener.RecordObservableInstruments();
        return readings;
    }

    /// <summary>The value of the instance with a name; null if none is reported.</summary>
    public long? Of(string instrument, string name, string? cause = null)
    {
        string kind = instrument[..instrument.IndexOf('.', "cenote.".Length)];
        return _readings
            .Where(reading => reading.Instrument == instrument
                && Equals(reading.Tags[$"{kind}.name"], name)
                && (cause is null || Equals(reading.Tags[$"{kind}.eviction.cause"], cause)))
            .Select(static reading => (long?)reading.Value)
            .SingleOrDefault();
    }

    /// <summary>Whether anything is reported under a name.</summary>
    public bool Shows(string name) => _readings.Any(reading => reading.Tags.ContainsValue(name));
}

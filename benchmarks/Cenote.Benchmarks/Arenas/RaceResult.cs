using Cenote.Measurement;

namespace Cenote.Benchmarks.Arenas;

/// <summary>What a racer needed.</summary>
/// <param name="Name">Who.</param>
/// <param name="Nanoseconds">The time of each round.</param>
/// <param name="AllocatedBytes">Managed bytes of the last round.</param>
internal sealed record RaceResult(string Name, double[] Nanoseconds, long AllocatedBytes)
{
    public double Median => Spread.Of(Nanoseconds).Median;

    /// <summary>Times relative to another's of the same round.</summary>
    public Spread RelativeTo(RaceResult other) =>
        Spread.Of([.. Nanoseconds.Zip(other.Nanoseconds, (time, otherTime) => time / otherTime)]);
}

using System.Globalization;
using System.Text.Json.Serialization;

namespace Cenote.Measurement;

/// <summary>How quiet the machine was during a run: what <see cref="ManagedLoop"/> took, and what others took.</summary>
/// <param name="UsualNanoseconds">What the loop takes on this processor when nothing else runs; null if it is not known.</param>
/// <param name="Nanoseconds">The loop's times before, during and after the run.</param>
/// <param name="Samples">How many they are.</param>
/// <param name="OthersShare">Which share of the processors others took, from 0 to 1; null where that cannot be known.</param>
public sealed record Quietness(double? UsualNanoseconds, Spread Nanoseconds, int Samples, double? OthersShare)
{
    /// <summary>By what factor the loop may exceed its usual time.</summary>
    public const double GreatestStray = 1.3;

    /// <summary>Which share of the processors others may take.</summary>
    public const double GreatestOthersShare = 0.03;

    /// <summary>The slowest time of the loop relative to the usual one, or to the run's own best where that is not known.</summary>
    [JsonIgnore]
    public double Stray => Nanoseconds.Max / (UsualNanoseconds ?? Nanoseconds.Min);

    /// <summary>Why figures of this run should not be published; null if they may be.</summary>
    [JsonIgnore]
    public string? Objection =>
        Stray > GreatestStray
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"the machine strayed: {ManagedLoop.Description} took up to {Stray:0.00} times its usual time, at most {GreatestStray} is quiet")
            : OthersShare > GreatestOthersShare
                ? string.Create(
                    CultureInfo.InvariantCulture,
                    $"others took {OthersShare:P1} of the processors, at most {GreatestOthersShare:P0} is quiet")
                : null;

    /// <summary>All of it in one line.</summary>
    public override string ToString()
    {
        string best = UsualNanoseconds is { } known ? $"usual {Units.Time(known)}" : "this processor is not known";
        string others = OthersShare is { } share ? $"others took {Units.Percent(share)} of the processors" : "others not watched";
        return $"calibration: {ManagedLoop.Description} took {Units.Time(Nanoseconds.Median)} "
            + $"({Units.Time(Nanoseconds.Min)} to {Units.Time(Nanoseconds.Max)}, {Units.Count(Samples, "sample")}, {best}); {others}";
    }
}

using System.Globalization;
using System.Text.Json.Serialization;

namespace Cenote.Measurement;

/// <summary>
/// How quiet the machine was during a run: the time of <see cref="ManagedLoop"/>, and the processor share of other processes.
/// </summary>
/// <param name="UsualNanoseconds">The time of the loop on this processor when idle; null if unknown.</param>
/// <param name="Nanoseconds">The loop's times before, during and after the run.</param>
/// <param name="Samples">How often the loop was timed.</param>
/// <param name="OthersShare">The share of the processors that other processes used, from 0 to 1; null if unknown.</param>
public sealed record Quietness(double? UsualNanoseconds, Spread Nanoseconds, int Samples, double? OthersShare)
{
    /// <summary>The maximum factor by which the loop may exceed its usual time.</summary>
    public const double GreatestStray = 1.3;

    /// <summary>The maximum share of the processors that other processes may use.</summary>
    public const double GreatestOthersShare = 0.03;

    /// <summary>
    /// The slowest time of the loop relative to the usual one, or to the fastest time of the run if the usual time is unknown.
    /// </summary>
    [JsonIgnore]
    public double Stray => Nanoseconds.Max / (UsualNanoseconds ?? Nanoseconds.Min);

    /// <summary>The reason not to publish figures of this run; null if there is none.</summary>
    [JsonIgnore]
    public string? Objection =>
        Stray > GreatestStray
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"the machine was slower than usual: {ManagedLoop.Description} took up to {Stray:0.00} times its usual time "
                + $"(limit {GreatestStray})")
            : OthersShare > GreatestOthersShare
                ? string.Create(
                    CultureInfo.InvariantCulture,
                    $"others took {OthersShare:P1} of the processors (limit {GreatestOthersShare:P0})")
                : null;

    /// <summary>The description in one line.</summary>
    public override string ToString()
    {
        string best = UsualNanoseconds is { } known ? $"usual {Units.Time(known)}" : "this processor is not known";
        string others = OthersShare is { } share ? $"others took {Units.Percent(share)} of the processors" : "others not watched";
        return $"calibration: {ManagedLoop.Description} took {Units.Time(Nanoseconds.Median)} "
            + $"({Units.Time(Nanoseconds.Min)} to {Units.Time(Nanoseconds.Max)}, {Units.Count(Samples, "sample")}, {best}); {others}";
    }
}

namespace Cenote.Measurement;

/// <summary>A cache with a limit, whose memory is measured.</summary>
public interface ICacheHeld : IHeld
{
    /// <summary>The hit ratio once the cache is full, from 0 to 1.</summary>
    double HitRatio { get; }
}

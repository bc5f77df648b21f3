namespace Cenote.Measurement;

/// <summary>A cache with a limit, for as long as its memory is measured.</summary>
public interface ICacheHeld : IHeld
{
    /// <summary>The share of requests that it had the answer to, once it was full: from 0 to 1.</summary>
    double HitRatio { get; }
}

namespace Cenote.Tool.Advising;

/// <summary>The quantity that a recommendation changes.</summary>
internal enum EffectKind
{
    /// <summary>Time per string, beyond the noise.</summary>
    Time,

    /// <summary>Memory, managed and native, by at least a tenth.</summary>
    Memory,

    /// <summary>The longest pause with everything live.</summary>
    Pause,

    /// <summary>Misses of a cache, by a notable share of all requests.</summary>
    Misses,
}

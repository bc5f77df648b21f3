namespace Cenote.Tool.Advising;

/// <summary>What following an advice changes.</summary>
internal enum EffectKind
{
    /// <summary>Time per string, beyond the noise.</summary>
    Time,

    /// <summary>Memory, managed and native, by a tenth at least.</summary>
    Memory,

    /// <summary>The longest full collection with everything live.</summary>
    Pause,

    /// <summary>Requests that a cache has no answer to, by a notable share of all requests.</summary>
    Misses,
}

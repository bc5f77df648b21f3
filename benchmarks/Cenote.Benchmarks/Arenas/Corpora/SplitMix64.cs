namespace Cenote.Benchmarks.Arenas.Corpora;

/// <summary>Sebastiano Vigna's SplitMix64: the same numbers in every language, from a few lines.</summary>
/// <param name="seed">Any number.</param>
internal struct SplitMix64(ulong seed)
{
    private ulong _state = seed;

    /// <summary>A number below the bound: by remainder, as the C++ side has it.</summary>
    public ulong Below(ulong bound) => Next() % bound;

    private ulong Next()
    {
        _state += 0x9E3779B97F4A7C15;
        ulong z = _state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
}

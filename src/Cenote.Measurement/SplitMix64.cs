namespace Cenote.Measurement;

/// <summary>
/// The pseudo-random generator of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014): the same
/// numbers on every runtime and in every language, which <see cref="Random"/> does not promise.
/// </summary>
/// <param name="seed">Any number.</param>
public struct SplitMix64(ulong seed)
{
    private ulong _state = seed;

    /// <summary>Returns a random 64-bit number.</summary>
    public ulong Next()
    {
        _state += 0x9E3779B97F4A7C15;
        ulong z = _state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    /// <summary>Returns a number from 0 to below <paramref name="limit"/>; the bias is below limit / 2^64.</summary>
    /// <param name="limit">The limit, above 0.</param>
    public int Next(int limit) => (int)Math.BigMul(Next(), (ulong)limit, out _);
}

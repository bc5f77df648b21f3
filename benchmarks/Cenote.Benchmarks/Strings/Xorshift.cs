namespace Cenote.Benchmarks.Strings;

/// <summary>Marsaglia's xorshift: random numbers that cost almost nothing.</summary>
/// <param name="seed">Any number except 0.</param>
internal struct Xorshift(uint seed)
{
    private uint _state = seed;

    /// <summary>A number from 0 up to, but not including, a limit.</summary>
    public int Next(int limit)
    {
        _state ^= _state << 13;
        _state ^= _state >> 17;
        _state ^= _state << 5;

        // Multiplies, because a division would be slower.
        return (int)(((ulong)_state * (uint)limit) >> 32);
    }
}

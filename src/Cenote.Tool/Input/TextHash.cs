namespace Cenote.Tool.Input;

/// <summary>A hash of a string that arrives in parts, the same on every machine and for every split.</summary>
[StructLayout(LayoutKind.Auto)]
internal struct TextHash
{
    private const ulong Multiplier = 0x9E3779B97F4A7C15;

    private ulong _state;

    /// <summary>The hash of everything added.</summary>
    public readonly ulong Value
    {
        get
        {
            // The finalizer of MurmurHash3, which mixes every bit into all others.
            ulong hash = _state;
            hash = (hash ^ (hash >> 33)) * 0xFF51AFD7ED558CCD;
            hash = (hash ^ (hash >> 33)) * 0xC4CEB9FE1A85EC53;
            return hash ^ (hash >> 33);
        }
    }

    /// <summary>Adds a part.</summary>
    public void Add(ReadOnlySpan<char> part)
    {
        ulong state = _state;
        foreach (char c in part)
        {
            state = (state ^ c ^ (state >> 29)) * Multiplier;
        }

        _state = state;
    }

    /// <summary>Adds a number.</summary>
    public void Add(ulong number) => _state = (_state ^ number ^ (_state >> 29)) * Multiplier;
}

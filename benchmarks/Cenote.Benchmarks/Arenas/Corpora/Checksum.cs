namespace Cenote.Benchmarks.Arenas.Corpora;

/// <summary>
/// A 64-bit FNV-1a hash over strings in order, per UTF-16 code unit. For each string it hashes the length, then the units.
/// </summary>
internal struct Checksum()
{
    /// <summary>The checksum of the strings so far.</summary>
    public ulong Value { get; private set; } = 0xCBF29CE484222325;

    public void Add(ReadOnlySpan<char> text)
    {
        ulong value = Step(Value, (ulong)text.Length);
        foreach (char unit in text)
        {
            value = Step(value, unit);
        }

        Value = value;
    }

    private static ulong Step(ulong value, ulong word) => (value ^ word) * 0x00000100000001B3;
}

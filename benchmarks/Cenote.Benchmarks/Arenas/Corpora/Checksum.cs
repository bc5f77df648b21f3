namespace Cenote.Benchmarks.Arenas.Corpora;

/// <summary>
/// FNV-1a of 64 bits over texts in their order, in steps of a UTF-16 code unit: for each text its length, then its units.
/// </summary>
internal struct Checksum()
{
    /// <summary>The sum of the texts so far.</summary>
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

namespace Cenote.Memory.Snapshots;

/// <summary>CRC-32C (Castagnoli), which most CPUs compute in hardware. Initial value and final XOR are all ones.</summary>
internal static class Crc32C
{
    /// <summary>Extends a checksum with more data. Pass 0 to the first call.</summary>
    public static uint Append(uint sum, ReadOnlySpan<byte> bytes)
    {
        uint state = ~sum;
        ReadOnlySpan<ulong> words = MemoryMarshal.Cast<byte, ulong>(bytes);
        foreach (ulong word in words)
        {
            state = BitOperations.Crc32C(state, word);
        }

        foreach (byte rest in bytes[(words.Length * sizeof(ulong))..])
        {
            state = BitOperations.Crc32C(state, rest);
        }

        return ~state;
    }
}

using System.Numerics;
using System.Runtime.InteropServices;

namespace Cenote.Memory.Snapshots;

/// <summary>
/// CRC-32C (Castagnoli), for which processors have an instruction: initial value and final inversion are both all ones.
/// </summary>
internal static class Crc32C
{
    /// <summary>The checksum of a text whose checksum so far is known; 0 for the empty one.</summary>
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

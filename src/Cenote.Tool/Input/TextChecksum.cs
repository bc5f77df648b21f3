using System.Numerics;
using System.Runtime.InteropServices;

namespace Cenote.Tool.Input;

/// <summary>A checksum of texts: of every char, of where each text ends, and of their order.</summary>
internal struct TextChecksum : ITextReader
{
    private const ulong Multiplier = 0x9E3779B97F4A7C15;

    public ulong Value { get; private set; }

    public void Read(ReadOnlySpan<char> text)
    {
        ulong state = Mix(Value, (uint)text.Length);
        ReadOnlySpan<ulong> words = MemoryMarshal.Cast<char, ulong>(text);
        foreach (ulong word in words)
        {
            state = Mix(state, word);
        }

        foreach (char rest in text[(words.Length * (sizeof(ulong) / sizeof(char)))..])
        {
            state = Mix(state, rest);
        }

        Value = state;
    }

    // Each step is invertible in the state: a difference once made never vanishes by itself.
    private static ulong Mix(ulong state, ulong word) => (BitOperations.RotateLeft(state, 23) ^ word) * Multiplier;
}

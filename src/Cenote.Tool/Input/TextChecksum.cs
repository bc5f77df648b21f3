using System.Text;

namespace Cenote.Tool.Input;

/// <summary>
/// A checksum that covers every char, the end of each string, and their order. UTF-8 counts as the chars it encodes, so
/// that the same text has the same checksum in either form.
/// </summary>
internal struct TextChecksum : ITextReader
{
    private const ulong Multiplier = 0x9E3779B97F4A7C15;

    public ulong Value { get; private set; }

    /// <summary>The checksum of values in their order, such as checksums of strings.</summary>
    public static ulong Of<T>(ReadOnlySpan<T> values)
        where T : unmanaged
    {
        var checksum = new TextChecksum();
        checksum.Read(MemoryMarshal.Cast<T, char>(values));
        return checksum.Value;
    }

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

    public void Read(ReadOnlySpan<byte> utf8) => Read(Encoding.UTF8.GetString(utf8));

    // Each step is invertible in the state, so states that differ stay different.
    private static ulong Mix(ulong state, ulong word) => (BitOperations.RotateLeft(state, 23) ^ word) * Multiplier;
}

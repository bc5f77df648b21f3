using Cenote.Text;

namespace Cenote.Strings;

/// <summary>
/// Hashes all bytes of a string, 16 at a time: multiplies the two 64-bit halves, and XORs the upper and lower half of the product
/// (after wyhash). The secrets are random bits from the operating system, constant within a process, because a
/// handle must hash like its bytes. An attacker who can observe hashes may find the secrets: use
/// <see cref="PooledUtf8Comparer.FloodResistant"/> for untrusted keys.
/// </summary>
internal static class Utf8Hash
{
    private const int Step = 2 * sizeof(ulong);

    private static readonly ulong s_first = NewSecret();
    private static readonly ulong s_second = NewSecret();

    public static int Compute(ReadOnlySpan<byte> text)
    {
        ulong hash = s_second;
        ReadOnlySpan<byte> rest = text;
        while (rest.Length > Step)
        {
            hash = Fold(MemoryMarshal.Read<ulong>(rest) ^ s_first, MemoryMarshal.Read<ulong>(rest[sizeof(ulong)..]) ^ hash);
            rest = rest[Step..];
        }

        (ulong head, ulong tail) = Ends(text.Length > Step ? text[^Step..] : text);
        hash = Fold(head ^ s_first, tail ^ hash);
        return (int)Fold(hash ^ s_first, (uint)text.Length ^ s_second);
    }

    // Reads up to 16 bytes as two numbers that may overlap in the middle, so that each byte is in at least one of them.
    private static (ulong Head, ulong Tail) Ends(ReadOnlySpan<byte> text) => text.Length switch
    {
        >= sizeof(ulong) => (MemoryMarshal.Read<ulong>(text), MemoryMarshal.Read<ulong>(text[^sizeof(ulong)..])),
        >= sizeof(uint) => (MemoryMarshal.Read<uint>(text), MemoryMarshal.Read<uint>(text[^sizeof(uint)..])),
        > 0 => (text[0] | ((ulong)text[text.Length / 2] << 8), text[^1]),
        _ => default,
    };

    private static ulong Fold(ulong left, ulong right)
    {
        ulong high = Math.BigMul(left, right, out ulong low);
        return high ^ low;
    }

    // Odd, hence not 0: a factor of 0 would cancel the other factor.
    private static ulong NewSecret() => KeyHash.NewSecret() | 1;
}

using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Cenote.Text;

/// <summary>
/// The hash of a key: its UTF-16 is read 16 bytes at a time, as two halves of 64 bits that are multiplied and folded (after
/// wyhash). The secrets are drawn once per process. Whoever learns them can make keys collide at will, because a factor of 0
/// cancels the other one: then <see cref="SipHash"/> takes over.
/// </summary>
internal static class KeyHash
{
    /// <summary>The length in chars up to which <see cref="ComputeSampled(ReadOnlySpan{char})"/> reads all of a key.</summary>
    public const int LongestUnsampled = 48;

    // Static and read-only, so that the JIT compiler turns them into constants.
    private static readonly ulong s_a = NewSecret();
    private static readonly ulong s_b = NewSecret();
    private static readonly ulong s_c = NewSecret();
    private static readonly ulong s_d = NewSecret();
    private static readonly ulong s_e = NewSecret();
    private static readonly ulong s_f = NewSecret();
    private static readonly ulong s_g = NewSecret();
    private static readonly ulong s_h = NewSecret();

    /// <summary>For tests: the secret that the first 8 bytes of a short key are combined with.</summary>
    public static ulong FirstSecret => s_a;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Compute(ReadOnlySpan<char> key) => (uint)ComputeLong(key);

    /// <summary>A 64-bit hash, of which <see cref="Compute"/> returns the lower half.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ComputeLong(ReadOnlySpan<char> key) =>
        Compute<WideChars>(ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(key)), (uint)key.Length);

    /// <summary>The same hash of a key whose chars are stored as bytes, which are widened in registers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ComputeLong(ReadOnlySpan<byte> ascii) =>
        Compute<NarrowChars>(ref MemoryMarshal.GetReference(ascii), (uint)ascii.Length);

    /// <summary>
    /// As <see cref="ComputeLong(ReadOnlySpan{char})"/> up to <see cref="LongestUnsampled"/> chars. Of a longer key only the ends
    /// and the middle count: this is for callers that notice when keys differ elsewhere.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ComputeSampled(ReadOnlySpan<char> key) =>
        key.Length <= LongestUnsampled
            ? ComputeLong(key)
            : Sample<WideChars>(
                ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(key)), (nuint)(uint)key.Length * sizeof(char));

    /// <summary>The same hash of a key whose chars are stored as bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ComputeSampled(ReadOnlySpan<byte> ascii) =>
        ascii.Length <= LongestUnsampled
            ? ComputeLong(ascii)
            : Sample<NarrowChars>(ref MemoryMarshal.GetReference(ascii), (nuint)(uint)ascii.Length * sizeof(char));

    /// <summary>A 64-bit hash of the bytes of a value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe ulong ComputeLong<T>(in T value)
        where T : unmanaged
    {
        ref byte bytes = ref Unsafe.As<T, byte>(ref Unsafe.AsRef(in value));
        return sizeof(T) < sizeof(uint) ? Tiny(ref bytes, sizeof(T))
            : sizeof(T) <= 16 ? Short<WideChars>(ref bytes, (nuint)sizeof(T))
            : sizeof(T) <= 32 ? Medium<WideChars>(ref bytes, (nuint)sizeof(T))
            : Long<WideChars>(ref bytes, (nuint)sizeof(T));
    }

    // Up to three bytes: the first, the middle and the last one of them, which may be the same.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Tiny(ref byte bytes, int count)
    {
        uint head = bytes | ((uint)Unsafe.Add(ref bytes, count / 2) << 8) | ((uint)Unsafe.Add(ref bytes, count - 1) << 16);
        return Fold(Fold(head ^ s_a, s_b) + (uint)count, s_c);
    }

    // All offsets are those of UTF-16.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Compute<TChars>(ref byte text, uint length)
        where TChars : struct, IKeyChars
    {
        nuint bytes = (nuint)length * sizeof(char);
        return bytes <= 16 ? Short<TChars>(ref text, bytes)
            : bytes <= 32 ? Medium<TChars>(ref text, bytes)
            : Long<TChars>(ref text, bytes);
    }

    // Two multiplications: after a single one, the low bits of short keys that differ little are weak.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Short<TChars>(ref byte text, nuint bytes)
        where TChars : struct, IKeyChars
    {
        ulong head;
        ulong tail;
        if (bytes >= 8)
        {
            head = TChars.Read8(ref text, 0);
            tail = TChars.Read8(ref text, bytes - 8);
        }
        else if (bytes >= 4)
        {
            head = TChars.Read4(ref text, 0);
            tail = TChars.Read4(ref text, bytes - 4);
        }
        else
        {
            head = bytes == 0 ? 0u : TChars.Read2(ref text);
            tail = 0;
        }

        return Fold(Fold(head ^ s_a, tail ^ s_b) + bytes, s_c);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Medium<TChars>(ref byte text, nuint bytes)
        where TChars : struct, IKeyChars
    {
        ulong head = Fold(TChars.Read8(ref text, 0) ^ s_a, TChars.Read8(ref text, 8) ^ s_b);
        ulong tail = Fold(TChars.Read8(ref text, bytes - 16) ^ s_c, TChars.Read8(ref text, bytes - 8) ^ s_d);
        return Fold(head + bytes, tail ^ s_e);
    }

    // The products do not wait for each other.
    private static ulong Sample<TChars>(ref byte text, nuint bytes)
        where TChars : struct, IKeyChars
    {
        nuint middle = (bytes / 2) & ~(nuint)7;
        ulong head = Fold(TChars.Read8(ref text, 0) ^ s_a, TChars.Read8(ref text, 8) ^ s_b);
        ulong body = Fold(TChars.Read8(ref text, middle) ^ s_c, TChars.Read8(ref text, middle + 8) ^ s_d);
        ulong tail = Fold(TChars.Read8(ref text, bytes - 16) ^ s_e, TChars.Read8(ref text, bytes - 8) ^ s_f);
        return Fold((head ^ ulong.RotateLeft(tail, 23)) + bytes, body ^ s_g);
    }

    // Four products at a time, so that none waits for another; the last 64 bytes may overlap those before.
    private static ulong Long<TChars>(ref byte text, nuint bytes)
        where TChars : struct, IKeyChars
    {
        ulong a = s_a;
        ulong b = s_b;
        ulong c = s_c;
        ulong d = s_d;
        if (bytes > 64)
        {
            nuint last = bytes - 64;
            nuint offset = 0;
            do
            {
                a = Fold(TChars.Read8(ref text, offset) ^ a, TChars.Read8(ref text, offset + 8) ^ s_e);
                b = Fold(TChars.Read8(ref text, offset + 16) ^ b, TChars.Read8(ref text, offset + 24) ^ s_f);
                c = Fold(TChars.Read8(ref text, offset + 32) ^ c, TChars.Read8(ref text, offset + 40) ^ s_g);
                d = Fold(TChars.Read8(ref text, offset + 48) ^ d, TChars.Read8(ref text, offset + 56) ^ s_h);
                offset += 64;
            }
            while (offset < last);

            text = ref TChars.Skip(ref text, last);
            a = Fold(TChars.Read8(ref text, 0) ^ a, TChars.Read8(ref text, 8) ^ s_e);
            b = Fold(TChars.Read8(ref text, 16) ^ b, TChars.Read8(ref text, 24) ^ s_f);
            c = Fold(TChars.Read8(ref text, 32) ^ c, TChars.Read8(ref text, 40) ^ s_g);
            d = Fold(TChars.Read8(ref text, 48) ^ d, TChars.Read8(ref text, 56) ^ s_h);
        }
        else
        {
            a = Fold(TChars.Read8(ref text, 0) ^ a, TChars.Read8(ref text, 8) ^ s_e);
            b = Fold(TChars.Read8(ref text, 16) ^ b, TChars.Read8(ref text, 24) ^ s_f);
            c = Fold(TChars.Read8(ref text, bytes - 32) ^ c, TChars.Read8(ref text, bytes - 24) ^ s_g);
            d = Fold(TChars.Read8(ref text, bytes - 16) ^ d, TChars.Read8(ref text, bytes - 8) ^ s_h);
        }

        return Fold((a ^ ulong.RotateLeft(c, 23)) + bytes, b ^ ulong.RotateLeft(d, 23) ^ s_f);
    }

    // Where there is an instruction for the upper half, two instructions give both: BigMul returns the other half through memory.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Fold(ulong left, ulong right)
    {
        if (Bmi2.X64.IsSupported)
        {
            return Bmi2.X64.MultiplyNoFlags(left, right) ^ (left * right);
        }

        if (ArmBase.Arm64.IsSupported)
        {
            return ArmBase.Arm64.MultiplyHigh(left, right) ^ (left * right);
        }

        ulong high = Math.BigMul(left, right, out ulong low);
        return high ^ low;
    }

    /// <summary>Random bits from the operating system.</summary>
    /// <remarks>
    /// They come from a GUID, which has 122 of them: a random number generator would load the cryptography library, 6 MiB of it,
    /// and end the process where there is none.
    /// The bits that are the same in all GUIDs are at different places in its two halves.
    /// </remarks>
    public static ulong NewSecret()
    {
        UInt128 bits = Unsafe.BitCast<Guid, UInt128>(Guid.NewGuid());
        return (ulong)bits ^ (ulong)(bits >> 64);
    }
}

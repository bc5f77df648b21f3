using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using Cenote.Threading;

namespace Cenote.Text;

/// <summary>
/// The hash of a key. Keys of up to 64 bytes of UTF-16 are read 16 bytes at a time, as two words that are multiplied and folded
/// (after wyhash). Longer keys are read in vectors. The secrets are random per process. An attacker who learns the secrets can
/// construct colliding keys, because a factor of 0 cancels the other factor; collections under attack switch to
/// <see cref="SipHash"/>.
/// </summary>
internal static class KeyHash
{
    private const int StepBytes = 64;
    private const int BlockBytes = 1_024;

    // Static and read-only, so that the JIT compiler treats them as constants.
    private static readonly ulong s_a = NewSecret();
    private static readonly ulong s_b = NewSecret();
    private static readonly ulong s_c = NewSecret();
    private static readonly ulong s_d = NewSecret();
    private static readonly ulong s_e = NewSecret();
    private static readonly ulong s_f = NewSecret();
    private static readonly ulong s_g = NewSecret();
    private static readonly ulong s_h = NewSecret();

    // Added to the words of a long key.
    private static readonly ulong[] s_keys = NewKeys();

    /// <summary>For tests: the secret that the first 8 bytes of a short key are combined with.</summary>
    public static ulong FirstSecret => s_a;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Compute(ReadOnlySpan<char> key) => (uint)ComputeLong(key);

    /// <summary>A 64-bit hash, whose lower half is the result of <see cref="Compute"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ComputeLong(ReadOnlySpan<char> key) =>
        Compute<WideChars>(ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(key)), (uint)key.Length);

    /// <summary>
    /// The hash of a key whose chars are stored as bytes; it equals the hash of the chars. The bytes are widened in registers.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ComputeLong(ReadOnlySpan<byte> ascii) =>
        Compute<NarrowChars>(ref MemoryMarshal.GetReference(ascii), (uint)ascii.Length);

    /// <summary>A 64-bit hash of the bytes of a value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe ulong ComputeLong<T>(in T value)
        where T : unmanaged
    {
        ref byte bytes = ref Unsafe.As<T, byte>(ref Unsafe.AsRef(in value));
        return sizeof(T) < sizeof(uint) ? Tiny(ref bytes, sizeof(T))
            : sizeof(T) <= 16 ? Short<WideChars>(ref bytes, (nuint)sizeof(T))
            : sizeof(T) <= 32 ? Medium<WideChars>(ref bytes, (nuint)sizeof(T))
            : sizeof(T) <= 64 ? Large<WideChars>(ref bytes, (nuint)sizeof(T))
            : HashLong<WideChars>(ref bytes, (nuint)sizeof(T));
    }

    // Hashes one to three bytes: the first, the middle and the last, which may coincide.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Tiny(ref byte bytes, int count)
    {
        uint head = bytes | ((uint)Unsafe.Add(ref bytes, count / 2) << 8) | ((uint)Unsafe.Add(ref bytes, count - 1) << 16);
        return Fold(Fold(head ^ s_a, s_b) + (uint)count, s_c);
    }

    // All offsets are in bytes of UTF-16.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Compute<TChars>(ref byte text, uint length)
        where TChars : struct, IKeyChars
    {
        nuint bytes = (nuint)length * sizeof(char);
        return bytes <= 16 ? Short<TChars>(ref text, bytes)
            : bytes <= 32 ? Medium<TChars>(ref text, bytes)
            : bytes <= 64 ? Large<TChars>(ref text, bytes)
            : HashLong<TChars>(ref text, bytes);
    }

    // Two multiplications are needed: a single one mixes the low bits of short, similar keys poorly.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Short<TChars>(ref byte text, nuint bytes)
        where TChars : struct, IKeyChars
    {
        (ulong head, ulong tail) = ReadShort<TChars>(ref text, bytes);
        return Fold(Fold(head ^ s_a, tail ^ s_b) + bytes, s_c);
    }

    /// <summary>Reads all chars of a key of at most 16 bytes, as two words that may overlap.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static (ulong Head, ulong Tail) ReadShort<TChars>(ref byte text, nuint bytes)
        where TChars : struct, IKeyChars =>
        bytes >= 8 ? (TChars.Read8(ref text, 0), TChars.Read8(ref text, bytes - 8))
        : bytes >= 4 ? (TChars.Read4(ref text, 0), TChars.Read4(ref text, bytes - 4))
        : (bytes == 0 ? 0u : TChars.Read2(ref text), 0);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Medium<TChars>(ref byte text, nuint bytes)
        where TChars : struct, IKeyChars
    {
        ulong head = Fold(TChars.Read8(ref text, 0) ^ s_a, TChars.Read8(ref text, 8) ^ s_b);
        ulong tail = Fold(TChars.Read8(ref text, bytes - 16) ^ s_c, TChars.Read8(ref text, bytes - 8) ^ s_d);
        return Fold(head + bytes, tail ^ s_e);
    }

    // The multiplications are independent, so the CPU runs them in parallel.
    private static ulong Large<TChars>(ref byte text, nuint bytes)
        where TChars : struct, IKeyChars
    {
        ulong a = Fold(TChars.Read8(ref text, 0) ^ s_a, TChars.Read8(ref text, 8) ^ s_e);
        ulong b = Fold(TChars.Read8(ref text, 16) ^ s_b, TChars.Read8(ref text, 24) ^ s_f);
        ulong c = Fold(TChars.Read8(ref text, bytes - 32) ^ s_c, TChars.Read8(ref text, bytes - 24) ^ s_g);
        ulong d = Fold(TChars.Read8(ref text, bytes - 16) ^ s_d, TChars.Read8(ref text, bytes - 8) ^ s_h);
        return Fold((a ^ ulong.RotateLeft(c, 23)) + bytes, b ^ ulong.RotateLeft(d, 23) ^ s_f);
    }

    // NH (after UMAC): adds a secret to each half of a word, and sums the products of the two halves. Two keys that differ within
    // a block have equal sums with a probability of 2^-32, unless their author knows the secrets. Each block uses the same
    // secrets, so the sums are mixed between blocks. The last 64 bytes may overlap the previous ones.
    private static ulong HashLong<TChars>(ref byte text, nuint bytes)
        where TChars : struct, IKeyChars
    {
        Invariant.Holds(bytes > StepBytes, "A long key has more bytes than one step reads.");
        if (!Vector128.IsHardwareAccelerated)
        {
            return LongScalar<TChars>(ref text, bytes);
        }

        ref ulong keys = ref MemoryMarshal.GetArrayDataReference(s_keys);
        Vector256<ulong> even = Vector256<ulong>.Zero;
        Vector256<ulong> odd = Vector256<ulong>.Zero;
        nuint last = bytes - StepBytes;
        for (nuint offset = 0; ;)
        {
            nuint end = Math.Min(last, offset + BlockBytes);
            for (nuint key = 0; offset < end; key += StepBytes / sizeof(ulong), offset += StepBytes)
            {
                even += Products(TChars.Read32(ref text, offset), Vector256.LoadUnsafe(ref keys, key));
                odd += Products(TChars.Read32(ref text, offset + 32), Vector256.LoadUnsafe(ref keys, key + 4));
            }

            if (offset >= last)
            {
                break;
            }

            even = Mix(even);
            odd = Mix(odd);
        }

        even += Products(TChars.Read32(ref text, last), Vector256.Create(s_a, s_b, s_c, s_d));
        odd += Products(TChars.Read32(ref text, last + 32), Vector256.Create(s_e, s_f, s_g, s_h));
        return Fold(Fold(Vector256.Sum(even) ^ s_a, Vector256.Sum(odd) ^ s_b) + bytes, s_c);
    }

    // The products of a step are independent, so the CPU computes them in parallel.
    private static ulong LongScalar<TChars>(ref byte text, nuint bytes)
        where TChars : struct, IKeyChars
    {
        (ulong a, ulong b, ulong c, ulong d) = (s_a, s_b, s_c, s_d);
        nuint last = bytes - StepBytes;
        for (nuint offset = 0; ; offset = Math.Min(offset + StepBytes, last))
        {
            a = Fold(TChars.Read8(ref text, offset) ^ a, TChars.Read8(ref text, offset + 8) ^ s_e);
            b = Fold(TChars.Read8(ref text, offset + 16) ^ b, TChars.Read8(ref text, offset + 24) ^ s_f);
            c = Fold(TChars.Read8(ref text, offset + 32) ^ c, TChars.Read8(ref text, offset + 40) ^ s_g);
            d = Fold(TChars.Read8(ref text, offset + 48) ^ d, TChars.Read8(ref text, offset + 56) ^ s_h);
            if (offset == last)
            {
                return Fold((a ^ ulong.RotateLeft(c, 23)) + bytes, b ^ ulong.RotateLeft(d, 23) ^ s_f);
            }
        }
    }

    // Adds a secret to both halves of each word, and multiplies the halves.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Products(Vector256<byte> words, Vector256<ulong> keys)
    {
        Vector256<ulong> lower = (words.AsUInt32() + keys.AsUInt32()).AsUInt64();
        if (Avx2.IsSupported)
        {
            return Avx2.Multiply(lower.AsUInt32(), (lower >> 32).AsUInt32());
        }

        return AdvSimd.IsSupported
            ? Vector256.Create(Products(lower.GetLower()), Products(lower.GetUpper()))
            : (lower & Vector256.Create((ulong)uint.MaxValue)) * (lower >> 32);
    }

    private static Vector128<ulong> Products(Vector128<ulong> words) =>
        AdvSimd.MultiplyWideningLower(
            AdvSimd.ExtractNarrowingLower(words), AdvSimd.ShiftRightLogicalNarrowingLower(words, 32));

    // Mixes each sum with a bijection.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Mix(Vector256<ulong> sums) =>
        (sums ^ (sums >> 32)) * Vector256.Create(0x9E37_79B9_7F4A_7C15);

    // A high-half multiplication and a normal one compute both halves in registers. BigMul returns the lower half through memory.
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

    private static ulong[] NewKeys()
    {
        var keys = new ulong[BlockBytes / sizeof(ulong)];
        foreach (ref ulong key in keys.AsSpan())
        {
            key = NewSecret();
        }

        return keys;
    }

    /// <summary>Random bits from the operating system.</summary>
    /// <remarks>
    /// The bits come from a GUID, which has 122 random bits. A cryptographic random number generator would load the cryptography
    /// library, which takes 6 MiB; if that library is missing, loading it terminates the process. The fixed bits of a GUID are at
    /// different positions in its two halves.
    /// </remarks>
    public static ulong NewSecret()
    {
        UInt128 bits = Unsafe.BitCast<Guid, UInt128>(Guid.NewGuid());
        return (ulong)bits ^ (ulong)(bits >> 64);
    }
}

using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Cenote.Memory;

/// <summary>
/// The hash of a key: its UTF-16, 16 bytes at a time, as halves of 64 bits that are multiplied and folded (after wyhash). The secrets are
/// drawn for the process. Who learns them can make keys collide at will, for a factor of 0 swallows the other one: then
/// <see cref="SipHash"/> takes over.
/// </summary>
internal static class KeyHash
{
    // Static and read-only, so that the JIT compiler makes constants of them.
    private static readonly ulong s_a = NewSecret();
    private static readonly ulong s_b = NewSecret();
    private static readonly ulong s_c = NewSecret();
    private static readonly ulong s_d = NewSecret();
    private static readonly ulong s_e = NewSecret();
    private static readonly ulong s_f = NewSecret();
    private static readonly ulong s_g = NewSecret();
    private static readonly ulong s_h = NewSecret();

    /// <summary>The secret that the first 8 bytes of a short key meet, for tests that attack.</summary>
    public static ulong FirstSecret => s_a;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Compute(ReadOnlySpan<char> key) => (uint)ComputeLong(key);

    /// <summary>A hash of 64 bits, of which <see cref="Compute"/> returns the lower half.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ComputeLong(ReadOnlySpan<char> key)
    {
        ref byte text = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(key));
        nuint bytes = (nuint)(uint)key.Length * sizeof(char);
        return bytes <= 16 ? Short(ref text, bytes)
            : bytes <= 32 ? Medium(ref text, bytes)
            : Long(ref text, bytes);
    }

    // Two multiplications: after a single one, the low bits of short keys that differ little are weak.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Short(ref byte text, nuint bytes)
    {
        ulong head;
        ulong tail;
        if (bytes >= 8)
        {
            head = Read(ref text, 0);
            tail = Read(ref text, bytes - 8);
        }
        else if (bytes >= 4)
        {
            head = Unsafe.ReadUnaligned<uint>(ref text);
            tail = Unsafe.ReadUnaligned<uint>(ref Unsafe.AddByteOffset(ref text, bytes - 4));
        }
        else
        {
            head = bytes == 0 ? 0u : Unsafe.ReadUnaligned<ushort>(ref text);
            tail = 0;
        }

        return Fold(Fold(head ^ s_a, tail ^ s_b) + bytes, s_c);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Medium(ref byte text, nuint bytes)
    {
        ulong head = Fold(Read(ref text, 0) ^ s_a, Read(ref text, 8) ^ s_b);
        ulong tail = Fold(Read(ref text, bytes - 16) ^ s_c, Read(ref text, bytes - 8) ^ s_d);
        return Fold(head + bytes, tail ^ s_e);
    }

    // Four products at a time, so that none waits for another; the last 64 bytes may overlap those before.
    private static ulong Long(ref byte text, nuint bytes)
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
                a = Fold(Read(ref text, offset) ^ a, Read(ref text, offset + 8) ^ s_e);
                b = Fold(Read(ref text, offset + 16) ^ b, Read(ref text, offset + 24) ^ s_f);
                c = Fold(Read(ref text, offset + 32) ^ c, Read(ref text, offset + 40) ^ s_g);
                d = Fold(Read(ref text, offset + 48) ^ d, Read(ref text, offset + 56) ^ s_h);
                offset += 64;
            }
            while (offset < last);

            text = ref Unsafe.AddByteOffset(ref text, last);
            a = Fold(Read(ref text, 0) ^ a, Read(ref text, 8) ^ s_e);
            b = Fold(Read(ref text, 16) ^ b, Read(ref text, 24) ^ s_f);
            c = Fold(Read(ref text, 32) ^ c, Read(ref text, 40) ^ s_g);
            d = Fold(Read(ref text, 48) ^ d, Read(ref text, 56) ^ s_h);
        }
        else
        {
            a = Fold(Read(ref text, 0) ^ a, Read(ref text, 8) ^ s_e);
            b = Fold(Read(ref text, 16) ^ b, Read(ref text, 24) ^ s_f);
            c = Fold(Read(ref text, bytes - 32) ^ c, Read(ref text, bytes - 24) ^ s_g);
            d = Fold(Read(ref text, bytes - 16) ^ d, Read(ref text, bytes - 8) ^ s_h);
        }

        return Fold((a ^ ulong.RotateLeft(c, 23)) + bytes, b ^ ulong.RotateLeft(d, 23) ^ s_f);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Read(ref byte text, nuint offset) => Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref text, offset));

    // The two halves by two instructions where there is one for the upper half: BigMul returns the other one through memory.
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

    // From a GUID: it has 122 random bits of the operating system, where a generator of random numbers would load the library of ciphers,
    // 6 MiB of it. The bits that are the same in all GUIDs are at different places of its two halves.
    private static ulong NewSecret()
    {
        UInt128 bits = Unsafe.BitCast<Guid, UInt128>(Guid.NewGuid());
        return (ulong)bits ^ (ulong)(bits >> 64);
    }
}

namespace Cenote.Text;

/// <summary>
/// The hash of the keys of a snapshot, with separate secrets. It reads 16 bytes of UTF-16 at a time, as two words that are
/// multiplied and folded (after wyhash, like <see cref="KeyHash"/>). This hash is part of the snapshot format, so it must never
/// change.
/// </summary>
internal readonly struct SnapshotHash(ulong a, ulong b, ulong c, ulong d)
{
    private readonly ulong _a = a;
    private readonly ulong _b = b;
    private readonly ulong _c = c;
    private readonly ulong _d = d;

    public static SnapshotHash WithNewSecrets() =>
        new(KeyHash.NewSecret(), KeyHash.NewSecret(), KeyHash.NewSecret(), KeyHash.NewSecret());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint Compute(ReadOnlySpan<char> key) =>
        Compute<WideChars>(ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(key)), (uint)key.Length);

    /// <summary>
    /// The hash of a key that is stored as bytes. Each byte counts as a char, so ASCII bytes hash like their chars.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint Compute(ReadOnlySpan<byte> key) => Compute<NarrowChars>(ref MemoryMarshal.GetReference(key), (uint)key.Length);

    /// <summary>Writes the secrets, for <see cref="Read"/>.</summary>
    public void Write(Span<ulong> secrets)
    {
        secrets[0] = _a;
        secrets[1] = _b;
        secrets[2] = _c;
        secrets[3] = _d;
    }

    public static SnapshotHash Read(ReadOnlySpan<ulong> secrets) => new(secrets[0], secrets[1], secrets[2], secrets[3]);

    // All offsets are in bytes of UTF-16.
    private uint Compute<TChars>(ref byte text, uint length)
        where TChars : struct, IKeyChars
    {
        nuint bytes = (nuint)length * sizeof(char);
        ulong head;
        ulong tail;
        ulong state = _a;
        if (bytes >= 16)
        {
            nuint last = bytes - 16;
            for (nuint offset = 0; offset < last; offset += 16)
            {
                state = Fold(TChars.Read8(ref text, offset) ^ _b, TChars.Read8(ref text, offset + 8) ^ state);
            }

            head = TChars.Read8(ref text, last);
            tail = TChars.Read8(ref text, last + 8);
        }
        else
        {
            (head, tail) = KeyHash.ReadShort<TChars>(ref text, bytes);
        }

        return (uint)Fold(Fold(head ^ _c, tail ^ state) + bytes, _d);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Fold(ulong left, ulong right)
    {
        ulong high = Math.BigMul(left, right, out ulong low);
        return high ^ low;
    }
}

using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Cenote.Text;

namespace Cenote.Memory.Entries;

/// <summary>
/// When keys are equal, and their hashes. Keys that are equal exactly if their bytes are, as integers, are hashed by their bytes.
/// Of other keys the user's code says a hash code, which is mixed with secrets: so codes that have a pattern do no harm, but
/// nothing tells keys apart whose codes are the same.
/// </summary>
/// <typeparam name="TKey">The keys.</typeparam>
/// <param name="comparer">What compares keys; null for their own methods.</param>
/// <param name="byBytes">Whether keys are compared by their bytes, whatever their type.</param>
internal struct KeyRule<TKey>(IEqualityComparer<TKey>? comparer, bool byBytes)
    where TKey : unmanaged, IEquatable<TKey>
{
    private readonly bool _byBytes = byBytes;

    private bool _isSpecial = comparer is not null || byBytes;
    private bool _isRekeyed;
    private SipHash _keyed;

    /// <summary>Whether hashes are those of bytes, so that no code of the user is asked for one.</summary>
    public readonly bool HashesBytes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _byBytes || (IsPlain && comparer is null);
    }

    /// <summary>Whether the Equals of a type is that of its bytes. A constant to the JIT compiler.</summary>
    public static bool IsPlain
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(TKey) == typeof(Int128) || typeof(TKey) == typeof(UInt128) || typeof(TKey) == typeof(Guid)
            || typeof(TKey) == typeof(long) || typeof(TKey) == typeof(ulong)
            || typeof(TKey) == typeof(int) || typeof(TKey) == typeof(uint)
            || typeof(TKey) == typeof(nint) || typeof(TKey) == typeof(nuint)
            || typeof(TKey) == typeof(short) || typeof(TKey) == typeof(ushort) || typeof(TKey) == typeof(char)
            || typeof(TKey) == typeof(byte) || typeof(TKey) == typeof(sbyte)
            || typeof(TKey) == typeof(TimeSpan) || typeof(TKey) == typeof(DateOnly) || typeof(TKey) == typeof(TimeOnly)
            || typeof(TKey) == typeof(Rune);
    }

    /// <summary>
    /// Whether hashing or comparing takes more than what is inlined: there is a comparer, or keys collided.
    /// </summary>
    public readonly bool IsSpecial => _isSpecial;

    /// <summary>The hash of a key. Its lower half is what a table looks at.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ulong HashOf(in TKey key)
    {
        if (_isSpecial)
        {
            return SpecialHashOf(in key);
        }

        return IsPlain ? KeyHash.ComputeLong(in key) : KeyHash.ComputeLong(key.GetHashCode());
    }

    /// <summary>The hash of a key whose hash by a rule that was never rekeyed is known.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly uint HashOf(in TKey key, ulong hash) => _isRekeyed ? (uint)SpecialHashOf(in key) : (uint)hash;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool AreEqual(in TKey one, in TKey other) =>
        _isSpecial ? AreEqualSpecial(in one, in other) : one.Equals(other);

    /// <summary>Whether nobody knows how to make hashes collide from now on. For keys that are hashed by their bytes.</summary>
    public void Rekey()
    {
        _keyed = SipHash.WithNewSecret();
        _isRekeyed = _isSpecial = true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly ulong SpecialHashOf(in TKey key)
    {
        if (!HashesBytes)
        {
            return KeyHash.ComputeLong(comparer!.GetHashCode(key));
        }

        // The upper half stays: it says which part of a concurrent dictionary a key belongs to.
        ulong hash = KeyHash.ComputeLong(in key);
        return _isRekeyed ? (hash & ~(ulong)uint.MaxValue) | _keyed.Compute(BytesOf(in key)) : hash;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly bool AreEqualSpecial(in TKey one, in TKey other) =>
        _byBytes ? BytesOf(in one).SequenceEqual(BytesOf(in other))
        : comparer is null ? one.Equals(other)
        : comparer.Equals(one, other);

    private static ReadOnlySpan<byte> BytesOf(in TKey key) => MemoryMarshal.AsBytes(new ReadOnlySpan<TKey>(in key));
}

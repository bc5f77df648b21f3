using System.Text;
using Cenote.Text;

namespace Cenote.Memory.Entries;

/// <summary>
/// Key equality and hashing. Keys with byte equality, such as integers, are hashed by their bytes. Hash codes from user code are
/// mixed with a secret seed, which breaks up patterns but cannot separate equal codes.
/// </summary>
/// <typeparam name="TKey">The type of the keys.</typeparam>
/// <param name="comparer">The comparer; null to use the methods of the keys.</param>
/// <param name="byBytes">Whether keys are compared by their bytes regardless of their type.</param>
internal struct KeyRule<TKey>(IEqualityComparer<TKey>? comparer, bool byBytes)
    where TKey : unmanaged, IEquatable<TKey>
{
    private readonly bool _byBytes = byBytes;

    private bool _isSpecial = comparer is not null || byBytes;
    private bool _isRekeyed;
    private SipHash _keyed;

    /// <summary>Whether keys are hashed by their bytes, without user code.</summary>
    public readonly bool HashesBytes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _byBytes || (IsPlain && comparer is null);
    }

    /// <summary>Whether the key type's <c>Equals</c> compares bytes. A JIT constant.</summary>
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

    /// <summary>Whether keys need the slow path: there is a comparer, they are compared by bytes, or they were rekeyed.</summary>
    public readonly bool IsSpecial => _isSpecial;

    /// <summary>The hash of a key. A table uses its lower half.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ulong HashOf(in TKey key)
    {
        if (_isSpecial)
        {
            return SpecialHashOf(in key);
        }

        return IsPlain ? KeyHash.ComputeLong(in key) : KeyHash.ComputeLong(key.GetHashCode());
    }

    /// <summary>The hash of a key, given its hash under a rule that was never rekeyed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly uint HashOf(in TKey key, ulong hash) => _isRekeyed ? (uint)SpecialHashOf(in key) : (uint)hash;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool AreEqual(in TKey one, in TKey other) =>
        _isSpecial ? AreEqualSpecial(in one, in other) : one.Equals(other);

    /// <summary>Switches keys that are hashed by their bytes to a hash with a new secret seed.</summary>
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

        // Keeps the upper half, which selects the part of a concurrent dictionary.
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

namespace Cenote.Collections;

/// <summary>
/// Compares values by their bytes, for <see cref="NativeDictionary{TKey, TValue}"/> keys that are structs of integers. The
/// dictionary then hashes the bytes with a secret seed, so collisions cannot be forced.
/// </summary>
/// <typeparam name="T">A type whose fields cover all of its bytes.</typeparam>
/// <remarks>
/// Floating-point numbers are also compared by their bytes: 0.0 does not equal -0.0, and a NaN equals only a NaN with the same
/// bits. Thread-safe.
/// </remarks>
/// <example>
/// <code>
/// using var cells = new NativeDictionary&lt;(int Row, int Column), double>(
///     comparer: new BytewiseComparer&lt;(int Row, int Column)>());
/// cells[(2, 3)] = 0.5;
/// Console.WriteLine(cells[(2, 3)]);   // prints 0.5
/// </code>
/// </example>
public sealed class BytewiseComparer<
    [DynamicallyAccessedMembers(
        DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.NonPublicFields)] T>
    : IEqualityComparer<T>, IBytewiseComparer
    where T : unmanaged
{
    private static readonly bool s_hasOnlyFields = FieldBytes.CoverAll(typeof(T), Unsafe.SizeOf<T>());

    /// <summary>Creates a comparer.</summary>
    /// <exception cref="NotSupportedException">
    /// The type has padding, which may differ between equal values, or an explicit layout; or trimming removed the metadata of
    /// its fields.
    /// </exception>
    public BytewiseComparer()
    {
        if (!s_hasOnlyFields)
        {
            Throw.KeysHavePadding(typeof(T));
        }
    }

    /// <summary>Whether two values have the same bytes.</summary>
    /// <param name="x">The first value.</param>
    /// <param name="y">The second value.</param>
    /// <returns>True if the bytes are equal.</returns>
    public bool Equals(T x, T y) => BytesOf(in x).SequenceEqual(BytesOf(in y));

    /// <summary>Returns a hash code of a value's bytes; it differs between processes.</summary>
    /// <param name="obj">The value.</param>
    /// <returns>The hash code.</returns>
    public int GetHashCode(T obj)
    {
        var hash = default(HashCode);
        hash.AddBytes(BytesOf(in obj));
        return hash.ToHashCode();
    }

    private static ReadOnlySpan<byte> BytesOf(in T value) => MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in value));
}

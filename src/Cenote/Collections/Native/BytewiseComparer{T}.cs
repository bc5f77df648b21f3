using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Cenote.Collections;

/// <summary>
/// Compares values by their bytes: for the keys of a <see cref="NativeDictionary{TKey, TValue}"/> that are structs of integers.
/// The dictionary then hashes the bytes itself, with a secret, so that nobody can make keys collide.
/// </summary>
/// <typeparam name="T">A type all of whose bytes belong to its fields.</typeparam>
/// <remarks>
/// Floating-point numbers are compared by their bytes as well: 0.0 is not -0.0, and a NaN is equal to itself only. Any number of
/// threads may use it at the same time.
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

    /// <summary>Makes a comparer.</summary>
    /// <exception cref="NotSupportedException">
    /// Values have bytes between their fields, which may differ in values that are equal; or fields that share bytes.
    /// </exception>
    public BytewiseComparer()
    {
        if (!s_hasOnlyFields)
        {
            Throw.KeysHavePadding(typeof(T));
        }
    }

    /// <summary>Whether the bytes of two values are the same.</summary>
    /// <param name="x">The first value.</param>
    /// <param name="y">The second value.</param>
    /// <returns>Whether they are.</returns>
    public bool Equals(T x, T y) => BytesOf(in x).SequenceEqual(BytesOf(in y));

    /// <summary>A hash code of the bytes of a value, different in each process.</summary>
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

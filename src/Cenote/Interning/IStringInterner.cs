namespace Cenote.Interning;

/// <summary>
/// The interface of <see cref="StringInterner"/>, <see cref="BoundedStringInterner"/> and <see cref="WeakStringInterner"/>, for
/// code that works with any of them.
/// </summary>
/// <remarks>
/// Implementations must be thread-safe. A returned string equals the requested one; if the interner ignores case, its casing may
/// differ.
/// </remarks>
/// <example>
/// A method that accepts any interner:
/// <code>
/// Console.WriteLine(ReferenceEquals(Read(new StringInterner()), Read(BoundedStringInterner.Shared)));   // prints False
/// Console.WriteLine(ReferenceEquals(Read(BoundedStringInterner.Shared), Read(BoundedStringInterner.Shared)));   // prints True
///
/// static string Read(IStringInterner interner) => interner.Intern("Quintana Roo"u8);
/// </code>
/// </example>
public interface IStringInterner
{
    /// <summary>
    /// How strings are compared: <see cref="StringComparison.Ordinal"/>, the default, or
    /// <see cref="StringComparison.OrdinalIgnoreCase"/> if a returned string may differ in case from the requested one.
    /// </summary>
    /// <remarks>
    /// Readers of rows and documents accept only an ordinal interner, and throw if it returns a different string.
    /// </remarks>
    StringComparison Comparison => StringComparison.Ordinal;

    /// <summary>
    /// Returns the interned string equal to <paramref name="text"/>. If it is absent and can be interned, a new string is added.
    /// </summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <returns>The interned string, or a new string if <paramref name="text"/> cannot be interned.</returns>
    /// <exception cref="OutOfMemoryException">
    /// The string is new and exceeds a limit that the interner enforces by throwing.
    /// </exception>
    string Intern(ReadOnlySpan<char> text);

    /// <summary>
    /// Returns the interned string equal to <paramref name="text"/>. If it is absent and can be interned, <paramref name="text"/>
    /// itself is added.
    /// </summary>
    /// <param name="text">The string.</param>
    /// <returns>The interned string; <paramref name="text"/> itself if it cannot be interned.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The string is new and exceeds a limit that the interner enforces by throwing.
    /// </exception>
    string Intern(string text);

    /// <summary>Returns the interned string equal to UTF-8 data, the same instance as for UTF-16.</summary>
    /// <param name="utf8">
    /// The UTF-8 data; each invalid sequence becomes U+FFFD, so different byte sequences can be the same string.
    /// </param>
    /// <inheritdoc cref="Intern(ReadOnlySpan{char})"/>
    [OverloadResolutionPriority(-1)]
    string Intern(ReadOnlySpan<byte> utf8);

    /// <summary>
    /// Returns the interned string equal to <paramref name="text"/>. If it is absent and within the limits, a new string is
    /// added.
    /// </summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <param name="interned">The interned string, or null.</param>
    /// <returns>False if the string is new and exceeds a limit.</returns>
    bool TryIntern(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned);

    /// <summary>
    /// Returns the interned string equal to <paramref name="text"/>. If it is absent and within the limits,
    /// <paramref name="text"/> itself is added.
    /// </summary>
    /// <param name="text">The string.</param>
    /// <param name="interned">The interned string, or null.</param>
    /// <returns>False if the string is new and exceeds a limit.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    bool TryIntern(string text, [NotNullWhen(true)] out string? interned);

    /// <summary>
    /// Returns the interned string equal to UTF-8 data, the same instance as for UTF-16. If it is absent and within the limits, a
    /// new string is added.
    /// </summary>
    /// <param name="utf8">
    /// The UTF-8 data; each invalid sequence becomes U+FFFD, so different byte sequences can be the same string.
    /// </param>
    /// <param name="interned">The interned string, or null.</param>
    /// <inheritdoc cref="TryIntern(ReadOnlySpan{char}, out string?)"/>
    [OverloadResolutionPriority(-1)]
    bool TryIntern(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned);
}

using System.Diagnostics.CodeAnalysis;

namespace Cenote.Interning;

/// <summary>
/// What interners have in common for code that reads texts and does not care how long their strings stay:
/// <see cref="StringInterner"/>, <see cref="BoundedStringInterner"/> and <see cref="WeakStringInterner"/>.
/// </summary>
/// <remarks>
/// Safe for any number of threads, and so must be what else implements it. A string that it returns has the text that was asked
/// for, or, if it ignores case, another spelling of it.
/// </remarks>
/// <example>
/// A method that takes any of them:
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
    /// Which texts are the same: <see cref="StringComparison.Ordinal"/>, the default, or
    /// <see cref="StringComparison.OrdinalIgnoreCase"/> if the returned string may differ in case from the requested one.
    /// </summary>
    /// <remarks>
    /// Readers of rows and documents accept only an ordinal interner, and throw if it returns a different text.
    /// </remarks>
    StringComparison Comparison => StringComparison.Ordinal;

    /// <summary>The string of a text, which is added if it is new and the interner keeps texts of its kind.</summary>
    /// <param name="text">Any UTF-16.</param>
    /// <returns>The instance that is held; a new string if the text is not kept.</returns>
    /// <exception cref="OutOfMemoryException">The interner has a limit that it does not exceed for a new text.</exception>
    string Intern(ReadOnlySpan<char> text);

    /// <summary>The string of a text. If it is new, and the interner keeps texts of its kind, this very instance is
    /// added.</summary>
    /// <param name="text">The text.</param>
    /// <returns>The instance that is held; <paramref name="text"/> itself if it is not kept.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    /// <exception cref="OutOfMemoryException">The interner has a limit that it does not exceed for a new text.</exception>
    string Intern(string text);

    /// <summary>The string of a text in UTF-8. It is the same as that of the text in UTF-16.</summary>
    /// <param name="utf8">The text; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <inheritdoc cref="Intern(ReadOnlySpan{char})"/>
    string Intern(ReadOnlySpan<byte> utf8);

    /// <summary>The string of a text, which is added if it is new and within the limits of the interner.</summary>
    /// <param name="text">Any UTF-16.</param>
    /// <param name="interned">The instance that is held, or null.</param>
    /// <returns>False if the text is new and beyond a limit.</returns>
    bool TryIntern(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned);

    /// <summary>The string of a text. If it is new and within the limits of the interner, this very instance is added.</summary>
    /// <param name="text">The text.</param>
    /// <param name="interned">The instance that is held, or null.</param>
    /// <returns>False if the text is new and beyond a limit.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    bool TryIntern(string text, [NotNullWhen(true)] out string? interned);

    /// <summary>The string of a text in UTF-8, which is added if it is new and within the limits.</summary>
    /// <param name="utf8">The text; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="interned">The instance that is held, or null.</param>
    /// <inheritdoc cref="TryIntern(ReadOnlySpan{char}, out string?)"/>
    bool TryIntern(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned);
}

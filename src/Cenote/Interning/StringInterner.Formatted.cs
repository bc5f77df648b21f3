using System.Diagnostics.CodeAnalysis;
using Cenote.Formatting;

namespace Cenote.Interning;

/// <content>Texts that are formatted for the call.</content>
public sealed partial class StringInterner
{
    /// <summary>
    /// The string of an interpolated string, which is formatted without a string being made, unless it is new: then one is made
    /// and added.
    /// </summary>
    /// <param name="text">The string.</param>
    /// <inheritdoc cref="Intern(ReadOnlySpan{char})"/>
    public string Intern(ref StringHandler text) => text.Done(Intern(text.Text));

    /// <summary>
    /// The string of an interpolated string, which is formatted without a string being made, unless it is new and fits the
    /// limits: then one is made and added.
    /// </summary>
    /// <param name="text">The string.</param>
    /// <param name="interned">The one instance, or null.</param>
    /// <inheritdoc cref="TryIntern(ReadOnlySpan{char}, out string?)"/>
    public bool TryIntern(ref StringHandler text, [NotNullWhen(true)] out string? interned) =>
        text.Done(TryIntern(text.Text, out interned));

    /// <summary>
    /// Finds the string of an interpolated string, which is formatted without a string being made, and adds nothing.
    /// </summary>
    /// <param name="text">The string.</param>
    /// <param name="interned">The one instance, or null.</param>
    /// <inheritdoc cref="TryGet(ReadOnlySpan{char}, out string?)"/>
    public bool TryGet(ref StringHandler text, [NotNullWhen(true)] out string? interned) =>
        text.Done(TryGet(text.Text, out interned));

    /// <summary>Removes the string of an interpolated string, which is formatted without a string being made.</summary>
    /// <param name="text">The string.</param>
    /// <inheritdoc cref="Remove(ReadOnlySpan{char})"/>
    public bool Remove(ref StringHandler text) => text.Done(Remove(text.Text));
}

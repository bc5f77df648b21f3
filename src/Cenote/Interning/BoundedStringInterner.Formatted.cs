using Cenote.Formatting;

namespace Cenote.Interning;

/// <content>Interpolated strings.</content>
public sealed partial class BoundedStringInterner
{
    /// <summary>Interns an interpolated string. Allocates a string only if it is new.</summary>
    /// <param name="text">The interpolated string, in a handler created by the compiler.</param>
    /// <inheritdoc cref="Intern(ReadOnlySpan{char})"/>
    public string Intern(ref StringHandler text) => text.ClearAndReturn(Intern(text.Text));

    /// <summary>Interns an interpolated string. Allocates a string only if it is new and within the limits.</summary>
    /// <param name="text">The interpolated string, in a handler created by the compiler.</param>
    /// <param name="interned">The interned string, or null.</param>
    /// <inheritdoc cref="TryIntern(ReadOnlySpan{char}, out string?)"/>
    public bool TryIntern(ref StringHandler text, [NotNullWhen(true)] out string? interned) =>
        text.ClearAndReturn(TryIntern(text.Text, out interned));

    /// <summary>Returns the interned string equal to an interpolated one, without adding or allocating a string.</summary>
    /// <param name="text">The interpolated string, in a handler created by the compiler.</param>
    /// <param name="interned">The interned string, or null.</param>
    /// <inheritdoc cref="TryGet(ReadOnlySpan{char}, out string?)"/>
    public bool TryGet(ref StringHandler text, [NotNullWhen(true)] out string? interned) =>
        text.ClearAndReturn(TryGet(text.Text, out interned));

    /// <summary>Removes the string equal to an interpolated one, without allocating a string.</summary>
    /// <param name="text">The interpolated string, in a handler created by the compiler.</param>
    /// <inheritdoc cref="Remove(ReadOnlySpan{char})"/>
    public bool Remove(ref StringHandler text) => text.ClearAndReturn(Remove(text.Text));
}

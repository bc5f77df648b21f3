using Cenote.Formatting;

namespace Cenote.Collections;

/// <content>Interpolated strings.</content>
public sealed unsafe partial class StringTable
{
    /// <summary>Returns the id of an interpolated string, adding it if it is new, without allocating a string.</summary>
    /// <param name="text">The interpolated string, in a handler created by the compiler.</param>
    /// <inheritdoc cref="GetOrAdd(ReadOnlySpan{char})"/>
    public int GetOrAdd(ref StringHandler text) => text.ClearAndReturn(GetOrAdd(text.Text));

    /// <summary>
    /// Returns the id of an interpolated string, adding it if it is new and the table is not full, without allocating a string.
    /// </summary>
    /// <param name="text">The interpolated string, in a handler created by the compiler.</param>
    /// <param name="id">The id, or -1.</param>
    /// <inheritdoc cref="TryGetOrAdd(ReadOnlySpan{char}, out int)"/>
    public bool TryGetOrAdd(ref StringHandler text, out int id) => text.ClearAndReturn(TryGetOrAdd(text.Text, out id));

    /// <summary>Finds the id of an interpolated string, without adding it or allocating a string.</summary>
    /// <param name="text">The interpolated string, in a handler created by the compiler.</param>
    /// <param name="id">The id, or -1.</param>
    /// <inheritdoc cref="TryGetId(ReadOnlySpan{char}, out int)"/>
    public bool TryGetId(ref StringHandler text, out int id) => text.ClearAndReturn(TryGetId(text.Text, out id));
}

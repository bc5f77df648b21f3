using Cenote.Formatting;

namespace Cenote.Interning;

/// <content>Texts that are formatted for the call.</content>
public sealed unsafe partial class StringTable
{
    /// <summary>
    /// The id of an interpolated string, which is formatted without a string being made and added if it is new.
    /// </summary>
    /// <param name="text">The string.</param>
    /// <inheritdoc cref="GetOrAdd(ReadOnlySpan{char})"/>
    public int GetOrAdd(ref StringHandler text) => text.Done(GetOrAdd(text.Text));

    /// <summary>
    /// The id of an interpolated string, which is formatted without a string being made and added if it is new and the table is
    /// not full.
    /// </summary>
    /// <param name="text">The string.</param>
    /// <param name="id">The id, or -1.</param>
    /// <inheritdoc cref="TryGetOrAdd(ReadOnlySpan{char}, out int)"/>
    public bool TryGetOrAdd(ref StringHandler text, out int id) => text.Done(TryGetOrAdd(text.Text, out id));

    /// <summary>
    /// Finds the id of an interpolated string, which is formatted without a string being made, and adds nothing.
    /// </summary>
    /// <param name="text">The string.</param>
    /// <param name="id">The id, or -1.</param>
    /// <inheritdoc cref="TryGetId(ReadOnlySpan{char}, out int)"/>
    public bool TryGetId(ref StringHandler text, out int id) => text.Done(TryGetId(text.Text, out id));
}

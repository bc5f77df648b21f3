using Cenote.Keys;

namespace Cenote.Collections;

/// <content>Batches, and enumeration.</content>
public sealed partial class PooledStringSet
{
    /// <summary>Adds the missing strings.</summary>
    /// <param name="items">The strings.</param>
    /// <returns>The number of new strings.</returns>
    /// <remarks>If memory for a string is refused, the strings before it remain added.</remarks>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory.</exception>
    public int AddMany(ReadOnlySpan<string> items) => _keys.AddMany(new StringBatch(items), default);

    /// <summary>Adds the parts of a string that the set does not contain.</summary>
    /// <param name="text">The UTF-16 or UTF-8 data.</param>
    /// <param name="items">The ranges of its parts, as returned by <c>MemoryExtensions.Split</c>.</param>
    /// <exception cref="ArgumentOutOfRangeException">A range is outside the data, or a string is too long.</exception>
    /// <inheritdoc cref="AddMany(ReadOnlySpan{string})"/>
    public int AddMany(TextKey text, ReadOnlySpan<Range> items) => _keys.AddMany(text, items, default);

    /// <summary>Looks up many strings. Faster than single lookups if the set does not fit into the CPU cache.</summary>
    /// <param name="items">The strings.</param>
    /// <param name="found">Receives whether each string exists; at least one element per string.</param>
    /// <returns>The number of strings that exist.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="found"/> is shorter than <paramref name="items"/>, or overlaps the strings.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    public int ContainsMany(ReadOnlySpan<string> items, Span<bool> found) =>
        _keys.TryGetValues(new StringBatch(items), default, found);

    /// <summary>Looks up many parts of a string.</summary>
    /// <param name="text">The UTF-16 or UTF-8 data.</param>
    /// <param name="items">The ranges of its parts, as returned by <c>MemoryExtensions.Split</c>.</param>
    /// <param name="found">Receives whether each part exists; at least one element per part.</param>
    /// <exception cref="ArgumentOutOfRangeException">A range is outside the data.</exception>
    /// <inheritdoc cref="ContainsMany(ReadOnlySpan{string}, Span{bool})"/>
    public int ContainsMany(TextKey text, ReadOnlySpan<Range> items, Span<bool> found) =>
        _keys.TryGetValues(text, items, default, found);

    /// <summary>
    /// Enumerates all strings: <c>foreach (ReadOnlySpan&lt;char&gt; item in set)</c>. Strings may be removed during the
    /// enumeration, even the current one.
    /// </summary>
    /// <returns>An enumerator, which allocates a small object, and a buffer for strings that are stored as bytes.</returns>
    /// <inheritdoc cref="PooledStringDictionary{TValue}.GetEnumerator" path="/remarks"/>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    public Enumerator GetEnumerator() => new(_keys.GetEnumerator());

    /// <summary>
    /// Enumerates all strings, or those with a prefix, in ordinal order: <c>foreach (ReadOnlySpan&lt;char&gt; item in
    /// set.EnumerateSorted())</c>.
    /// </summary>
    /// <param name="prefix">The prefix of the strings to enumerate, matched with the set's comparison; empty for all.</param>
    /// <returns>An enumerator for <c>foreach</c>.</returns>
    /// <inheritdoc cref="PooledStringDictionary{TValue}.EnumerateSorted" path="/remarks"/>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory to sort.</exception>
    public Enumerator EnumerateSorted(ReadOnlySpan<char> prefix = default) => new(_keys.EnumerateSorted(prefix));

    /// <summary>Enumerates the strings of a set.</summary>
    public ref struct Enumerator
    {
        private PooledStringDictionary<NoValue>.Enumerator _entries;

        internal Enumerator(PooledStringDictionary<NoValue>.Enumerator entries) => _entries = entries;

        /// <summary>The current string. Valid until the enumerator advances or the string is removed.</summary>
        /// <exception cref="InvalidOperationException">
        /// <see cref="MoveNext"/> was not called or returned false; or the current string was removed, strings were added, or the
        /// set was cleared or trimmed; or the enumerator is a default value.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
        public readonly ReadOnlySpan<char> Current => _entries.Current.Key;

        /// <summary>Supports <c>foreach</c> over <see cref="EnumerateSorted"/>.</summary>
        /// <returns>A copy of the enumerator.</returns>
        public readonly Enumerator GetEnumerator() => this;

        /// <summary>Advances to the next string.</summary>
        /// <returns>False after the last string.</returns>
        /// <exception cref="InvalidOperationException">
        /// Strings were added, or the set was cleared or trimmed, after the enumerator was created; or strings were removed
        /// during <see cref="EnumerateSorted"/>; or the enumerator is a default value.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
        public bool MoveNext() => _entries.MoveNext();

        internal readonly void StopEarly() => _entries.StopEarly();
    }
}

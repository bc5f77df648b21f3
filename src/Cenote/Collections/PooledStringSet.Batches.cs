using Cenote.Keys;

namespace Cenote.Collections;

/// <content>Many strings at once, and all of them.</content>
public sealed partial class PooledStringSet
{
    /// <summary>Adds the strings that are not there yet.</summary>
    /// <param name="items">The strings.</param>
    /// <returns>How many were new.</returns>
    /// <remarks>If a string is refused, those before it are in the set.</remarks>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory for a string.</exception>
    public int AddMany(ReadOnlySpan<string> items) => _keys.AddMany(new StringBatch(items), default);

    /// <summary>Adds the parts of a text that are not there yet.</summary>
    /// <param name="text">The text, in UTF-16 or UTF-8.</param>
    /// <param name="items">Its parts, as <c>MemoryExtensions.Split</c> says.</param>
    /// <exception cref="ArgumentOutOfRangeException">A range is not within the text, or a string is too long.</exception>
    /// <inheritdoc cref="AddMany(ReadOnlySpan{string})"/>
    public int AddMany(TextKey text, ReadOnlySpan<Range> items) => _keys.AddMany(text, items, default);

    /// <summary>Looks for many strings: several times as fast as one by one where they are out of the cache.</summary>
    /// <param name="items">The strings.</param>
    /// <param name="found">Takes whether each string is there; at least as long as the strings.</param>
    /// <returns>How many are there.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="found"/> is shorter than <paramref name="items"/>, or shares memory with the strings.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    public int ContainsMany(ReadOnlySpan<string> items, Span<bool> found) =>
        _keys.TryGetValues(new StringBatch(items), default, found);

    /// <summary>Looks for many parts of a text.</summary>
    /// <param name="text">The text, in UTF-16 or UTF-8.</param>
    /// <param name="items">Its parts, as <c>MemoryExtensions.Split</c> says.</param>
    /// <param name="found">Takes whether each part is there; at least as long as the parts.</param>
    /// <exception cref="ArgumentOutOfRangeException">A range is not within the text.</exception>
    /// <inheritdoc cref="ContainsMany(ReadOnlySpan{string}, Span{bool})"/>
    public int ContainsMany(TextKey text, ReadOnlySpan<Range> items, Span<bool> found) =>
        _keys.TryGetValues(text, items, default, found);

    /// <summary>
    /// All strings: <c>foreach (ReadOnlySpan&lt;char&gt; item in set)</c>. Removing strings during the enumeration is allowed,
    /// even the current one.
    /// </summary>
    /// <returns>The enumerator, with a small managed buffer for strings that are stored with one byte for each char.</returns>
    /// <inheritdoc cref="PooledStringDictionary{TValue}.GetEnumerator" path="/remarks"/>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    public Enumerator GetEnumerator() => new(_keys.GetEnumerator());

    /// <summary>Goes over the strings of a set.</summary>
    public ref struct Enumerator
    {
        private PooledStringDictionary<NoValue>.Enumerator _entries;

        internal Enumerator(PooledStringDictionary<NoValue>.Enumerator entries) => _entries = entries;

        /// <summary>The current string, valid until the enumerator moves on, or the string is removed.</summary>
        /// <exception cref="InvalidOperationException">
        /// <see cref="MoveNext"/> was not called, or returned false, or the set was changed since, or the enumerator is a default
        /// value.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
        public readonly ReadOnlySpan<char> Current => _entries.Current.Key;

        /// <summary>Moves on to the next string.</summary>
        /// <returns>False after the last one.</returns>
        /// <exception cref="InvalidOperationException">
        /// Strings were added, or the set was cleared or trimmed, after the enumerator was made, or the enumerator is a default
        /// value.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
        public bool MoveNext() => _entries.MoveNext();

        internal readonly void Leave() => _entries.Leave();
    }
}

using Cenote.Keys;

namespace Cenote.Collections;

/// <content>Removal of keys.</content>
public sealed partial class ConcurrentPooledStringDictionary<TValue>
{
    /// <summary>Removes a key. A new key of the same size can reuse its memory.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The removed value, or the default.</param>
    /// <returns>False if the key does not exist.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryRemove(TextKey key, [MaybeNullWhen(false)] out TValue value) =>
        key.IsUtf8 ? TryRemoveUtf8(key.Utf8, out value) : PartOf(key).TryRemove(key, out value);

    /// <summary>Removes a key if it has the expected value.</summary>
    /// <param name="key">The key.</param>
    /// <param name="comparisonValue">
    /// The expected value, compared by <see cref="EqualityComparer{T}.Default"/>. Unless values are primitives, enums or strings,
    /// the comparison runs outside the lock and is repeated if the value may have changed. After 64 attempts, it runs under the
    /// lock.
    /// </param>
    /// <returns>False if the key does not exist or has another value.</returns>
    /// <remarks>Exceptions thrown by the comparer propagate; nothing is changed.</remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="InvalidOperationException">The comparer keeps changing the dictionary.</exception>
    public bool TryRemove(TextKey key, TValue comparisonValue) =>
        key.IsUtf8 ? TryRemoveUtf8(key.Utf8, comparisonValue) : PartOf(key).TryRemove(key, comparisonValue);

    /// <summary>Removes a key if it has the expected value.</summary>
    /// <param name="pair">The key and its expected value.</param>
    /// <inheritdoc cref="TryRemove(TextKey, TValue)"/>
    public bool TryRemove(KeyValuePair<string, TValue> pair) => TryRemove(pair.Key, pair.Value);

    /// <summary>Removes the entries that match a predicate.</summary>
    /// <typeparam name="TArgument">The type of the predicate's argument.</typeparam>
    /// <param name="predicate">
    /// Called for each entry, outside all locks, with copies that stay valid during the call. It may change the dictionary.
    /// </param>
    /// <param name="argument">Passed to the predicate.</param>
    /// <returns>The number of removed entries.</returns>
    /// <remarks>
    /// <para>An entry is removed only if it still has the value that the predicate saw. If its part changed after the entry was
    /// copied, values are compared with <see cref="EqualityComparer{T}.Default"/>, as in
    /// <see cref="TryRemove(TextKey, TValue)"/>. An entry is kept if the predicate or another thread gives it a different
    /// value.</para>
    /// <para>For the entries that are visited, and for allocation, see <see cref="GetEnumerator"/>.</para>
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="predicate"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed before or during the call.</exception>
    /// <exception cref="InvalidOperationException">The comparer of values keeps changing the dictionary.</exception>
    public int RemoveWhere<TArgument>(EntryPredicate<TValue, TArgument> predicate, TArgument argument)
        where TArgument : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(predicate);
        int removed = 0;
        using var entries = new ConcurrentEnumeration<TValue>(_parts);
        while (entries.MoveNext())
        {
            if (predicate(entries.Key, entries.Value, argument) && entries.TryRemove())
            {
                removed++;
            }
        }

        return removed;
    }
}

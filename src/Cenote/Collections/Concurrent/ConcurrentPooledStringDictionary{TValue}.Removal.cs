using System.Diagnostics.CodeAnalysis;
using Cenote.Keys;

namespace Cenote.Collections;

/// <content>Removing keys.</content>
public sealed partial class ConcurrentPooledStringDictionary<TValue>
{
    /// <summary>Removes a key. Its memory goes to the next key of its size.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value it had, or the default one.</param>
    /// <returns>False if the key was not there.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryRemove(TextKey key, [MaybeNullWhen(false)] out TValue value) =>
        PartOf(key).TryRemove(key, out value);

    /// <summary>Removes a key if it has the expected value.</summary>
    /// <param name="key">The key.</param>
    /// <param name="comparisonValue">
    /// The value that the key must have, by <see cref="EqualityComparer{T}.Default"/>, which is called without a lock, and again
    /// if the value changed during the call.
    /// </param>
    /// <returns>False if the key is not there or has another value.</returns>
    /// <remarks>What the comparer throws is thrown here; nothing is changed then.</remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="InvalidOperationException">The comparer changes the value on every comparison.</exception>
    public bool TryRemove(TextKey key, TValue comparisonValue) => PartOf(key).TryRemove(key, comparisonValue);

    /// <summary>Removes a key if it has the expected value.</summary>
    /// <param name="pair">The key and the value that it must have.</param>
    /// <inheritdoc cref="TryRemove(TextKey, TValue)"/>
    public bool TryRemove(KeyValuePair<string, TValue> pair) => TryRemove(pair.Key, pair.Value);

    /// <summary>Removes the entries for which a predicate holds.</summary>
    /// <typeparam name="TArgument">What the predicate needs.</typeparam>
    /// <param name="predicate">
    /// Called for each entry, outside all locks. It may change the dictionary, and gets copies that stay as they are during the
    /// call.
    /// </param>
    /// <param name="argument">Passed to the predicate.</param>
    /// <returns>How many entries were removed.</returns>
    /// <remarks>
    /// <para>An entry is removed only if it still has the value that the predicate saw: by
    /// <see cref="EqualityComparer{T}.Default"/>, as with <see cref="TryRemove(TextKey, TValue)"/>, if its part was
    /// changed since the entry was copied. A value that the predicate or another thread replaces stays.</para>
    /// <para>Which entries are looked at, and what is allocated: see <see cref="GetEnumerator"/>.</para>
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="predicate"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed, by the predicate or otherwise.</exception>
    /// <exception cref="InvalidOperationException">The comparer of values changed the dictionary.</exception>
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

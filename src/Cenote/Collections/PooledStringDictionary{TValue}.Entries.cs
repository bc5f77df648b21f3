using System.Collections;

namespace Cenote.Collections;

/// <content>Operations on all entries: copying, removing, and interface members.</content>
public sealed partial class PooledStringDictionary<TValue>
{
    /// <summary>Removes the entries that match a predicate.</summary>
    /// <typeparam name="TArgument">The type of the predicate's argument.</typeparam>
    /// <param name="predicate">
    /// Called once for each entry. It may look up keys and replace values, but must not add or remove keys.
    /// </param>
    /// <param name="argument">Passed to the predicate.</param>
    /// <returns>The number of removed entries.</returns>
    /// <remarks>
    /// No entry moves, so enumerators stay valid, except those of <see cref="EnumerateSorted"/>. If the predicate throws, earlier
    /// removals remain.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="predicate"/> is null.</exception>
    /// <exception cref="InvalidOperationException">
    /// The predicate added or removed keys, or cleared, trimmed or disposed the dictionary.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public int RemoveWhere<TArgument>(EntryPredicate<TValue, TArgument> predicate, TArgument argument)
        where TArgument : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(predicate);
        int removed = 0;
        foreach (var entry in this)
        {
            int count = Count;
            long version = Version;
            bool holds = predicate(entry.Key, entry.Value, argument);
            if (count != Count || version != Version)
            {
                Throw.PredicateChangedCollection();
            }

            if (holds)
            {
                Remove(entry.Key);
                removed++;
            }
        }

        return removed;
    }

    /// <summary>
    /// Enumerates all entries as pairs, with a new string per key, for LINQ and other APIs that take a sequence.
    /// </summary>
    /// <returns>
    /// An enumerator. Its <c>MoveNext</c> throws under the same conditions as <see cref="Enumerator.MoveNext"/>.
    /// </returns>
    IEnumerator<KeyValuePair<string, TValue>> IEnumerable<KeyValuePair<string, TValue>>.GetEnumerator() =>
        new EntrySequence<TValue, KeyValuePair<string, TValue>>(this, static entry => new(entry.Key.ToString(), entry.Value))
            .GetEnumerator();

    /// <inheritdoc cref="IEnumerable.GetEnumerator"/>
    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<KeyValuePair<string, TValue>>)this).GetEnumerator();

    /// <summary>Advances an enumerator object to the next entry, and reads it.</summary>
    internal static unsafe bool MoveNext<TItem>(
        Enumeration<TValue> enumeration, Func<Entry, TItem> read, [MaybeNullWhen(false)] out TItem item)
    {
        bool found = MoveSlow(enumeration, enumeration.Walk.Next, enumeration.Walk.End);
        item = found ? read(new Entry(enumeration, enumeration.Walk.Cell)) : default;
        return found;
    }

    private static PooledStringDictionaryOptions CheckEntries(
        IEnumerable<KeyValuePair<string, TValue>> entries, PooledStringDictionaryOptions? options)
    {
        ArgumentNullException.ThrowIfNull(entries);
        return options ?? new PooledStringDictionaryOptions();
    }

    private void AddAll(IEnumerable<KeyValuePair<string, TValue>> entries)
    {
        if (entries is PooledStringDictionary<TValue> dictionary)
        {
            EnsureCapacity(dictionary.Count);
            foreach (var entry in dictionary)
            {
                Add(entry.Key, entry.Value);
            }

            return;
        }

        if (entries.TryGetNonEnumeratedCount(out int count))
        {
            EnsureCapacity(count);
        }

        foreach (KeyValuePair<string, TValue> pair in entries)
        {
            Add(pair.Key, pair.Value);
        }
    }
}

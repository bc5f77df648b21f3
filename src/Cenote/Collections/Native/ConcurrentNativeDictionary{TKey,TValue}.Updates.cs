namespace Cenote.Collections;

/// <content>Operations that look first and then change, as one.</content>
public sealed partial class ConcurrentNativeDictionary<TKey, TValue>
{
    /// <summary>The value of a key, which is added if it is not there.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value for a new key.</param>
    /// <returns>The value that the key has now.</returns>
    /// <remarks>Takes no lock where the key is there.</remarks>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory for a new key; the dictionary is unchanged.
    /// </exception>
    public TValue GetOrAdd(TKey key, TValue value)
    {
        ulong hash = _rule.HashOf(in key);
        ConcurrentNativePart<TKey, TValue> part = PartOf(hash);
        if (part.TryGetValue(in key, hash, out TValue found))
        {
            return found;
        }

        if (!part.TryAdd(in key, hash, value, out bool exists, out found) && !exists)
        {
            ThrowNoMemory(hash);
        }

        return exists ? found : value;
    }

    /// <summary>The value of a key, which is made and added if it is not there.</summary>
    /// <param name="key">The key.</param>
    /// <param name="factory">
    /// Makes the value of a new key from the key. Called outside all locks: when several threads add the same key, one of their
    /// values stays.
    /// </param>
    /// <returns>The value that the key has now.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="factory"/> is null.</exception>
    /// <inheritdoc cref="GetOrAdd(TKey, TValue)" path="/exception"/>
    public TValue GetOrAdd(TKey key, Func<TKey, TValue> factory)
    {
        ArgumentNullException.ThrowIfNull(factory);
        return TryGetValue(key, out TValue found) ? found : GetOrAdd(key, factory(key));
    }

    /// <summary>The value of a key, which is made and added if it is not there.</summary>
    /// <typeparam name="TArgument">What the factory needs besides the key: with a static lambda nothing is allocated.</typeparam>
    /// <param name="key">The key.</param>
    /// <param name="factory">
    /// Makes the value of a new key from the key and the argument. Called outside all locks: when several threads add the same
    /// key, one of their values stays.
    /// </param>
    /// <param name="argument">Passed to the factory.</param>
    /// <returns>The value that the key has now.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="factory"/> is null.</exception>
    /// <inheritdoc cref="GetOrAdd(TKey, TValue)" path="/exception"/>
    public TValue GetOrAdd<TArgument>(TKey key, Func<TKey, TArgument, TValue> factory, TArgument argument)
        where TArgument : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(factory);
        return TryGetValue(key, out TValue found) ? found : GetOrAdd(key, factory(key, argument));
    }

    /// <summary>Replaces the value of a key if it is the expected one.</summary>
    /// <param name="key">The key.</param>
    /// <param name="newValue">The value to set.</param>
    /// <param name="comparisonValue">
    /// The value that the key must have, by <see cref="EqualityComparer{T}.Default"/>, which is asked under a lock and must not
    /// change the dictionary.
    /// </param>
    /// <returns>False if the key is not there or has another value.</returns>
    /// <remarks>Needs no memory. What the comparer throws is thrown here; nothing is changed then.</remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="InvalidOperationException">The comparer, or the comparison of keys, changed the dictionary.</exception>
    public bool TryUpdate(TKey key, TValue newValue, TValue comparisonValue)
    {
        ulong hash = _rule.HashOf(in key);
        return PartOf(hash).TryUpdate(in key, hash, newValue, comparisonValue);
    }

    /// <summary>Adds a key, or replaces its value by one that is made from it.</summary>
    /// <param name="key">The key.</param>
    /// <param name="addValue">The value for a new key.</param>
    /// <param name="updateFactory">
    /// Makes the new value from the key and its old value. Called outside all locks, and again if another thread was faster.
    /// </param>
    /// <returns>The value that was set.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="updateFactory"/> is null.</exception>
    /// <inheritdoc cref="GetOrAdd(TKey, TValue)" path="/exception"/>
    public TValue AddOrUpdate(TKey key, TValue addValue, Func<TKey, TValue, TValue> updateFactory)
    {
        ArgumentNullException.ThrowIfNull(updateFactory);
        return AddOrUpdate(
            key,
            static (_, state) => state.addValue,
            static (key, value, state) => state.updateFactory(key, value),
            (addValue, updateFactory));
    }

    /// <summary>Adds a key with a value that is made for it, or replaces its value by one that is made from it.</summary>
    /// <typeparam name="TArgument">What the factories need besides the key: with static lambdas nothing is allocated.</typeparam>
    /// <param name="key">The key.</param>
    /// <param name="addFactory">
    /// Makes the value of a new key from the key and the argument. Called outside all locks, and again if another thread was
    /// faster.
    /// </param>
    /// <param name="updateFactory">
    /// Makes the new value from the key, its old value and the argument. Called in the same way as the other one; the old value
    /// of
    /// the last call is the one that was replaced.
    /// </param>
    /// <param name="argument">Passed to the factories.</param>
    /// <returns>The value that was set.</returns>
    /// <exception cref="ArgumentNullException">A factory is null.</exception>
    /// <inheritdoc cref="GetOrAdd(TKey, TValue)" path="/exception"/>
    public TValue AddOrUpdate<TArgument>(
        TKey key,
        Func<TKey, TArgument, TValue> addFactory,
        Func<TKey, TValue, TArgument, TValue> updateFactory,
        TArgument argument)
        where TArgument : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(addFactory);
        ArgumentNullException.ThrowIfNull(updateFactory);
        ulong hash = _rule.HashOf(in key);
        ConcurrentNativePart<TKey, TValue> part = PartOf(hash);
        while (true)
        {
            if (part.TryGetValue(in key, hash, out TValue old, out uint sequence))
            {
                TValue updated = updateFactory(key, old, argument);
                if (part.TryReplace(in key, hash, updated, old, sequence))
                {
                    return updated;
                }

                continue;
            }

            TValue added = addFactory(key, argument);
            if (part.TryAdd(in key, hash, added, out bool exists, out _))
            {
                return added;
            }

            if (!exists)
            {
                ThrowNoMemory(hash);
            }
        }
    }
}

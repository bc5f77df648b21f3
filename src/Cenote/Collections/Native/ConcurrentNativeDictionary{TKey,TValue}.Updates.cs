namespace Cenote.Collections;

/// <content>Atomic lookup and change.</content>
public sealed partial class ConcurrentNativeDictionary<TKey, TValue>
{
    /// <summary>Returns the value of a key, adding the key if it does not exist.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value for a new key.</param>
    /// <returns>The current value of the key.</returns>
    /// <remarks>Takes no lock if the key exists, unless writers change the same part continually.</remarks>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
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

    /// <summary>Returns the value of a key, creating it if the key does not exist.</summary>
    /// <param name="key">The key.</param>
    /// <param name="factory">
    /// Creates the value of a new key, outside all locks. If several threads add the same key, one value is kept.
    /// </param>
    /// <returns>The current value of the key.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="factory"/> is null.</exception>
    /// <inheritdoc cref="GetOrAdd(TKey, TValue)" path="/exception"/>
    public TValue GetOrAdd(TKey key, Func<TKey, TValue> factory)
    {
        ArgumentNullException.ThrowIfNull(factory);
        return TryGetValue(key, out TValue found) ? found : GetOrAdd(key, factory(key));
    }

    /// <summary>Returns the value of a key, creating it if the key does not exist.</summary>
    /// <typeparam name="TArgument">The type of the argument. Passing one lets a static lambda replace a closure.</typeparam>
    /// <param name="key">The key.</param>
    /// <param name="factory">
    /// Creates the value of a new key, outside all locks. If several threads add the same key, one value is kept.
    /// </param>
    /// <param name="argument">Passed to the factory.</param>
    /// <returns>The current value of the key.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="factory"/> is null.</exception>
    /// <inheritdoc cref="GetOrAdd(TKey, TValue)" path="/exception"/>
    public TValue GetOrAdd<TArgument>(TKey key, Func<TKey, TArgument, TValue> factory, TArgument argument)
        where TArgument : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(factory);
        return TryGetValue(key, out TValue found) ? found : GetOrAdd(key, factory(key, argument));
    }

    /// <summary>Replaces the value of a key if it equals the expected one.</summary>
    /// <param name="key">The key.</param>
    /// <param name="newValue">The new value.</param>
    /// <param name="comparisonValue">
    /// The expected value. <see cref="EqualityComparer{T}.Default"/> compares it under a lock and must not change the dictionary.
    /// </param>
    /// <returns>False if the key does not exist or has another value.</returns>
    /// <remarks>Allocates nothing. Exceptions thrown by the comparer propagate; nothing is changed.</remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="InvalidOperationException">A comparer of keys or values changed the dictionary.</exception>
    public bool TryUpdate(TKey key, TValue newValue, TValue comparisonValue)
    {
        ulong hash = _rule.HashOf(in key);
        return PartOf(hash).TryUpdate(in key, hash, newValue, comparisonValue);
    }

    /// <summary>Adds a key, or replaces its value with one computed from the old one.</summary>
    /// <param name="key">The key.</param>
    /// <param name="addValue">The value for a new key.</param>
    /// <param name="updateFactory">
    /// Computes the new value from the old one. Called outside all locks, and again if another thread changes the value first.
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

    /// <summary>Adds a key, or replaces its value with one computed from the old one.</summary>
    /// <typeparam name="TArgument">The type of the argument. Passing one lets static lambdas replace closures.</typeparam>
    /// <param name="key">The key.</param>
    /// <param name="addFactory">
    /// Creates the value of a new key. Called outside all locks, and again if another thread adds or changes the key first.
    /// </param>
    /// <param name="updateFactory">
    /// Computes the new value from the old one. Like <paramref name="addFactory"/>, it runs outside all locks and may be called
    /// again. The last call receives the value that is replaced.
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

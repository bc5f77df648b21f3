using Cenote.Keys;

namespace Cenote.Collections;

/// <content>Atomic lookup and change.</content>
public sealed partial class ConcurrentPooledStringDictionary<TValue>
{
    /// <summary>Returns the value of a key, adding the key if it does not exist.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value for a new key.</param>
    /// <returns>The current value of the key.</returns>
    /// <remarks>Takes no lock if the key exists, unless writers change the same part continually.</remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory for a new key; the dictionary is unchanged.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A new key is longer than <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>.
    /// </exception>
    public TValue GetOrAdd(TextKey key, TValue value)
    {
        if (TryGetValue(key, out TValue? found))
        {
            return found;
        }

        return key.IsUtf8 ? GetOrAddUtf8(key.Utf8, value) : PartOf(key).GetOrAdd(key, value, out _);
    }

    /// <summary>Returns the value of a key, creating it if the key does not exist.</summary>
    /// <param name="key">The key.</param>
    /// <param name="factory">
    /// Creates the value of a new key, outside all locks. If several threads add the same key, one value is kept.
    /// </param>
    /// <returns>The current value of the key.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="factory"/> is null.</exception>
    /// <inheritdoc cref="GetOrAdd(TextKey, TValue)" path="/exception"/>
    public TValue GetOrAdd(TextKey key, Func<ReadOnlySpan<char>, TValue> factory)
    {
        ArgumentNullException.ThrowIfNull(factory);
        return TryGetValue(key, out TValue? found)
            ? found
            : CreateAndAdd(key, static (key, factory) => factory(key), factory);
    }

    /// <summary>Returns the value of a key, creating it if the key does not exist.</summary>
    /// <typeparam name="TArgument">The type of the factory's argument.</typeparam>
    /// <param name="key">The key.</param>
    /// <param name="factory">
    /// Creates the value of a new key, outside all locks. If several threads add the same key, one value is kept.
    /// </param>
    /// <param name="argument">Passed to the factory.</param>
    /// <returns>The current value of the key.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="factory"/> is null.</exception>
    /// <inheritdoc cref="GetOrAdd(TextKey, TValue)" path="/exception"/>
    public TValue GetOrAdd<TArgument>(TextKey key, Func<TArgument, TValue> factory, TArgument argument)
        where TArgument : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(factory);
        return TryGetValue(key, out TValue? found) ? found : CreateAndAdd(key, factory, argument);
    }

    /// <summary>Returns the value of a key, creating it if the key does not exist.</summary>
    /// <typeparam name="TArgument">The type of the factory's argument.</typeparam>
    /// <param name="key">The key.</param>
    /// <param name="factory">
    /// Creates the value of a new key, outside all locks. If several threads add the same key, one value is kept.
    /// </param>
    /// <param name="argument">Passed to the factory.</param>
    /// <returns>The current value of the key.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="factory"/> is null.</exception>
    /// <inheritdoc cref="GetOrAdd(TextKey, TValue)" path="/exception"/>
    public TValue GetOrAdd<TArgument>(
        TextKey key, Func<ReadOnlySpan<char>, TArgument, TValue> factory, TArgument argument)
        where TArgument : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(factory);
        return TryGetValue(key, out TValue? found) ? found : CreateAndAdd(key, factory, argument);
    }

    /// <summary>Replaces the value of a key if it equals the expected one.</summary>
    /// <param name="key">The key.</param>
    /// <param name="newValue">The new value.</param>
    /// <param name="comparisonValue">
    /// The expected value, compared by <see cref="EqualityComparer{T}.Default"/>. Unless values are primitives, enums or strings,
    /// the comparison runs outside the lock and is repeated if the value may have changed. After 64 attempts, it runs under the
    /// lock.
    /// </param>
    /// <returns>False if the key does not exist or has another value.</returns>
    /// <remarks>Allocates nothing. Exceptions thrown by the comparer propagate; nothing is changed.</remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="InvalidOperationException">The comparer keeps changing the dictionary.</exception>
    public bool TryUpdate(TextKey key, TValue newValue, TValue comparisonValue) =>
        key.IsUtf8 ? TryUpdateUtf8(key.Utf8, newValue, comparisonValue) : PartOf(key).TryUpdate(key, newValue, comparisonValue);

    /// <summary>Adds a key, or replaces its value with one computed from the old one.</summary>
    /// <param name="key">The key.</param>
    /// <param name="addValue">The value for a new key.</param>
    /// <param name="update">
    /// Computes the new value from the old one. Called outside all locks, and again if another thread changes the value first.
    /// </param>
    /// <returns>The value that was set.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="update"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The comparer of values keeps changing the dictionary.</exception>
    /// <inheritdoc cref="GetOrAdd(TextKey, TValue)" path="/exception"/>
    public TValue AddOrUpdate(TextKey key, TValue addValue, Func<TValue, TValue> update)
    {
        ArgumentNullException.ThrowIfNull(update);
        return AddOrUpdate(
            key,
            static (_, state) => state.addValue,
            static (_, value, state) => state.update(value),
            (addValue, update));
    }

    /// <summary>Adds a key, or replaces its value with one computed from the old one.</summary>
    /// <param name="key">The key.</param>
    /// <param name="addFactory">
    /// Creates the value of a new key. Called outside all locks, and again if another thread adds or changes the key first.
    /// </param>
    /// <param name="updateFactory">
    /// Computes the new value from the old one. Like <paramref name="addFactory"/>, it runs outside all locks and may be called
    /// again.
    /// </param>
    /// <returns>The value that was set.</returns>
    /// <exception cref="ArgumentNullException">A factory is null.</exception>
    /// <exception cref="InvalidOperationException">The comparer of values keeps changing the dictionary.</exception>
    /// <inheritdoc cref="GetOrAdd(TextKey, TValue)" path="/exception"/>
    public TValue AddOrUpdate(
        TextKey key,
        Func<ReadOnlySpan<char>, TValue> addFactory,
        Func<ReadOnlySpan<char>, TValue, TValue> updateFactory)
    {
        ArgumentNullException.ThrowIfNull(addFactory);
        ArgumentNullException.ThrowIfNull(updateFactory);
        return AddOrUpdate(
            key,
            static (key, factories) => factories.addFactory(key),
            static (key, value, factories) => factories.updateFactory(key, value),
            (addFactory, updateFactory));
    }

    /// <summary>Adds a key, or replaces its value with one computed from the old one.</summary>
    /// <typeparam name="TState">The type of the state. Passing a state lets static lambdas replace closures.</typeparam>
    /// <param name="key">The key.</param>
    /// <param name="addFactory">
    /// Creates the value of a new key. Called outside all locks, and again if another thread adds or changes the key first.
    /// </param>
    /// <param name="updateFactory">
    /// Computes the new value from the old one. Like <paramref name="addFactory"/>, it runs outside all locks and may be called
    /// again. The last call receives the value that is replaced.
    /// </param>
    /// <param name="state">Passed to the factories.</param>
    /// <returns>The value that was set.</returns>
    /// <exception cref="ArgumentNullException">A factory is null.</exception>
    /// <exception cref="InvalidOperationException">
    /// The comparer of values keeps changing the dictionary. The comparer is called as in
    /// <see cref="TryUpdate(TextKey, TValue, TValue)"/>.
    /// </exception>
    /// <inheritdoc cref="GetOrAdd(TextKey, TValue)" path="/exception"/>
    [SkipLocalsInit]
    public TValue AddOrUpdate<TState>(
        TextKey key,
        Func<ReadOnlySpan<char>, TState, TValue> addFactory,
        Func<ReadOnlySpan<char>, TValue, TState, TValue> updateFactory,
        TState state)
        where TState : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(addFactory);
        ArgumentNullException.ThrowIfNull(updateFactory);

        // The factories may change the memory of the key.
        using var copy = new KeyCopy(key, stackalloc char[KeyCopy.StackChars]);
        while (true)
        {
            if (TryGetValue(copy.Chars, out TValue? value))
            {
                TValue newValue = updateFactory(copy.Chars, value, state);
                if (TryUpdate(copy.Chars, newValue, value))
                {
                    return newValue;
                }
            }
            else
            {
                TValue made = addFactory(copy.Chars, state);
                TValue added = PartOf(copy.Chars).GetOrAdd(copy.Chars, made, out bool exists);
                if (!exists)
                {
                    return added;
                }
            }
        }
    }

    // Copies the key, because the factory may change its memory.
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private TValue CreateAndAdd<TArgument>(
        TextKey key, Func<ReadOnlySpan<char>, TArgument, TValue> factory, TArgument argument)
        where TArgument : allows ref struct
    {
        using var copy = new KeyCopy(key, stackalloc char[KeyCopy.StackChars]);
        return GetOrAdd(copy.Chars, factory(copy.Chars, argument));
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private TValue CreateAndAdd<TArgument>(TextKey key, Func<TArgument, TValue> factory, TArgument argument)
        where TArgument : allows ref struct
    {
        using var copy = new KeyCopy(key, stackalloc char[KeyCopy.StackChars]);
        return GetOrAdd(copy.Chars, factory(argument));
    }
}

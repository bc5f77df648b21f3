using Cenote.Memory;

namespace Cenote.Collections;

/// <content>Operations that look first and change then, as one.</content>
public sealed partial class ConcurrentPooledStringDictionary<TValue>
{
    /// <summary>The value of a key, which is added if it is not there.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value for a new key.</param>
    /// <returns>The value that the key has now.</returns>
    /// <remarks>Takes no lock where the key is there.</remarks>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, TValue)" path="/exception"/>
    public TValue GetOrAdd(ReadOnlySpan<char> key, TValue value)
    {
        while (true)
        {
            if (TryGetValue(key, out TValue? found))
            {
                return found;
            }

            if (TryAdd(key, value))
            {
                return value;
            }
        }
    }

    /// <summary>The value of a key, which is made and added if it is not there.</summary>
    /// <typeparam name="TArgument">What the factory needs.</typeparam>
    /// <param name="key">The key.</param>
    /// <param name="factory">Makes the value for a new key. Called outside all locks: when several threads add the same key, one of their values stays.</param>
    /// <param name="argument">Passed to the factory.</param>
    /// <returns>The value that the key has now.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="factory"/> is null.</exception>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, TValue)" path="/exception"/>
    public TValue GetOrAdd<TArgument>(ReadOnlySpan<char> key, Func<TArgument, TValue> factory, TArgument argument)
        where TArgument : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(factory);
        return TryGetValue(key, out TValue? found) ? found : GetOrAdd(key, factory(argument));
    }

    /// <summary>Replaces the value of a key if it is the expected one.</summary>
    /// <param name="key">The key.</param>
    /// <param name="newValue">The value to set.</param>
    /// <param name="comparisonValue">The value that the key must have, by <see cref="EqualityComparer{T}.Default"/>, which is asked under a lock.</param>
    /// <returns>False if the key is not there or has another value.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryUpdate(ReadOnlySpan<char> key, TValue newValue, TValue comparisonValue)
    {
        ConcurrentPart<TValue> part = PartOf(KeyHash.ComputeLong(key));
        lock (part.Gate)
        {
            if (!part.Entries.TryGetValue(key, out TValue? value) || !EqualityComparer<TValue>.Default.Equals(value, comparisonValue))
            {
                return false;
            }

            // The key is there: nothing can fail.
            part.BeginChange();
            part.Entries[key] = newValue;
            part.EndChange();
            return true;
        }
    }

    /// <summary>Adds a key, or replaces its value by one that is made of it.</summary>
    /// <param name="key">The key.</param>
    /// <param name="addValue">The value for a new key.</param>
    /// <param name="update">Makes the new value of the old one. Called outside all locks, and again if another thread was faster.</param>
    /// <returns>The value that was set.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="update"/> is null.</exception>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, TValue)" path="/exception"/>
    public TValue AddOrUpdate(ReadOnlySpan<char> key, TValue addValue, Func<TValue, TValue> update)
    {
        ArgumentNullException.ThrowIfNull(update);
        while (true)
        {
            if (TryGetValue(key, out TValue? value))
            {
                TValue newValue = update(value);
                if (TryUpdate(key, newValue, value))
                {
                    return newValue;
                }
            }
            else if (TryAdd(key, addValue))
            {
                return addValue;
            }
        }
    }
}

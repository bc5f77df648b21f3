using System.Diagnostics.CodeAnalysis;

namespace Cenote.Collections;

/// <content>Keys that are interpolated strings: up to 256 chars of them are formatted without an allocation.</content>
public sealed partial class ConcurrentPooledStringDictionary<TValue>
{
    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="this[ReadOnlySpan{char}]"/>
    public TValue this[StringKeyHandler key]
    {
        get => this[key.Text];
        set => this[key.Text] = value;
    }

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="value">The value, or the default one.</param>
    /// <inheritdoc cref="TryGetValue(ReadOnlySpan{char}, out TValue)"/>
    public bool TryGetValue(ref StringKeyHandler key, [MaybeNullWhen(false)] out TValue value) =>
        TryGetValue(key.Text, out value);

    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="ContainsKey(ReadOnlySpan{char})"/>
    public bool ContainsKey(ref StringKeyHandler key) => ContainsKey(key.Text);

    /// <param name="key">The key, an interpolated string, which is copied.</param>
    /// <param name="value">Its value.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, TValue)"/>
    public bool TryAdd(ref StringKeyHandler key, TValue value) => TryAdd(key.Text, value);

    /// <param name="key">The key, an interpolated string, which is copied.</param>
    /// <param name="value">Its value.</param>
    /// <param name="exists">Whether the key was there before; its value stays.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, TValue, out bool)"/>
    public bool TryAdd(ref StringKeyHandler key, TValue value, out bool exists) => TryAdd(key.Text, value, out exists);

    /// <param name="key">The key, an interpolated string, which is copied if it is new.</param>
    /// <param name="value">The value to add.</param>
    /// <inheritdoc cref="GetOrAdd(ReadOnlySpan{char}, TValue)"/>
    public TValue GetOrAdd(ref StringKeyHandler key, TValue value) => GetOrAdd(key.Text, value);

    /// <param name="key">The key, an interpolated string, which is copied if it is new.</param>
    /// <param name="factory">
    /// Makes the value of a new key from the key. Called outside all locks: when several threads add the same key, one of their
    /// values stays.
    /// </param>
    /// <inheritdoc cref="GetOrAdd(ReadOnlySpan{char}, Func{ReadOnlySpan{char}, TValue})"/>
    public TValue GetOrAdd(ref StringKeyHandler key, Func<ReadOnlySpan<char>, TValue> factory) => GetOrAdd(key.Text, factory);

    /// <typeparam name="TArgument">What the factory needs.</typeparam>
    /// <param name="key">The key, an interpolated string, which is copied if it is new.</param>
    /// <param name="factory">
    /// Makes the value for a new key. Called outside all locks: when several threads add the same key, one of their values stays.
    /// </param>
    /// <param name="argument">Passed to the factory.</param>
    /// <inheritdoc cref="GetOrAdd{TArgument}(ReadOnlySpan{char}, Func{TArgument, TValue}, TArgument)"/>
    public TValue GetOrAdd<TArgument>(ref StringKeyHandler key, Func<TArgument, TValue> factory, scoped TArgument argument)
        where TArgument : allows ref struct => GetOrAdd(key.Text, factory, argument);

    /// <typeparam name="TArgument">What the factory needs besides the key.</typeparam>
    /// <param name="key">The key, an interpolated string, which is copied if it is new.</param>
    /// <param name="factory">
    /// Makes the value of a new key from the key and the argument. Called outside all locks: when several threads add the same
    /// key, one of their values stays.
    /// </param>
    /// <param name="argument">Passed to the factory.</param>
    /// <inheritdoc cref="GetOrAdd{TArgument}(ReadOnlySpan{char}, Func{ReadOnlySpan{char}, TArgument, TValue}, TArgument)"/>
    public TValue GetOrAdd<TArgument>(
        ref StringKeyHandler key, Func<ReadOnlySpan<char>, TArgument, TValue> factory, scoped TArgument argument)
        where TArgument : allows ref struct => GetOrAdd(key.Text, factory, argument);

    /// <param name="key">The key, an interpolated string, which is copied if it is new.</param>
    /// <param name="addValue">The value for a new key.</param>
    /// <param name="update">
    /// Makes the new value from the old one. Called outside all locks, and again if another thread was faster.
    /// </param>
    /// <inheritdoc cref="AddOrUpdate(ReadOnlySpan{char}, TValue, Func{TValue, TValue})"/>
    public TValue AddOrUpdate(ref StringKeyHandler key, TValue addValue, Func<TValue, TValue> update) =>
        AddOrUpdate(key.Text, addValue, update);

    /// <param name="key">The key, an interpolated string, which is copied if it is new.</param>
    /// <param name="addFactory">
    /// Makes the value of a new key from the key. Called outside all locks, and again if another thread was faster.
    /// </param>
    /// <param name="updateFactory">Makes the new value from the key and its old value. Called in the same way as the other
    /// one.</param>
    /// <inheritdoc cref="AddOrUpdate(ReadOnlySpan{char}, Func{ReadOnlySpan{char}, TValue}, Func{ReadOnlySpan{char}, TValue, TValue})"/>
    public TValue AddOrUpdate(
        ref StringKeyHandler key,
        Func<ReadOnlySpan<char>, TValue> addFactory,
        Func<ReadOnlySpan<char>, TValue, TValue> updateFactory) => AddOrUpdate(key.Text, addFactory, updateFactory);

    /// <typeparam name="TState">What the factories need besides the key: with static lambdas nothing is allocated.</typeparam>
    /// <param name="key">The key, an interpolated string, which is copied if it is new.</param>
    /// <param name="addFactory">
    /// Makes the value of a new key from the key and the state. Called outside all locks, and again if another thread was faster.
    /// </param>
    /// <param name="updateFactory">
    /// Makes the new value from the key, its old value and the state. Called in the same way as the other one; the old value of
    /// the last call is the one that was replaced.
    /// </param>
    /// <param name="state">Passed to the factories.</param>
    /// <inheritdoc cref="AddOrUpdate{TState}(ReadOnlySpan{char}, Func{ReadOnlySpan{char}, TState, TValue}, Func{ReadOnlySpan{char}, TValue, TState, TValue}, TState)"/>
    public TValue AddOrUpdate<TState>(
        ref StringKeyHandler key,
        Func<ReadOnlySpan<char>, TState, TValue> addFactory,
        Func<ReadOnlySpan<char>, TValue, TState, TValue> updateFactory,
        scoped TState state)
        where TState : allows ref struct => AddOrUpdate(key.Text, addFactory, updateFactory, state);

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="newValue">The value to set.</param>
    /// <param name="comparisonValue">
    /// The value that the key must have, by <see cref="EqualityComparer{T}.Default"/>, which is called without a lock, and again
    /// if the value changed during the call.
    /// </param>
    /// <inheritdoc cref="TryUpdate(ReadOnlySpan{char}, TValue, TValue)"/>
    public bool TryUpdate(ref StringKeyHandler key, TValue newValue, TValue comparisonValue) =>
        TryUpdate(key.Text, newValue, comparisonValue);

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="value">The value to set.</param>
    /// <param name="oldValue">The value that was replaced, or the default one.</param>
    /// <inheritdoc cref="TryExchange(ReadOnlySpan{char}, TValue, out TValue)"/>
    public bool TryExchange(ref StringKeyHandler key, TValue value, [MaybeNullWhen(false)] out TValue oldValue) =>
        TryExchange(key.Text, value, out oldValue);

    /// <param name="key">The key, an interpolated string, which is copied if it is new.</param>
    /// <param name="value">Its value.</param>
    /// <param name="oldValue">The value that was replaced, or the default one.</param>
    /// <inheritdoc cref="Set(ReadOnlySpan{char}, TValue, out TValue)"/>
    public bool Set(ref StringKeyHandler key, TValue value, [MaybeNullWhen(false)] out TValue oldValue) =>
        Set(key.Text, value, out oldValue);

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="value">The value it had, or the default one.</param>
    /// <inheritdoc cref="TryRemove(ReadOnlySpan{char}, out TValue)"/>
    public bool TryRemove(ref StringKeyHandler key, [MaybeNullWhen(false)] out TValue value) => TryRemove(key.Text, out value);

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="comparisonValue">
    /// The value that the key must have, by <see cref="EqualityComparer{T}.Default"/>, which is called without a lock, and again
    /// if the value changed during the call.
    /// </param>
    /// <inheritdoc cref="TryRemove(ReadOnlySpan{char}, TValue)"/>
    public bool TryRemove(ref StringKeyHandler key, TValue comparisonValue) => TryRemove(key.Text, comparisonValue);
}

using Cenote.Formatting;
using Cenote.Keys;

namespace Cenote.Collections;

/// <content>Interpolated strings as keys, formatted without allocating a string.</content>
public sealed partial class ConcurrentPooledStringDictionary<TValue>
{
    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="this[TextKey]"/>
    [OverloadResolutionPriority(1)]
    public TValue this[StringHandler key]
    {
        // The handler is not cleared: a compound assignment uses copies of it for both accessors.
        get => this[key.Text];
        set => this[key.Text] = value;
    }

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="value">The value, or the default.</param>
    /// <inheritdoc cref="TryGetValue(TextKey, out TValue)"/>
    [OverloadResolutionPriority(1)]
    public bool TryGetValue(ref StringHandler key, [MaybeNullWhen(false)] out TValue value) =>
        key.ClearAndReturn(TryGetValue(key.Text, out value));

    /// <param name="key">The key, an interpolated string.</param>
    /// <inheritdoc cref="ContainsKey(TextKey)"/>
    [OverloadResolutionPriority(1)]
    public bool ContainsKey(ref StringHandler key) => key.ClearAndReturn(ContainsKey(key.Text));

    /// <param name="key">The key, an interpolated string, which is copied.</param>
    /// <param name="value">The value.</param>
    /// <inheritdoc cref="TryAdd(TextKey, TValue)"/>
    [OverloadResolutionPriority(1)]
    public bool TryAdd(ref StringHandler key, TValue value) => key.ClearAndReturn(TryAdd(key.Text, value));

    /// <param name="key">The key, an interpolated string, which is copied.</param>
    /// <param name="value">The value.</param>
    /// <param name="exists">Whether the key existed; if so, its value is unchanged.</param>
    /// <inheritdoc cref="TryAdd(TextKey, TValue, out bool)"/>
    [OverloadResolutionPriority(1)]
    public bool TryAdd(ref StringHandler key, TValue value, out bool exists) => key.ClearAndReturn(TryAdd(key.Text, value, out exists));

    /// <param name="key">The key, an interpolated string; copied if new.</param>
    /// <param name="value">The value to add.</param>
    /// <inheritdoc cref="GetOrAdd(TextKey, TValue)"/>
    [OverloadResolutionPriority(1)]
    public TValue GetOrAdd(ref StringHandler key, TValue value) => key.ClearAndReturn(GetOrAdd(key.Text, value));

    /// <param name="key">The key, an interpolated string; copied if new.</param>
    /// <param name="factory">
    /// Creates the value of a new key, outside all locks. If several threads add the same key, one value is kept.
    /// </param>
    /// <inheritdoc cref="GetOrAdd(TextKey, Func{ReadOnlySpan{char}, TValue})"/>
    [OverloadResolutionPriority(1)]
    public TValue GetOrAdd(ref StringHandler key, Func<ReadOnlySpan<char>, TValue> factory) =>
        key.ClearAndReturn(GetOrAdd(key.Text, factory));

    /// <typeparam name="TArgument">The type of the factory's argument.</typeparam>
    /// <param name="key">The key, an interpolated string; copied if new.</param>
    /// <param name="factory">
    /// Creates the value of a new key, outside all locks. If several threads add the same key, one value is kept.
    /// </param>
    /// <param name="argument">Passed to the factory.</param>
    /// <inheritdoc cref="GetOrAdd{TArgument}(TextKey, Func{TArgument, TValue}, TArgument)"/>
    [OverloadResolutionPriority(1)]
    public TValue GetOrAdd<TArgument>(ref StringHandler key, Func<TArgument, TValue> factory, scoped TArgument argument)
        where TArgument : allows ref struct => key.ClearAndReturn(GetOrAdd(key.Text, factory, argument));

    /// <typeparam name="TArgument">The type of the factory's argument.</typeparam>
    /// <param name="key">The key, an interpolated string; copied if new.</param>
    /// <param name="factory">
    /// Creates the value of a new key, outside all locks. If several threads add the same key, one value is kept.
    /// </param>
    /// <param name="argument">Passed to the factory.</param>
    /// <inheritdoc cref="GetOrAdd{TArgument}(TextKey, Func{ReadOnlySpan{char}, TArgument, TValue}, TArgument)"/>
    [OverloadResolutionPriority(1)]
    public TValue GetOrAdd<TArgument>(
        ref StringHandler key, Func<ReadOnlySpan<char>, TArgument, TValue> factory, scoped TArgument argument)
        where TArgument : allows ref struct => key.ClearAndReturn(GetOrAdd(key.Text, factory, argument));

    /// <param name="key">The key, an interpolated string; copied if new.</param>
    /// <param name="addValue">The value for a new key.</param>
    /// <param name="update">
    /// Computes the new value from the old one. Called outside all locks, and again if another thread changes the value first.
    /// </param>
    /// <inheritdoc cref="AddOrUpdate(TextKey, TValue, Func{TValue, TValue})"/>
    [OverloadResolutionPriority(1)]
    public TValue AddOrUpdate(ref StringHandler key, TValue addValue, Func<TValue, TValue> update) =>
        key.ClearAndReturn(AddOrUpdate(key.Text, addValue, update));

    /// <param name="key">The key, an interpolated string; copied if new.</param>
    /// <param name="addFactory">
    /// Creates the value of a new key. Called outside all locks, and again if another thread adds or changes the key first.
    /// </param>
    /// <param name="updateFactory">
    /// Computes the new value from the old one. Like <paramref name="addFactory"/>, it runs outside all locks and may be called
    /// again.
    /// </param>
    /// <inheritdoc cref="AddOrUpdate(TextKey, Func{ReadOnlySpan{char}, TValue}, Func{ReadOnlySpan{char}, TValue, TValue})"/>
    [OverloadResolutionPriority(1)]
    public TValue AddOrUpdate(
        ref StringHandler key,
        Func<ReadOnlySpan<char>, TValue> addFactory,
        Func<ReadOnlySpan<char>, TValue, TValue> updateFactory) => key.ClearAndReturn(AddOrUpdate(key.Text, addFactory, updateFactory));

    /// <typeparam name="TState">The type of the state. Passing a state lets static lambdas replace closures.</typeparam>
    /// <param name="key">The key, an interpolated string; copied if new.</param>
    /// <param name="addFactory">
    /// Creates the value of a new key. Called outside all locks, and again if another thread adds or changes the key first.
    /// </param>
    /// <param name="updateFactory">
    /// Computes the new value from the old one. Like <paramref name="addFactory"/>, it runs outside all locks and may be called
    /// again. The last call receives the value that is replaced.
    /// </param>
    /// <param name="state">Passed to the factories.</param>
    /// <inheritdoc cref="AddOrUpdate{TState}(TextKey, Func{ReadOnlySpan{char}, TState, TValue}, Func{ReadOnlySpan{char}, TValue, TState, TValue}, TState)"/>
    [OverloadResolutionPriority(1)]
    public TValue AddOrUpdate<TState>(
        ref StringHandler key,
        Func<ReadOnlySpan<char>, TState, TValue> addFactory,
        Func<ReadOnlySpan<char>, TValue, TState, TValue> updateFactory,
        scoped TState state)
        where TState : allows ref struct => key.ClearAndReturn(AddOrUpdate(key.Text, addFactory, updateFactory, state));

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="newValue">The new value.</param>
    /// <param name="comparisonValue">
    /// The expected value, compared by <see cref="EqualityComparer{T}.Default"/>. Unless values are primitives, enums or strings,
    /// the comparison runs outside the lock and is repeated if the value may have changed. After 64 attempts, it runs under the
    /// lock.
    /// </param>
    /// <inheritdoc cref="TryUpdate(TextKey, TValue, TValue)"/>
    [OverloadResolutionPriority(1)]
    public bool TryUpdate(ref StringHandler key, TValue newValue, TValue comparisonValue) =>
        key.ClearAndReturn(TryUpdate(key.Text, newValue, comparisonValue));

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="value">The new value.</param>
    /// <param name="oldValue">The replaced value, or the default.</param>
    /// <inheritdoc cref="TryExchange(TextKey, TValue, out TValue)"/>
    [OverloadResolutionPriority(1)]
    public bool TryExchange(ref StringHandler key, TValue value, [MaybeNullWhen(false)] out TValue oldValue) =>
        key.ClearAndReturn(TryExchange(key.Text, value, out oldValue));

    /// <param name="key">The key, an interpolated string; copied if new.</param>
    /// <param name="value">The value.</param>
    /// <param name="oldValue">The replaced value, or the default.</param>
    /// <inheritdoc cref="Set(TextKey, TValue, out TValue)"/>
    [OverloadResolutionPriority(1)]
    public bool Set(ref StringHandler key, TValue value, [MaybeNullWhen(false)] out TValue oldValue) =>
        key.ClearAndReturn(Set(key.Text, value, out oldValue));

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="value">The removed value, or the default.</param>
    /// <inheritdoc cref="TryRemove(TextKey, out TValue)"/>
    [OverloadResolutionPriority(1)]
    public bool TryRemove(ref StringHandler key, [MaybeNullWhen(false)] out TValue value) =>
        key.ClearAndReturn(TryRemove(key.Text, out value));

    /// <param name="key">The key, an interpolated string.</param>
    /// <param name="comparisonValue">
    /// The expected value, compared by <see cref="EqualityComparer{T}.Default"/>. Unless values are primitives, enums or strings,
    /// the comparison runs outside the lock and is repeated if the value may have changed. After 64 attempts, it runs under the
    /// lock.
    /// </param>
    /// <inheritdoc cref="TryRemove(TextKey, TValue)"/>
    [OverloadResolutionPriority(1)]
    public bool TryRemove(ref StringHandler key, TValue comparisonValue) => key.ClearAndReturn(TryRemove(key.Text, comparisonValue));
}

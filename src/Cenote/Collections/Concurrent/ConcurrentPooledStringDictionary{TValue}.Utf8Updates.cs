using System.Runtime.CompilerServices;
using Cenote.Text;

namespace Cenote.Collections;

/// <content>Operations that look first and then change, with keys that come as UTF-8.</content>
public sealed partial class ConcurrentPooledStringDictionary<TValue>
{
    /// <summary>The value of a key, which is added if it is not there.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">The value for a new key.</param>
    /// <inheritdoc cref="GetOrAdd(ReadOnlySpan{char}, TValue)"/>
    [SkipLocalsInit]
    public TValue GetOrAddUtf8(ReadOnlySpan<byte> key, TValue value)
    {
        if (TryGetValueUtf8(key, out TValue? found))
        {
            return found;
        }

        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return GetOrAdd(text.Chars, value);
    }

    /// <summary>The value of a key, which is made and added if it is not there.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="factory">
    /// Makes the value of a new key from the key in UTF-16, outside all locks: when several threads add the same key, one of
    /// their values stays.
    /// </param>
    /// <inheritdoc cref="GetOrAdd(ReadOnlySpan{char}, Func{ReadOnlySpan{char}, TValue})"/>
    [SkipLocalsInit]
    public TValue GetOrAddUtf8(ReadOnlySpan<byte> key, Func<ReadOnlySpan<char>, TValue> factory)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return GetOrAdd(text.Chars, factory);
    }

    /// <summary>The value of a key, which is made and added if it is not there.</summary>
    /// <typeparam name="TArgument">What the factory needs.</typeparam>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="factory">
    /// Makes the value for a new key, outside all locks: when several threads add the same key, one of their values stays.
    /// </param>
    /// <param name="argument">Passed to the factory.</param>
    /// <inheritdoc cref="GetOrAdd{TArgument}(ReadOnlySpan{char}, Func{TArgument, TValue}, TArgument)"/>
    [SkipLocalsInit]
    public TValue GetOrAddUtf8<TArgument>(ReadOnlySpan<byte> key, Func<TArgument, TValue> factory, TArgument argument)
        where TArgument : allows ref struct
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return GetOrAdd(text.Chars, factory, argument);
    }

    /// <summary>The value of a key, which is made and added if it is not there.</summary>
    /// <typeparam name="TArgument">What the factory needs.</typeparam>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="factory">
    /// Makes the value of a new key from the key in UTF-16, outside all locks: when several threads add the same key, one of
    /// their values stays.
    /// </param>
    /// <param name="argument">Passed to the factory.</param>
    /// <inheritdoc cref="GetOrAdd{TArgument}(ReadOnlySpan{char}, Func{ReadOnlySpan{char}, TArgument, TValue}, TArgument)"/>
    [SkipLocalsInit]
    public TValue GetOrAddUtf8<TArgument>(
        ReadOnlySpan<byte> key, Func<ReadOnlySpan<char>, TArgument, TValue> factory, TArgument argument)
        where TArgument : allows ref struct
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return GetOrAdd(text.Chars, factory, argument);
    }

    /// <summary>Replaces the value of a key if it is the expected one.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="newValue">The value to set.</param>
    /// <param name="comparisonValue">The value that the key must have, by <see cref="EqualityComparer{T}.Default"/>.</param>
    /// <inheritdoc cref="TryUpdate(ReadOnlySpan{char}, TValue, TValue)"/>
    [SkipLocalsInit]
    public bool TryUpdateUtf8(ReadOnlySpan<byte> key, TValue newValue, TValue comparisonValue)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return TryUpdate(text.Chars, newValue, comparisonValue);
    }

    /// <summary>Adds a key, or replaces its value by one that is made from it.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="addValue">The value for a new key.</param>
    /// <param name="update">
    /// Makes the new value from the old one. Called outside all locks, and again if another thread was faster.
    /// </param>
    /// <inheritdoc cref="AddOrUpdate(ReadOnlySpan{char}, TValue, Func{TValue, TValue})"/>
    [SkipLocalsInit]
    public TValue AddOrUpdateUtf8(ReadOnlySpan<byte> key, TValue addValue, Func<TValue, TValue> update)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return AddOrUpdate(text.Chars, addValue, update);
    }

    /// <summary>Adds a key with a value that is made for it, or replaces its value by one that is made from it.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="addFactory">
    /// Makes the value of a new key from the key in UTF-16. Called outside all locks, and again if another thread was faster.
    /// </param>
    /// <param name="updateFactory">Makes the new value from the key in UTF-16 and its old value. Called in the same way as the
    /// other one.</param>
    /// <returns>The value that was set.</returns>
    /// <exception cref="ArgumentNullException">A factory is null.</exception>
    /// <inheritdoc cref="GetOrAdd(ReadOnlySpan{char}, TValue)" path="/exception"/>
    [SkipLocalsInit]
    public TValue AddOrUpdateUtf8(
        ReadOnlySpan<byte> key,
        Func<ReadOnlySpan<char>, TValue> addFactory,
        Func<ReadOnlySpan<char>, TValue, TValue> updateFactory)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return AddOrUpdate(text.Chars, addFactory, updateFactory);
    }

    /// <summary>Adds a key with a value that is made for it, or replaces its value by one that is made from it.</summary>
    /// <typeparam name="TState">What the factories need besides the key.</typeparam>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="addFactory">
    /// Makes the value of a new key from the key in UTF-16 and the state. Called outside all locks, and again if another thread
    /// was faster.
    /// </param>
    /// <param name="updateFactory">
    /// Makes the new value from the key in UTF-16, its old value and the state. Called in the same way as the other one.
    /// </param>
    /// <param name="state">Passed to the factories.</param>
    /// <returns>The value that was set.</returns>
    /// <exception cref="ArgumentNullException">A factory is null.</exception>
    /// <inheritdoc cref="GetOrAdd(ReadOnlySpan{char}, TValue)" path="/exception"/>
    [SkipLocalsInit]
    public TValue AddOrUpdateUtf8<TState>(
        ReadOnlySpan<byte> key,
        Func<ReadOnlySpan<char>, TState, TValue> addFactory,
        Func<ReadOnlySpan<char>, TValue, TState, TValue> updateFactory,
        TState state)
        where TState : allows ref struct
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return AddOrUpdate(text.Chars, addFactory, updateFactory, state);
    }
}

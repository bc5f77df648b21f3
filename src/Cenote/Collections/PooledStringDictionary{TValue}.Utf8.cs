using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Unicode;
using Cenote.Memory.Keys;
using Cenote.Text;

namespace Cenote.Collections;

/// <content>
/// Keys that come as UTF-8. They are the same keys as in UTF-16: what is added in one form is found in the other. An invalid
/// sequence counts as U+FFFD, as with <see cref="System.Text.Encoding.UTF8"/>.
/// </content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    /// <summary>Finds the value of a key.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">The value, or the default one.</param>
    /// <returns>False if the key is not there.</returns>
    /// <inheritdoc cref="TryGetValue(ReadOnlySpan{char}, out TValue)"/>
    public bool TryGetValueUtf8(ReadOnlySpan<byte> key, [MaybeNullWhen(false)] out TValue value)
    {
        KeyCell* cell = _index.FindsAsIs(key) ? _index.Find(key, EntryLayout<TValue>.TextOffset) : FindDecoded(key);
        if (cell == null && (!_looksAgainUtf8 || (cell = FindDecoded(key)) == null))
        {
            value = default;
            return false;
        }

        value = ValueOf(cell);
        GC.KeepAlive(this);
        return true;
    }

    /// <summary>Whether a key is there.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <returns>False if it is not.</returns>
    /// <inheritdoc cref="ContainsKey(ReadOnlySpan{char})"/>
    public bool ContainsKeyUtf8(ReadOnlySpan<byte> key)
    {
        bool found = FindUtf8(key) != null;
        GC.KeepAlive(this);
        return found;
    }

    /// <summary>Adds a key that is not there yet, if there is memory for it.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">Its value.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, TValue)"/>
    public bool TryAddUtf8(ReadOnlySpan<byte> key, TValue value) => TryAddUtf8(key, value, out _);

    /// <summary>Adds a key that is not there yet, if there is memory for it.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">Its value.</param>
    /// <param name="exists">Whether the key was there before; its value stays.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, TValue, out bool)"/>
    public bool TryAddUtf8(ReadOnlySpan<byte> key, TValue value, out bool exists)
    {
        bool isThere = FindUtf8(key) != null;
        KeyCell* added = isThere ? null : TryAddKey(key);

        // The caller's variable may overlap the memory of the key, so it is set last.
        exists = isThere;
        if (added != null && EntryLayout<TValue>.HasValues)
        {
            ValueOf(added) = value;
        }

        GC.KeepAlive(this);
        return added != null;
    }

    /// <summary>Sets the value of a key, and adds the key if it is not there.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">Its value.</param>
    /// <inheritdoc cref="GetValueRefOrAddDefault(ReadOnlySpan{char}, out bool)" path="/exception"/>
    public void SetUtf8(ReadOnlySpan<byte> key, TValue value)
    {
        ref TValue place = ref PlaceUtf8(key, out _)!;
        place = value;
        GC.KeepAlive(this);
    }

    /// <summary>Removes a key.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <returns>False if the key was not there.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool RemoveUtf8(ReadOnlySpan<byte> key) => RemoveUtf8(key, out _);

    /// <summary>Removes a key. Its memory goes to the next key of its size.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="value">The value it had, or the default one.</param>
    /// <returns>False if the key was not there.</returns>
    /// <inheritdoc cref="Remove(ReadOnlySpan{char}, out TValue)"/>
    [SkipLocalsInit]
    public bool RemoveUtf8(ReadOnlySpan<byte> key, [MaybeNullWhen(false)] out TValue value)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return Remove(text.Chars, out value);
    }

    /// <summary>The value of a key, in place. A key that is not there is added with the default value.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="exists">Whether the key was there before.</param>
    /// <inheritdoc cref="GetValueRefOrAddDefault(ReadOnlySpan{char}, out bool)"/>
    public ref TValue? GetValueRefOrAddDefaultUtf8(scoped ReadOnlySpan<byte> key, out bool exists)
    {
        _handsOutReferences = true;
        return ref PlaceUtf8(key, out exists);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref TValue? PlaceUtf8(scoped ReadOnlySpan<byte> key, out bool exists)
    {
        KeyCell* cell = FindUtf8(key);
        bool isThere = cell != null;
        if (!isThere)
        {
            cell = TryAddKey(key);
            if (cell == null)
            {
                ThrowNoMemory(key.Length);
            }

            ValueOf(cell) = default!;
        }

        exists = isThere;
        GC.KeepAlive(this);
        return ref ValueOf(cell)!;
    }

    /// <summary>The value of a key, in place.</summary>
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <inheritdoc cref="GetValueRefOrNullRef(ReadOnlySpan{char})"/>
    public ref TValue GetValueRefOrNullRefUtf8(scoped ReadOnlySpan<byte> key)
    {
        _handsOutReferences = true;
        KeyCell* cell = FindUtf8(key);
        GC.KeepAlive(this);
        return ref cell == null ? ref Unsafe.NullRef<TValue>() : ref ValueOf(cell);
    }

    /// <summary>
    /// Adds parts of a text in UTF-8 as <see cref="AddMany(ReadOnlySpan{string}, ReadOnlySpan{TValue})"/> adds strings.
    /// </summary>
    /// <param name="text">The text that the keys are parts of; each invalid sequence becomes U+FFFD, so different keys can become
    /// equal.</param>
    /// <param name="keys">Where the keys are, as <c>MemoryExtensions.Split</c> says.</param>
    /// <param name="values">Their values, as many as keys.</param>
    /// <exception cref="ArgumentOutOfRangeException">A range is not within the text, or a key is too long.</exception>
    /// <inheritdoc cref="AddMany(ReadOnlySpan{string}, ReadOnlySpan{TValue})"/>
    public int AddManyUtf8(ReadOnlySpan<byte> text, ReadOnlySpan<Range> keys, ReadOnlySpan<TValue> values)
    {
        ThrowIfDisposed();
        CheckLength(nameof(values), EntryLayout<TValue>.HasValues ? values.Length : keys.Length, keys.Length);
        Span<Range> ranges = stackalloc Range[GroupSize];
        int added = 0;
        for (int start = 0; start < keys.Length;)
        {
            using var group = new Utf8Group(text, keys, start, ranges, KeysParameter);
            RangeBatch batch = group.Keys;
            added += AddMany(batch, EntryLayout<TValue>.HasValues ? values.Slice(start, batch.Count) : default);
            start += batch.Count;
        }

        return added;
    }

    /// <summary>Finds the values of many keys that are parts of a text in UTF-8.</summary>
    /// <param name="text">The text that the keys are parts of; each invalid sequence becomes U+FFFD, so different keys can become
    /// equal.</param>
    /// <param name="keys">Where the keys are, as <c>MemoryExtensions.Split</c> says.</param>
    /// <param name="values">Takes the values, the default one for a key that is not there; at least as long as the keys.</param>
    /// <param name="found">Takes whether each key is there; at least as long as the keys.</param>
    /// <exception cref="ArgumentOutOfRangeException">A range is not within the text.</exception>
    /// <inheritdoc cref="TryGetValues(ReadOnlySpan{string}, Span{TValue}, Span{bool})"/>
    public int TryGetValuesUtf8(ReadOnlySpan<byte> text, ReadOnlySpan<Range> keys, Span<TValue> values, Span<bool> found)
    {
        ThrowIfDisposed();
        CheckLength(nameof(values), EntryLayout<TValue>.HasValues ? values.Length : keys.Length, keys.Length);
        CheckLength(nameof(found), found.Length, keys.Length);
        values = EntryLayout<TValue>.HasValues ? values[..keys.Length] : default;
        found = found[..keys.Length];
        BatchMemory.CheckApart<byte, TValue>(text, values, nameof(values));
        BatchMemory.CheckApart<Range, TValue>(keys, values, nameof(values));
        BatchMemory.CheckApart<byte, bool>(text, found, nameof(found));
        BatchMemory.CheckApart<Range, bool>(keys, found, nameof(found));
        BatchMemory.CheckApart<TValue, bool>(values, found, nameof(found));
        Span<Range> ranges = stackalloc Range[GroupSize];
        int count = 0;
        for (int start = 0; start < keys.Length;)
        {
            using var group = new Utf8Group(text, keys, start, ranges, KeysParameter);
            RangeBatch batch = group.Keys;
            Span<TValue> part = EntryLayout<TValue>.HasValues ? values.Slice(start, batch.Count) : default;
            count += TryGetValues(batch, part, found.Slice(start, batch.Count));
            start += batch.Count;
        }

        return count;
    }

    // Looked for as it is if it is stored so, otherwise as UTF-16.
    private KeyCell* FindUtf8(scoped ReadOnlySpan<byte> key)
    {
        KeyCell* cell = _index.FindsAsIs(key) ? _index.Find(key, EntryLayout<TValue>.TextOffset) : FindDecoded(key);
        return cell != null || !_looksAgainUtf8 ? cell : FindDecoded(key);
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private KeyCell* FindDecoded(scoped ReadOnlySpan<byte> key)
    {
        if (_index.StoresUtf8 && Utf8.IsValid(key))
        {
            ThrowIfDisposed();
            return null;
        }

        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return Find(text.Chars, _index.HashOf(text.Chars));
    }
}

using System.Diagnostics.CodeAnalysis;
using Cenote.Memory;

namespace Cenote.Collections;

/// <summary>
/// A dictionary with string keys in unmanaged memory: looked up by <see cref="ReadOnlySpan{T}"/>, by string or by UTF-8 without allocation, and
/// without an object per entry for the garbage collector to follow. Keys are compared ordinally.
/// </summary>
/// <typeparam name="TValue">
/// The values. Those without references are stored beside their keys; others in managed arrays, where the garbage collector sees them.
/// </typeparam>
/// <remarks>
/// <para>Names and exceptions are those of <see cref="Dictionary{TKey, TValue}"/>. A string that is null counts as the empty key, as its span does.</para>
/// <para>One thread at a time may change the dictionary, and only while none reads; any number may read beside each other. Enumerating is
/// reading.</para>
/// <para>Looking up, updating, removing, and adding where keys were removed allocate nothing on the managed heap. A key that is refused memory,
/// managed or not, leaves the dictionary as it was.</para>
/// <para>The dictionary owns its memory: dispose it, or let it be finalized. The process keeps up to 4 MiB of each of the last few disposed
/// ones, so that the next collections and pools start warm.</para>
/// <para>If more keys collide than chance explains, the dictionary changes to a hash with a new secret. That is its one long pause: every key
/// is hashed anew.</para>
/// </remarks>
public sealed unsafe partial class PooledStringDictionary<TValue> : IDisposable
{
    /// <summary>Chars a key has at most.</summary>
    public const int MaximumKeyLength = KeyCell.MaximumLength;

    private KeyIndex _index;
    private ManagedValues<TValue> _values;
    private readonly bool _keysStay;
    private bool _disposed;

    /// <summary>Makes an empty dictionary.</summary>
    /// <param name="options">Encoding, room and limit; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the table.</exception>
    public PooledStringDictionary(PooledStringDictionaryOptions? options = null)
        : this(options ?? new PooledStringDictionaryOptions(), PageSource.System)
    {
    }

    internal PooledStringDictionary(PooledStringDictionaryOptions options, PageSource pages)
    {
        options.Validate();
        _values.Clear();
        _keysStay = options.KeysStay;
        var space = new AddressSpace(pages, options.ReservedAddressBytes, options.MaximumBytes, options.UseHugePages);
        bool compact = options.KeyEncoding == KeyEncoding.Compact;
        if (!_index.TryInitialize(space, EntryLayout<TValue>.TextOffset, compact, options.Capacity))
        {
            space.Dispose();
            Throw.NoMemoryForCollection(options.Capacity, space.LimitReached, space.MaximumBytes);
        }
    }

    /// <summary>Number of entries; 0 once the dictionary is disposed.</summary>
    public int Count => _index.Table.Count;

    /// <summary>The value of a key. Setting it adds the key if it is not there.</summary>
    /// <param name="key">The key.</param>
    /// <exception cref="KeyNotFoundException">The value of a key is read that is not there.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory for a new key; the dictionary is unchanged.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A new key is longer than <see cref="MaximumKeyLength"/>.</exception>
    public TValue this[ReadOnlySpan<char> key]
    {
        get => TryGetValue(key, out TValue? value) ? value : Throw.KeyNotFound<TValue>(key);
        set
        {
            ref TValue place = ref GetValueRefOrAddDefault(key, out _)!;
            place = value;
            GC.KeepAlive(this);
        }
    }

    /// <summary>Finds the value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value, or the default one.</param>
    /// <returns>False if the key is not there.</returns>
    /// <remarks>O(length), allocates nothing.</remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryGetValue(ReadOnlySpan<char> key, [MaybeNullWhen(false)] out TValue value)
    {
        KeyCell* cell = _index.Find(key, _index.HashOf(key), EntryLayout<TValue>.TextOffset);
        if (cell == null)
        {
            ThrowIfDisposed();
            value = default;
            return false;
        }

        value = ValueOf(cell);
        GC.KeepAlive(this);
        return true;
    }

    /// <summary>Whether a key is there.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if it is not.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool ContainsKey(ReadOnlySpan<char> key)
    {
        bool found = Find(key, _index.HashOf(key)) != null;
        ThrowIfDisposed();
        return found;
    }

    /// <summary>Adds a key that is not there yet.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="value">Its value.</param>
    /// <returns>False if the key is there already; its value stays.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the dictionary is unchanged.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The key is longer than <see cref="MaximumKeyLength"/>.</exception>
    public bool TryAdd(ReadOnlySpan<char> key, TValue value)
    {
        uint hash = _index.HashOf(key);
        if (Find(key, hash) != null)
        {
            GC.KeepAlive(this);
            return false;
        }

        KeyCell* added = AddKey(key, hash);
        if (EntryLayout<TValue>.HasValues)
        {
            ValueOf(added) = value;
        }

        GC.KeepAlive(this);
        return true;
    }

    /// <summary>Adds a key that must not be there yet.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="value">Its value.</param>
    /// <exception cref="ArgumentException">The key is there already.</exception>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, TValue)"/>
    public void Add(ReadOnlySpan<char> key, TValue value)
    {
        if (!TryAdd(key, value))
        {
            Throw.KeyExists(nameof(key), key);
        }
    }

    /// <summary>Removes a key.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if the key was not there.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool Remove(ReadOnlySpan<char> key) => Remove(key, out _);

    /// <summary>Removes a key. Its memory goes to the next key of its size.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value it had, or the default one.</param>
    /// <returns>False if the key was not there.</returns>
    /// <remarks>O(length), allocates nothing, moves nothing: enumerators go on.</remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool Remove(ReadOnlySpan<char> key, [MaybeNullWhen(false)] out TValue value)
    {
        if (!_index.TryLocate(key, out KeyPlace place))
        {
            ThrowIfDisposed();
            value = default;
            return false;
        }

        value = ValueOf(place.Cell);
        if (!EntryLayout<TValue>.IsInline)
        {
            _values.Free(place.Cell->Slot);
        }

        _index.Remove(place);
        GC.KeepAlive(this);
        return true;
    }

    /// <summary>The value of a key, in place. A key that is not there is added with the default value.</summary>
    /// <param name="key">The key.</param>
    /// <param name="exists">Whether the key was there before.</param>
    /// <returns>
    /// A reference to the value. It is valid until the key is removed, any key is added, or the dictionary is cleared, trimmed or disposed:
    /// then it may refer to the value of another key, or to memory that is none of the dictionary's. It does not keep the dictionary alive.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory for a new key; the dictionary is unchanged.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A new key is longer than <see cref="MaximumKeyLength"/>.</exception>
    public ref TValue? GetValueRefOrAddDefault(scoped ReadOnlySpan<char> key, out bool exists)
    {
        uint hash = _index.HashOf(key);
        KeyCell* cell = Find(key, hash);
        exists = cell != null;
        if (!exists)
        {
            cell = AddKey(key, hash);
            ValueOf(cell) = default!;
        }

        GC.KeepAlive(this);
        return ref ValueOf(cell)!;
    }
}

using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Cenote.Keys;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>
/// A dictionary with string keys in unmanaged memory: looked up by <see cref="ReadOnlySpan{T}"/>, by string or by UTF-8 without
/// allocation, and without an object per entry for the garbage collector to follow. Keys are compared ordinally, on request
/// without regard to case.
/// </summary>
/// <typeparam name="TValue">
/// The values. Those without references are stored next to their keys; others in managed arrays, where the garbage collector sees
/// them.
/// </typeparam>
/// <remarks>
/// <para>Names and exceptions are those of <see cref="Dictionary{TKey, TValue}"/>. A string that is null counts as the empty key,
/// as its span does.</para>
/// <para>One thread at a time may change the dictionary, and only while none reads; any number may read at the same time.
/// Enumerating is reading.</para>
/// <para>Looking up, updating, removing, and adding where keys were removed allocate nothing on the managed heap. A key that is
/// refused memory, managed or not, leaves the dictionary as it was.</para>
/// <para>The dictionary owns its memory: dispose it, or let it be finalized. The process keeps up to 16 MiB of the last disposed
/// ones, up to 4 MiB of each, so that the next collections and pools start warm.</para>
/// <para>If more keys collide than chance explains, the dictionary changes to a hash with a new secret. That is its one long
/// pause: every key is hashed anew.</para>
/// </remarks>
/// <example>
/// Counting by parts of a line, without a string for any of them:
/// <code>
/// using var counts = new PooledStringDictionary&lt;int>();
/// ReadOnlySpan&lt;char> line = "GET POST GET PUT GET";
/// foreach (Range word in line.Split(' '))
/// {
///     counts.GetValueRefOrAddDefault(line[word], out _)++;
/// }
///
/// Console.WriteLine($"{counts["GET"]} of {counts.Count} kinds");   // prints 3 of 3 kinds
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ItemsDebugView))]
public sealed unsafe partial class PooledStringDictionary<TValue>
    : IReadOnlyCollection<KeyValuePair<string, TValue>>, IMeasuredDictionary, IDisposable, IDebugItems
{
    /// <summary>The most chars a key can have.</summary>
    public const int MaximumKeyLength = KeyCell.MaximumLength;

    private KeyIndex _index;
    private ManagedValues<TValue> _values;
    private readonly bool _keysStay;
    private readonly string _name;
    private bool _disposed;

    // Whether code outside may still write to values.
    private bool _handsOutReferences;

    // Whether a key that was not found may be there nevertheless, in a different case or as UTF-8, or the dictionary is disposed.
    private bool _looksAgain;

    // The same for a key that came as UTF-8: invalid UTF-8 is found once a key has U+FFFD.
    private bool _looksAgainUtf8;

    /// <summary>Makes an empty dictionary.</summary>
    /// <param name="options">Encoding, room and limit; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the table.</exception>
    public PooledStringDictionary(PooledStringDictionaryOptions? options = null)
        : this(options ?? new PooledStringDictionaryOptions(), PageSource.System)
    {
    }

    /// <summary>Makes a dictionary with the entries of another one, or of anything else.</summary>
    /// <param name="entries">
    /// The entries. Those of a <see cref="PooledStringDictionary{TValue}"/> are copied without making strings of their keys.
    /// </param>
    /// <param name="options">
    /// Encoding, room and limit; null for the defaults, whatever those of <paramref name="entries"/> are.
    /// </param>
    /// <exception cref="ArgumentException">A key comes twice.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="entries"/> is null.</exception>
    /// <inheritdoc cref="PooledStringDictionary{TValue}(PooledStringDictionaryOptions?)" path="/exception"/>
    public PooledStringDictionary(
        IEnumerable<KeyValuePair<string, TValue>> entries, PooledStringDictionaryOptions? options = null)
        : this(CheckEntries(entries, options), PageSource.System)
    {
        try
        {
            AddAll(entries);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    internal PooledStringDictionary(PooledStringDictionaryOptions options, PageSource pages)
    {
        options.Validate();
        _values.Initialize(options.ClearOnFree);
        _keysStay = options.KeysStay;
        _name = typeof(TValue) == typeof(NoValue) ? nameof(PooledStringSet) : options.Owner;
        AddressSpace space = options.WholeSpace is { } whole
            ? new AddressSpace(whole)
            : new AddressSpace(
                pages,
                options.ReservedAddressBytes,
                options.MaximumBytes,
                options.UseHugePages,
                sharedLimit: options.SharedLimit);
        bool compact = options.KeyEncoding != KeyEncoding.Utf16;
        bool utf8 = options.KeyEncoding == KeyEncoding.Utf8;
        _looksAgain = options.IgnoreCase || utf8;
        _looksAgainUtf8 = options.IgnoreCase;
        if (!_index.TryInitialize(
            space, EntryLayout<TValue>.TextOffset, compact, options.Capacity, options.IgnoreCase, options.ClearOnFree, utf8))
        {
            space.Dispose();
            ThrowNoTable(options.Capacity, KeyIndex.BytesFor(options.Capacity), space);
        }

        if (options.MetricsName is { } name)
        {
            DictionaryMetrics.Dictionaries.Add(name, this);
        }
    }

    /// <summary>Number of entries; 0 once the dictionary is disposed.</summary>
    public int Count => _index.Table.Count;

    /// <summary>Whether there are no entries, as in a dictionary that is disposed.</summary>
    public bool IsEmpty => Count == 0;

    /// <summary>Whether the dictionary is disposed.</summary>
    public bool IsDisposed => _disposed;

    /// <summary>The value of a key. Setting it adds the key if it is not there.</summary>
    /// <param name="key">The key.</param>
    /// <exception cref="KeyNotFoundException">When reading: the key is not there.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory for a new key; the dictionary
    /// is unchanged.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A new key is longer than <see cref="MaximumKeyLength"/>.</exception>
    public TValue this[TextKey key]
    {
        get => TryGetValue(key, out TValue? value) ? value : Throw.KeyNotFound<TValue>(key, ClearsFreed);
        set
        {
            ref TValue place = ref Place(key, out _)!;
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
    public bool TryGetValue(TextKey key, [MaybeNullWhen(false)] out TValue value)
    {
        KeyCell* cell;
        if (key.IsUtf8)
        {
            cell = Find(key.Utf8);
        }
        else
        {
            ReadOnlySpan<char> chars = key.Chars;
            cell = _index.Find(chars, _index.HashOf(chars), EntryLayout<TValue>.TextOffset);
            if (cell == null && _looksAgain)
            {
                cell = FindAgain(chars);
            }
        }

        if (cell == null)
        {
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
    public bool ContainsKey(TextKey key)
    {
        bool found = Find(key) != null;
        GC.KeepAlive(this);
        return found;
    }

    /// <summary>Adds a key that is not there yet, if there is memory for it.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="value">Its value.</param>
    /// <returns>
    /// False if the key is there already, or the limit or the operating system refuses the memory; the dictionary is unchanged.
    /// The other form of this method says which; <see cref="Add(TextKey, TValue)"/> throws.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The key is longer than <see cref="MaximumKeyLength"/>.</exception>
    public bool TryAdd(TextKey key, TValue value) => TryAdd(key, value, out _);

    /// <summary>Adds a key that is not there yet, if there is memory for it.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="value">Its value.</param>
    /// <param name="exists">Whether the key was there before; its value stays.</param>
    /// <returns>
    /// False if the key is there already, or, where <paramref name="exists"/> is false, the limit or the operating system refuses
    /// the memory; the dictionary is unchanged.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The key is longer than <see cref="MaximumKeyLength"/>.</exception>
    public bool TryAdd(TextKey key, TValue value, out bool exists)
    {
        KeyCell* cell = FindOrAdd(key, out bool isThere);
        bool added = cell != null && !isThere;

        // The caller's variable may overlap the memory of the key, so it is set last.
        exists = isThere;
        if (added && EntryLayout<TValue>.HasValues)
        {
            ValueOf(cell) = value;
        }

        GC.KeepAlive(this);
        return added;
    }

    /// <summary>Adds a key that must not be there yet.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="value">Its value.</param>
    /// <exception cref="ArgumentException">The key is there already.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory; the dictionary is unchanged.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The key is longer than <see cref="MaximumKeyLength"/>.</exception>
    public void Add(TextKey key, TValue value)
    {
        if (!AddIfAbsent(key, value))
        {
            Throw.KeyExists(nameof(key), key, ClearsFreed);
        }
    }

    /// <summary>Removes a key.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if the key was not there.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool Remove(TextKey key) => Remove(key, out _);

    /// <summary>Removes a key. Its memory goes to the next key of its size.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value it had, or the default one.</param>
    /// <returns>False if the key was not there.</returns>
    /// <remarks>O(length), allocates nothing, moves nothing: enumerators stay valid.</remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool Remove(TextKey key, [MaybeNullWhen(false)] out TValue value)
    {
        if (key.IsUtf8)
        {
            return RemoveDecoded(key.Utf8, out value);
        }

        ReadOnlySpan<char> chars = key.Chars;
        if (!_index.TryLocate(chars, out KeyPlace place) && (!_looksAgain || !LocateAgain(chars, out place)))
        {
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

    internal string DebuggerText => _disposed ? DebuggerState.Disposed : $"Count = {Count}";

    // Enumerated as a sequence, so that it does not count as having handed out references.
    Array IDebugItems.DebugItems => ((IEnumerable<KeyValuePair<string, TValue>>)this).ToArray();

    /// <summary>Whether no text of a key is to be left anywhere.</summary>
    internal bool ClearsFreed => _index.Cells.ClearsFreed;

    /// <summary>As <see cref="TryAdd(TextKey, TValue)"/>, but memory that is refused throws.</summary>
    internal bool AddIfAbsent(TextKey key, TValue value)
    {
        bool added = TryAdd(key, value, out bool exists);
        if (!added && !exists)
        {
            ThrowNoMemory(key.Length);
        }

        return added;
    }
}

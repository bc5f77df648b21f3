using Cenote.Keys;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>
/// A dictionary with string keys in unmanaged memory, looked up by <see cref="ReadOnlySpan{T}"/>, string or UTF-8 without
/// allocation. The GC has no object per key to scan. Keys are compared ordinally, optionally ignoring case.
/// </summary>
/// <typeparam name="TValue">
/// The type of the values. Values without references are stored next to their keys, others in managed arrays.
/// </typeparam>
/// <remarks>
/// <para>Member names and exceptions match <see cref="Dictionary{TKey, TValue}"/>, except that a null string is the empty
/// key.</para>
/// <para>Any number of threads may read concurrently. A thread that changes the dictionary needs exclusive access; enumeration
/// counts as reading.</para>
/// <para>Lookups, updates, removals, and additions that reuse the memory of removed keys allocate nothing on the managed heap.
/// If managed or unmanaged memory for a key is refused, the dictionary is unchanged.</para>
/// <para>The dictionary owns its memory: dispose it, or leave it to the finalizer. The process keeps up to 16 MiB of disposed
/// collections and pools for new ones, up to 4 MiB of each.</para>
/// <para>Adding a key takes O(entries) in two cases. If more keys collide than would by chance, the dictionary changes its hash
/// seed and rehashes every key. If memory for a new key is refused, it compacts its keys, provided that removed keys have left
/// enough memory.</para>
/// </remarks>
/// <example>
/// Count the words of a line without allocating strings:
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
    /// <summary>Maximum length of a key in chars.</summary>
    public const int MaximumKeyLength = KeyCell.MaximumLength;

    private KeyIndex _index;
    private ManagedValues<TValue> _values;
    private readonly bool _keysArePinned;
    private readonly string _name;
    private bool _disposed;

    // Whether callers may still write to values through references.
    private bool _handsOutReferences;

    // Whether a lookup that finds nothing must continue: ignoring case, with the key as UTF-8, or to throw because the dictionary
    // is disposed.
    private bool _mayNeedOtherForm;

    // The same for a UTF-8 key. The lookup then continues with the decoded key, because the dictionary ignores case or is
    // disposed, or because a stored key contains U+FFFD, which replaces invalid UTF-8.
    private bool _mayNeedOtherUtf8Form;

    /// <summary>Creates an empty dictionary.</summary>
    /// <param name="options">Encoding, capacity and limit; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory.</exception>
    [OverloadResolutionPriority(1)]   // new(new() { … }) binds to the options
    public PooledStringDictionary(PooledStringDictionaryOptions? options = null)
        : this(options ?? new PooledStringDictionaryOptions(), PageSource.System)
    {
    }

    /// <summary>Creates a dictionary with the entries of a dictionary or sequence.</summary>
    /// <param name="entries">
    /// The entries. Those of a <see cref="PooledStringDictionary{TValue}"/> are copied without allocating strings.
    /// </param>
    /// <param name="options">
    /// Encoding, capacity and limit; null for the defaults, not for the options of <paramref name="entries"/>.
    /// </param>
    /// <exception cref="ArgumentException">A key is duplicated.</exception>
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
        _keysArePinned = options.KeysArePinned;
        _name = typeof(TValue) == typeof(NoValue) ? nameof(PooledStringSet) : options.Owner;
        AddressSpace space = options.SharedSpace is { } whole
            ? new AddressSpace(whole)
            : new AddressSpace(
                pages,
                options.ReservedAddressBytes,
                options.MaximumBytes,
                sharedLimit: options.SharedLimit);
        bool compact = options.KeyEncoding != KeyEncoding.Utf16;
        bool utf8 = options.KeyEncoding == KeyEncoding.Utf8;
        _mayNeedOtherForm = options.IgnoreCase || utf8;
        _mayNeedOtherUtf8Form = options.IgnoreCase;
        if (!_index.TryInitialize(
            space, EntryLayout<TValue>.TextOffset, compact, options.Capacity, options.IgnoreCase, options.ClearOnFree, utf8))
        {
            space.Dispose();
            Throw.NoTable(options.Capacity, KeyIndex.BytesFor(options.Capacity), space);
        }

        if (options.MetricsName is { } name)
        {
            DictionaryMetrics.Dictionaries.Add(name, this);
        }
    }

    /// <summary>Number of entries; 0 once the dictionary is disposed.</summary>
    public int Count => _index.Table.Count;

    /// <summary>Whether there are no entries; true once the dictionary is disposed.</summary>
    public bool IsEmpty => Count == 0;

    /// <summary>Whether the dictionary is disposed.</summary>
    public bool IsDisposed => _disposed;

    /// <summary>The value of a key. The setter adds a missing key.</summary>
    /// <param name="key">The key.</param>
    /// <exception cref="KeyNotFoundException">The getter does not find the key.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory for a new key; the dictionary is unchanged.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">A new key is longer than <see cref="MaximumKeyLength"/>.</exception>
    public TValue this[TextKey key]
    {
        get => TryGetValue(key, out TValue? value) ? value : Throw.KeyNotFound<TValue>(key, ClearsFreed);
        set
        {
            ref TValue place = ref GetOrAddValueRef(key, out _)!;
            place = value;
            GC.KeepAlive(this);
        }
    }

    /// <summary>Finds the value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value, or the default.</param>
    /// <returns>False if the key does not exist.</returns>
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
            if (cell == null && _mayNeedOtherForm)
            {
                cell = FindByOtherForm(chars);
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

    /// <summary>Whether a key exists.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if the key does not exist.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool ContainsKey(TextKey key)
    {
        bool found = Find(key) != null;
        GC.KeepAlive(this);
        return found;
    }

    /// <summary>Adds a key unless it exists or memory is refused.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="value">The value.</param>
    /// <returns>
    /// False if the key exists, or if the limit or the operating system refuses the memory; the dictionary is unchanged. The
    /// other overload distinguishes the two cases; <see cref="Add(TextKey, TValue)"/> throws.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The key is longer than <see cref="MaximumKeyLength"/>.</exception>
    public bool TryAdd(TextKey key, TValue value) => TryAdd(key, value, out _);

    /// <summary>Adds a key unless it exists or memory is refused.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="value">The value.</param>
    /// <param name="exists">Whether the key existed; if so, its value is unchanged.</param>
    /// <returns>
    /// False if the key exists, or if the limit or the operating system refuses the memory; the dictionary is unchanged.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The key is longer than <see cref="MaximumKeyLength"/>.</exception>
    public bool TryAdd(TextKey key, TValue value, out bool exists)
    {
        KeyCell* cell = FindOrAdd(key, out bool isThere);
        bool added = cell != null && !isThere;

        // The caller's variable may overlap the memory of the key, so it is set after the key was used.
        exists = isThere;
        if (added && EntryLayout<TValue>.HasValues)
        {
            ValueOf(cell) = value;
        }

        GC.KeepAlive(this);
        return added;
    }

    /// <summary>Adds a key that must not exist.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="value">The value.</param>
    /// <exception cref="ArgumentException">The key exists.</exception>
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
    /// <returns>False if the key does not exist.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool Remove(TextKey key)
    {
        // The other overload would leave a copy of the value on the stack.
        if (!TryLocate(key, out KeyPlace place))
        {
            return false;
        }

        RemoveAt(in place);
        return true;
    }

    /// <summary>Removes a key. A new key of the same size can reuse its memory.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The removed value, or the default.</param>
    /// <returns>False if the key does not exist.</returns>
    /// <remarks>
    /// O(length), allocates nothing. No entry moves, so enumerators stay valid, except those of <see cref="EnumerateSorted"/>.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool Remove(TextKey key, [MaybeNullWhen(false)] out TValue value)
    {
        if (!TryLocate(key, out KeyPlace place))
        {
            value = default;
            return false;
        }

        value = ValueOf(place.Cell);
        RemoveAt(in place);
        return true;
    }

    internal string DebuggerText => _disposed ? DebuggerState.Disposed : $"Count = {Count}";

    // Enumerates the sequence, because the public enumerator records that references were handed out.
    Array IDebugItems.DebugItems => ((IEnumerable<KeyValuePair<string, TValue>>)this).ToArray();

    /// <summary>Whether freed keys and values are cleared, and exception messages omit keys.</summary>
    internal bool ClearsFreed => _index.Cells.ClearsFreed;

    /// <summary>Like <see cref="TryAdd(TextKey, TValue)"/>, but throws if memory is refused.</summary>
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

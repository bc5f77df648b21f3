using Cenote.Memory.Entries;
using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>
/// A dictionary in unmanaged memory for keys and values without references. The GC neither scans nor moves its entries.
/// </summary>
/// <typeparam name="TKey">The type of the keys.</typeparam>
/// <typeparam name="TValue">The type of the values.</typeparam>
/// <remarks>
/// <para>Member names, exceptions and key equality match <see cref="Dictionary{TKey, TValue}"/>: keys are compared with
/// <see cref="IEquatable{T}"/> or a comparer. Padding between the fields of a key is ignored.</para>
/// <para>Integers, <see cref="Guid"/>, <see cref="TimeSpan"/> and similar types, and the keys of a
/// <see cref="BytewiseComparer{T}"/>, are hashed by their bytes with a secret seed, so collisions cannot be forced. Other keys
/// are hashed by <see cref="object.GetHashCode"/> or by the comparer: finding one of hundreds of keys with equal hash codes takes
/// time proportional to their number.</para>
/// <para>Any number of threads may read concurrently. A thread that changes the dictionary needs exclusive access; enumeration
/// counts as reading.</para>
/// <para>Entries are stored without gaps. Adding an entry moves no other entry; removing one moves the last entry to its
/// place.</para>
/// <para>Lookups, updates, removals, and additions that reuse the memory of removed keys allocate nothing on the managed heap.
/// If memory for a key is refused, the dictionary is unchanged.</para>
/// <para>The dictionary owns its memory: dispose it, or leave it to the finalizer.</para>
/// </remarks>
/// <example>
/// <code>
/// using var balances = new NativeDictionary&lt;Int128, decimal>();
/// balances.Add(17, 20.5m);
/// balances.GetValueRefOrAddDefault(17, out _) += 1.5m;
/// Console.WriteLine(balances[17] == 22m);   // prints True
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ItemsDebugView))]
public sealed unsafe partial class NativeDictionary<TKey, TValue> : IReadOnlyDictionary<TKey, TValue>, IDisposable, IDebugItems
    where TKey : unmanaged, IEquatable<TKey>
    where TValue : unmanaged
{
    private EntryIndex<TKey, TValue> _index;
    private readonly IEqualityComparer<TKey>? _comparer;
    private readonly string _name;
    private bool _disposed;

    // Whether callers may still write to values through references.
    private bool _handsOutReferences;

    /// <summary>Creates an empty dictionary.</summary>
    /// <param name="options">Capacity and limit; null for the defaults.</param>
    /// <param name="comparer">Compares keys; null for their <see cref="IEquatable{T}"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory.</exception>
    [OverloadResolutionPriority(1)]   // new(new() { … }) binds to the options
    public NativeDictionary(NativeDictionaryOptions? options = null, IEqualityComparer<TKey>? comparer = null)
        : this(options ?? new NativeDictionaryOptions(), comparer, PageSource.System)
    {
    }

    /// <summary>Creates a dictionary from a sequence of entries.</summary>
    /// <param name="entries">The entries.</param>
    /// <param name="options">Capacity and limit; null for the defaults.</param>
    /// <param name="comparer">Compares keys; null for their <see cref="IEquatable{T}"/>.</param>
    /// <exception cref="ArgumentException">A key is duplicated.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="entries"/> is null.</exception>
    /// <inheritdoc cref="NativeDictionary{TKey, TValue}(NativeDictionaryOptions?, IEqualityComparer{TKey}?)" path="/exception"/>
    public NativeDictionary(
        IEnumerable<KeyValuePair<TKey, TValue>> entries,
        NativeDictionaryOptions? options = null,
        IEqualityComparer<TKey>? comparer = null)
        : this(options, comparer)
    {
        try
        {
            ArgumentNullException.ThrowIfNull(entries);
            foreach ((TKey key, TValue value) in entries)
            {
                Add(key, value);
            }
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    internal NativeDictionary(NativeDictionaryOptions options, IEqualityComparer<TKey>? comparer, PageSource pages)
    {
        options.Validate();
        _name = options.Owner;

        // Null for the default comparer, which need not be called.
        _comparer = ReferenceEquals(comparer, EqualityComparer<TKey>.Default) ? null : comparer;
        bool byBytes = _comparer is IBytewiseComparer;
        var space = new AddressSpace(
            pages, options.ReservedAddressBytes, options.MaximumBytes, sharedLimit: options.SharedLimit);
        if (!_index.TryInitialize(space, new KeyRule<TKey>(byBytes ? null : _comparer, byBytes), options.Capacity))
        {
            space.Dispose();
            Throw.NoTable(options.Capacity, _index.BytesFor(options.Capacity), space);
        }
    }

    /// <summary>Number of entries; 0 once the dictionary is disposed.</summary>
    public int Count => _index.Count;

    /// <summary>Whether the dictionary is disposed.</summary>
    public bool IsDisposed => _disposed;

    /// <summary>The comparer of keys.</summary>
    public IEqualityComparer<TKey> Comparer => _comparer ?? EqualityComparer<TKey>.Default;

    /// <summary>The value of a key. The setter adds a missing key.</summary>
    /// <param name="key">The key.</param>
    /// <exception cref="KeyNotFoundException">The getter does not find the key.</exception>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory for a new key; the dictionary is unchanged.
    /// </exception>
    public TValue this[TKey key]
    {
        get => TryGetValue(key, out TValue value) ? value : Throw.KeyNotFound<TKey, TValue>(key);
        set
        {
            GetOrAddValueRef(in key, out _) = value;
            GC.KeepAlive(this);
        }
    }

    /// <summary>Finds the value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value, or the default.</param>
    /// <returns>False if the key does not exist.</returns>
    /// <remarks>O(1), allocates nothing.</remarks>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryGetValue(TKey key, out TValue value)
    {
        byte* entry = _index.Find(in key, _index.HashOf(in key));
        if (entry == null)
        {
            ThrowIfDisposed();
            value = default;
            return false;
        }

        value = EntryHeap<TKey, TValue>.ValueOf(entry);
        GC.KeepAlive(this);
        return true;
    }

    /// <summary>Whether a key exists.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if the key does not exist.</returns>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool ContainsKey(TKey key)
    {
        bool found = Find(in key, _index.HashOf(in key)) != null;
        GC.KeepAlive(this);
        return found;
    }

    /// <summary>Adds a key unless it exists or memory is refused.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value.</param>
    /// <returns>
    /// False if the key exists, or if the limit or the operating system refuses the memory; the dictionary is unchanged. The
    /// other overload distinguishes the two cases; <see cref="Add(TKey, TValue)"/> throws.
    /// </returns>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryAdd(TKey key, TValue value) => TryAdd(key, value, out _);

    /// <summary>Adds a key unless it exists or memory is refused.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value.</param>
    /// <param name="exists">Whether the key existed; if so, its value is unchanged.</param>
    /// <returns>
    /// False if the key exists, or if the limit or the operating system refuses the memory; the dictionary is unchanged.
    /// </returns>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryAdd(TKey key, TValue value, out bool exists)
    {
        byte* entry = FindOrTryAdd(in key, out exists);
        if (exists || entry == null)
        {
            return false;
        }

        EntryHeap<TKey, TValue>.ValueOf(entry) = value;
        GC.KeepAlive(this);
        return true;
    }

    /// <summary>Adds a key that must not exist.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value.</param>
    /// <exception cref="ArgumentException">The key exists.</exception>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory; the dictionary is unchanged.
    /// </exception>
    public void Add(TKey key, TValue value)
    {
        if (!TryAdd(key, value, out bool exists))
        {
            if (exists)
            {
                Throw.KeyExists(nameof(key), key);
            }

            ThrowNoMemory();
        }
    }

    /// <summary>Removes a key.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if the key does not exist.</returns>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool Remove(TKey key) => Remove(key, out _);

    /// <summary>Removes a key. The last entry takes its place.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The removed value, or the default.</param>
    /// <returns>False if the key does not exist.</returns>
    /// <remarks>
    /// O(1), allocates nothing. Enumerators then throw, and references to the values of this entry and the last one become
    /// invalid.
    /// </remarks>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool Remove(TKey key, out TValue value)
    {
        uint changes = _index.Changes;
        bool found = _index.TryLocate(in key, _index.HashOf(in key), out EntryPlace place);
        _index.ThrowIfChanged(changes);
        if (!found)
        {
            ThrowIfDisposed();
            value = default;
            return false;
        }

        value = EntryHeap<TKey, TValue>.ValueOf(place.Entry);
        Version++;
        _index.Remove(place);
        GC.KeepAlive(this);
        return true;
    }

    internal string DebuggerText => _disposed ? DebuggerState.Disposed : $"Count = {Count}";

    Array IDebugItems.DebugItems => this.ToArray();
}

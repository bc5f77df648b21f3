using System.Diagnostics;
using Cenote.Memory.Entries;
using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>
/// A dictionary whose keys and values have no references, in unmanaged memory: the garbage collector neither follows nor moves
/// any of it, however many entries there are.
/// </summary>
/// <typeparam name="TKey">The keys.</typeparam>
/// <typeparam name="TValue">The values.</typeparam>
/// <remarks>
/// <para>Names and exceptions are those of <see cref="Dictionary{TKey, TValue}"/>, and so is what equal keys are:
/// <see cref="IEquatable{T}"/> of the keys says it, or a comparer. Bytes between the fields of a key never count.</para>
/// <para>Integers, <see cref="Guid"/>, <see cref="TimeSpan"/> and the like are hashed by their bytes, with a secret, and so are
/// the keys of a <see cref="BytewiseComparer{T}"/>: nobody can make them collide. Other keys are hashed by their
/// <see cref="object.GetHashCode"/>; of hundreds of keys with the same hash code each takes as long to find as there are such
/// keys.</para>
/// <para>One thread at a time may change the dictionary, and only while none reads; any number may read at the same time.
/// Enumerating is reading.</para>
/// <para>Entries lie side by side. Adding moves none of them; removing one moves the last one to its place.</para>
/// <para>Looking up, updating, removing, and adding where keys were removed allocate nothing on the managed heap. A key that is
/// refused memory leaves the dictionary as it was.</para>
/// <para>The dictionary owns its memory: dispose it, or let it be finalized.</para>
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

    // Whether code outside may still write to values.
    private bool _handsOutReferences;

    /// <summary>Makes an empty dictionary.</summary>
    /// <param name="options">Room and limit; null for the defaults.</param>
    /// <param name="comparer">Compares keys; null for their own <see cref="IEquatable{T}"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the table.</exception>
    public NativeDictionary(NativeDictionaryOptions? options = null, IEqualityComparer<TKey>? comparer = null)
        : this(options ?? new NativeDictionaryOptions(), comparer, PageSource.System)
    {
    }

    /// <summary>Makes a dictionary with the given entries.</summary>
    /// <param name="entries">The entries.</param>
    /// <param name="options">Room and limit; null for the defaults.</param>
    /// <param name="comparer">Compares keys; null for their own <see cref="IEquatable{T}"/>.</param>
    /// <exception cref="ArgumentException">A key comes twice.</exception>
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

        // What compares as keys do by themselves is not asked.
        _comparer = ReferenceEquals(comparer, EqualityComparer<TKey>.Default) ? null : comparer;
        bool byBytes = _comparer is IBytewiseComparer;
        var space = new AddressSpace(
            pages, options.ReservedAddressBytes, options.MaximumBytes, options.UseHugePages, sharedLimit: options.SharedLimit);
        if (!_index.TryInitialize(space, new KeyRule<TKey>(byBytes ? null : _comparer, byBytes), options.Capacity))
        {
            space.Dispose();
            ThrowNoTable(options.Capacity, _index.BytesFor(options.Capacity), space);
        }
    }

    /// <summary>Number of entries; 0 once the dictionary is disposed.</summary>
    public int Count => _index.Count;

    /// <summary>Whether the dictionary is disposed.</summary>
    public bool IsDisposed => _disposed;

    /// <summary>What compares the keys.</summary>
    public IEqualityComparer<TKey> Comparer => _comparer ?? EqualityComparer<TKey>.Default;

    /// <summary>The value of a key. Setting it adds the key if it is not there.</summary>
    /// <param name="key">The key.</param>
    /// <exception cref="KeyNotFoundException">When reading: the key is not there.</exception>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory for a new key; the dictionary
    /// is unchanged.</exception>
    public TValue this[TKey key]
    {
        get => TryGetValue(key, out TValue value) ? value : Throw.KeyNotFound<TKey, TValue>(key);
        set
        {
            Place(in key, out _) = value;
            GC.KeepAlive(this);
        }
    }

    /// <summary>Finds the value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value, or the default one.</param>
    /// <returns>False if the key is not there.</returns>
    /// <remarks>O(1), allocates nothing.</remarks>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the dictionary.</exception>
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

    /// <summary>Whether a key is there.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if it is not.</returns>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool ContainsKey(TKey key)
    {
        bool found = Find(in key, _index.HashOf(in key)) != null;
        GC.KeepAlive(this);
        return found;
    }

    /// <summary>Adds a key that is not there yet, if there is memory for it.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">Its value.</param>
    /// <returns>
    /// False if the key is there already, or the limit or the operating system refuses the memory; the dictionary is unchanged.
    /// The other form of this method says which; <see cref="Add(TKey, TValue)"/> throws.
    /// </returns>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryAdd(TKey key, TValue value) => TryAdd(key, value, out _);

    /// <summary>Adds a key that is not there yet, if there is memory for it.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">Its value.</param>
    /// <param name="exists">Whether the key was there before; its value stays.</param>
    /// <returns>
    /// False if the key is there already, or, where <paramref name="exists"/> is false, the limit or the operating system refuses
    /// the memory; the dictionary is unchanged.
    /// </returns>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the dictionary.</exception>
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

    /// <summary>Adds a key that must not be there yet.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">Its value.</param>
    /// <exception cref="ArgumentException">The key is there already.</exception>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the dictionary.</exception>
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
    /// <returns>False if the key was not there.</returns>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool Remove(TKey key) => Remove(key, out _);

    /// <summary>Removes a key. The last entry takes its place.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value it had, or the default one.</param>
    /// <returns>False if the key was not there.</returns>
    /// <remarks>
    /// O(1), allocates nothing. Enumerators throw from now on, and references to the values of this entry and the last one must
    /// not be used any more.
    /// </remarks>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the dictionary.</exception>
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

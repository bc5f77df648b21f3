using Cenote.Memory.Entries;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>
/// A <see cref="NativeDictionary{TKey, TValue}"/> for many concurrent readers and writers. Readers usually take no lock; a writer
/// locks only one of many parts.
/// </summary>
/// <typeparam name="TKey">The type of the keys.</typeparam>
/// <typeparam name="TValue">The type of the values.</typeparam>
/// <remarks>
/// <para>Member names and exceptions match <see cref="System.Collections.Concurrent.ConcurrentDictionary{TKey, TValue}"/>. Keys
/// are compared and hashed as in a <see cref="NativeDictionary{TKey, TValue}"/>.</para>
/// <para>A reader gets a value that the key had at some moment during the call. Values are never torn, regardless of their size.
/// If writers change the key's part continually, the reader takes the part's lock. Values are never returned by reference:
/// another thread could change the value or reuse its memory for another key.</para>
/// <para><see cref="IEquatable{T}"/> of keys and values, and the comparer, may be called under the lock of a part. If they throw,
/// the exception propagates and nothing is changed. They must not change the dictionary or wait for a thread that does. If they
/// call the dictionary, a call that would have to wait for another thread throws <see cref="InvalidOperationException"/>, as do
/// <see cref="Clear"/> and <see cref="Dispose"/>.</para>
/// <para>Lookups, updates, removals, and additions that reuse the memory of removed keys allocate nothing on the managed
/// heap.</para>
/// <para>The dictionary owns its memory: dispose it, or leave it to the finalizer. Disposal during use is safe: concurrent calls
/// either complete or throw <see cref="ObjectDisposedException"/>.</para>
/// </remarks>
/// <example>
/// Count in parallel:
/// <code>
/// using var visits = new ConcurrentNativeDictionary&lt;Guid, long>();
/// Parallel.For(0, 1_000, _ => visits.AddOrUpdate(Guid.Empty, 1, static (_, count) => count + 1));
///
/// Console.WriteLine(visits[Guid.Empty]);   // prints 1000
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ItemsDebugView))]
public sealed partial class ConcurrentNativeDictionary<TKey, TValue>
    : IEnumerable<KeyValuePair<TKey, TValue>>, IDisposable, IDebugItems
    where TKey : unmanaged, IEquatable<TKey>
    where TValue : unmanaged
{
    private readonly ConcurrentNativePart<TKey, TValue>[] _parts;

    // A part that stays empty. Other parts use its table until they have separate tables.
    private readonly ConcurrentNativePart<TKey, TValue> _empty = new([]);

    private readonly AddressSpace _space;
    private readonly IEqualityComparer<TKey>? _comparer;
    private readonly KeyRule<TKey> _rule;

    /// <summary>Creates an empty dictionary.</summary>
    /// <param name="options">
    /// Capacity and limit; null for the defaults. The limit applies to all parts together and includes 128 KiB reserved for each
    /// part. Other parts can use a part's memory only after its entries are removed and <see cref="Trim"/> is called.
    /// </param>
    /// <param name="concurrencyLevel">
    /// Approximate number of concurrent writers; 0 for the number of processors. There are about four parts per writer, at most
    /// 256, and fewer with a low limit. Each part takes at least 128 KiB of unmanaged memory once it has a key. If a capacity is
    /// set, the tables of all parts are allocated at once.
    /// </param>
    /// <param name="comparer">Compares keys; null for their <see cref="IEquatable{T}"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// An option or <paramref name="concurrencyLevel"/> is out of range; the message names it.
    /// </exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory.</exception>
    public ConcurrentNativeDictionary(
        NativeDictionaryOptions? options = null, int concurrencyLevel = 0, IEqualityComparer<TKey>? comparer = null)
        : this(options ?? new NativeDictionaryOptions(), concurrencyLevel, comparer, PageSource.System)
    {
    }

    internal ConcurrentNativeDictionary(
        NativeDictionaryOptions options, int concurrencyLevel, IEqualityComparer<TKey>? comparer, PageSource pages)
    {
        options.Validate();
        ArgumentOutOfRangeException.ThrowIfNegative(concurrencyLevel);
        _comparer = ReferenceEquals(comparer, EqualityComparer<TKey>.Default) ? null : comparer;
        bool byBytes = _comparer is IBytewiseComparer;
        _rule = new KeyRule<TKey>(byBytes ? null : _comparer, byBytes);
        int parts = PartCount.For(concurrencyLevel, options.MaximumBytes);
        int capacity = options.Capacity / parts;
        long tables = parts * BucketTable.BytesFor(capacity);
        if (options.Capacity > 0 && !pages.HasMemory((ulong)tables))
        {
            CommonThrow.TableBeyondMemory(options.Capacity, tables);
        }

        _space = PartCount.NewSpace(
            parts, pages, options.ReservedAddressBytes, options.MaximumBytes);
        _parts = new ConcurrentNativePart<TKey, TValue>[parts];
        int made = 0;
        try
        {
            bool isPresized = capacity > 0 || parts == 1;
            Initialize(_empty, capacity: 0);
            for (; made < parts; made++)
            {
                _parts[made] = isPresized
                    ? Initialize(new ConcurrentNativePart<TKey, TValue>(_parts), capacity)
                    : new ConcurrentNativePart<TKey, TValue>(_parts, _empty, _space);
            }
        }
        finally
        {
            if (made < parts)
            {
                _space.Dispose();
            }
        }

        ConcurrentNativePart<TKey, TValue> Initialize(ConcurrentNativePart<TKey, TValue> part, int capacity)
        {
            var space = new AddressSpace(_space);
            if (!part.TryInitialize(space, _rule, capacity))
            {
                if (space.LimitReached)
                {
                    Throw.LimitBelowTable(
                        options.Capacity, options.MaximumBytes, tables + (parts * (long)AddressSpace.GranuleBytes));
                }

                Throw.NoMemoryForCollection(options.Capacity);
            }

            return part;
        }
    }

    /// <summary>Approximate number of entries; 0 once the dictionary is disposed. O(parts).</summary>
    public int Count
    {
        get
        {
            int count = 0;
            foreach (ConcurrentNativePart<TKey, TValue> part in _parts)
            {
                count += part.Count;
            }

            return count;
        }
    }

    /// <summary>Whether the approximate number of entries is 0; true once the dictionary is disposed. O(parts).</summary>
    public bool IsEmpty => Array.TrueForAll(_parts, static part => part.Count == 0);

    /// <summary>Whether the dictionary is disposed, or is being disposed by another thread.</summary>
    public bool IsDisposed => _empty.IsDisposed;

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
        set => Set(key, value, out _);
    }

    /// <summary>Finds the value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value, or the default.</param>
    /// <returns>False if the key does not exist.</returns>
    /// <remarks>O(1). Allocates nothing, and takes no lock unless writers change the same part continually.</remarks>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryGetValue(TKey key, out TValue value)
    {
        ulong hash = _rule.HashOf(in key);
        return PartOf(hash).TryGetValue(in key, hash, out value);
    }

    /// <summary>Whether a key exists.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if the key does not exist.</returns>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool ContainsKey(TKey key) => TryGetValue(key, out _);

    /// <summary>Adds a key unless it exists or memory is refused.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value.</param>
    /// <returns>
    /// False if the key exists, or if the limit or the operating system refuses the memory; the dictionary is unchanged. The
    /// other overload distinguishes the two cases; <see cref="GetOrAdd(TKey, TValue)"/> and the indexer throw.
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
        ulong hash = _rule.HashOf(in key);
        return PartOf(hash).TryAdd(in key, hash, value, out exists, out _);
    }

    /// <summary>Sets the value of a key, adding the key if it does not exist.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value.</param>
    /// <param name="oldValue">The replaced value, or the default.</param>
    /// <returns>Whether the key existed.</returns>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory for a new key; the dictionary is unchanged.
    /// </exception>
    public bool Set(TKey key, TValue value, out TValue oldValue)
    {
        ulong hash = _rule.HashOf(in key);
        if (!PartOf(hash).TrySet(in key, hash, value, out bool exists, out oldValue))
        {
            ThrowNoMemory(hash);
        }

        return exists;
    }

    /// <summary>Replaces the value of an existing key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The new value.</param>
    /// <param name="oldValue">The replaced value, or the default.</param>
    /// <returns>False if the key does not exist; the key is not added.</returns>
    /// <remarks>
    /// Needs no memory. Each value is returned to exactly one of the threads that replace or remove it, so a resource that the
    /// value represents can be freed exactly once.
    /// </remarks>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryExchange(TKey key, TValue value, out TValue oldValue)
    {
        ulong hash = _rule.HashOf(in key);
        return PartOf(hash).TryExchange(in key, hash, value, out oldValue);
    }

    /// <summary>Removes a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The removed value, or the default.</param>
    /// <returns>False if the key does not exist.</returns>
    /// <remarks>Needs no memory. Each value is returned to exactly one of the threads that replace or remove it.</remarks>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryRemove(TKey key, out TValue value)
    {
        ulong hash = _rule.HashOf(in key);
        return PartOf(hash).TryRemove(in key, hash, out value);
    }

    /// <summary>Removes a key if it has the expected value.</summary>
    /// <param name="entry">
    /// The key and its expected value. <see cref="EqualityComparer{T}.Default"/> compares the value under a lock and must not
    /// change the dictionary.
    /// </param>
    /// <returns>False if the key does not exist or has another value.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="InvalidOperationException">A comparer of keys or values changed the dictionary.</exception>
    public bool TryRemove(KeyValuePair<TKey, TValue> entry)
    {
        TKey key = entry.Key;
        ulong hash = _rule.HashOf(in key);
        return PartOf(hash).TryRemove(in key, hash, entry.Value);
    }

    private string DebuggerText => IsDisposed ? DebuggerState.Disposed : $"Count = {Count}";

    // Omits parts that are locked or being changed.
    Array IDebugItems.DebugItems => _parts.SelectMany(static part => part.DebugEntries()).ToArray();

    // The table of the part uses the lower half of the hash.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ConcurrentNativePart<TKey, TValue> PartOf(ulong hash) => _parts[(int)(hash >> 32) & (_parts.Length - 1)];

    private void ThrowNoMemory(ulong hash)
    {
        ConcurrentNativePart<TKey, TValue> part = PartOf(hash);
        Throw.NoMemoryForEntry(part.EntryBytes, part.Space.LimitReached, part.Space.MaximumBytes);
    }
}

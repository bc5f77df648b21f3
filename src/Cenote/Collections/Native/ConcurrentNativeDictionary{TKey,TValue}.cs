using System.Diagnostics;
using System.Runtime.CompilerServices;
using Cenote.Memory.Entries;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>
/// A <see cref="NativeDictionary{TKey, TValue}"/> for many threads: any of them may read and change it at any time. Readers take
/// no lock; writers lock the one of many parts that the key belongs to.
/// </summary>
/// <typeparam name="TKey">The keys.</typeparam>
/// <typeparam name="TValue">The values.</typeparam>
/// <remarks>
/// <para>Names and exceptions are those of <see cref="System.Collections.Concurrent.ConcurrentDictionary{TKey, TValue}"/>; what
/// equal keys are, and how they are hashed, is as in a <see cref="NativeDictionary{TKey, TValue}"/>.</para>
/// <para>A reader gets a value that the key had at some moment during the call, whole, however large it is. If writers change the
/// same part again and again it waits for its lock like one of them. References to values are not given out: others could change
/// the value, or use its place for another key.</para>
/// <para><see cref="IEquatable{T}"/> of keys and values, and the comparer, may be called under the lock of a part. If they
/// throw, the caller gets the exception and nothing is changed. They must neither change the dictionary nor wait for a thread
/// that changes it. If they call the dictionary, a call that would have to wait for another thread throws
/// <see cref="InvalidOperationException"/>, as do <see cref="Clear"/> and <see cref="Dispose"/>.</para>
/// <para>Looking up, updating, removing, and adding where keys were removed allocate nothing on the managed heap.</para>
/// <para>The dictionary owns its memory: dispose it, or let it be finalized. Disposing it while others read and write is safe:
/// they get a value from before, or an <see cref="ObjectDisposedException"/>.</para>
/// </remarks>
/// <example>
/// Counting on all processors:
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

    // Never has a key: what parts show before they have one.
    private readonly ConcurrentNativePart<TKey, TValue> _empty = new([]);

    // The memory of all parts.
    private readonly AddressSpace _space;
    private readonly IEqualityComparer<TKey>? _comparer;
    private readonly KeyRule<TKey> _rule;

    /// <summary>Makes an empty dictionary.</summary>
    /// <param name="options">
    /// Room and limit; null for the defaults. The limit is that of all parts together, of which each keeps 128 KiB for itself.
    /// Memory that a part has taken goes to others when entries are removed and the dictionary is trimmed: see
    /// <see cref="Trim"/>.
    /// </param>
    /// <param name="concurrencyLevel">
    /// Approximately how many threads change the dictionary at the same time; 0 for the number of processors. There are at least
    /// four times as many parts, each of which takes 128 KiB of unmanaged memory with its first key.
    /// </param>
    /// <param name="comparer">Compares keys; null for their own <see cref="IEquatable{T}"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option or the level is out of its range; the message names
    /// it.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the table.</exception>
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
            parts, pages, options.ReservedAddressBytes, options.MaximumBytes, options.UseHugePages);
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

    /// <summary>Number of entries at approximately this moment; 0 once the dictionary is disposed. O(parts).</summary>
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

    /// <summary>
    /// Whether there are no entries at approximately this moment; true once the dictionary is disposed. O(parts).
    /// </summary>
    public bool IsEmpty => Array.TrueForAll(_parts, static part => part.Count == 0);

    /// <summary>Whether the dictionary is disposed, or another thread is just disposing it.</summary>
    public bool IsDisposed => _empty.IsEnded;

    /// <summary>What compares the keys.</summary>
    public IEqualityComparer<TKey> Comparer => _comparer ?? EqualityComparer<TKey>.Default;

    /// <summary>The value of a key. Setting it adds the key if it is not there.</summary>
    /// <param name="key">The key.</param>
    /// <exception cref="KeyNotFoundException">When reading: the key is not there.</exception>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the dictionary.</exception>
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
    /// <param name="value">The value, or the default one.</param>
    /// <returns>False if the key is not there.</returns>
    /// <remarks>O(1), allocates nothing, takes no lock unless writers change the same part again and again.</remarks>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryGetValue(TKey key, out TValue value)
    {
        ulong hash = _rule.HashOf(in key);
        return PartOf(hash).TryGetValue(in key, hash, out value);
    }

    /// <summary>Whether a key is there.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if it is not.</returns>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool ContainsKey(TKey key) => TryGetValue(key, out _);

    /// <summary>Adds a key that is not there yet, if there is memory for it.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">Its value.</param>
    /// <returns>
    /// False if the key is there already, or the limit or the operating system refuses the memory; the dictionary is unchanged.
    /// The other form of this method says which; <see cref="GetOrAdd(TKey, TValue)"/> and the indexer throw.
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
        ulong hash = _rule.HashOf(in key);
        return PartOf(hash).TryAdd(in key, hash, value, out exists, out _);
    }

    /// <summary>Sets the value of a key, and adds the key if it is not there.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">Its value.</param>
    /// <param name="oldValue">The value that was replaced, or the default one.</param>
    /// <returns>Whether the key was there before.</returns>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the dictionary.</exception>
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

    /// <summary>Replaces the value of a key that is there.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value to set.</param>
    /// <param name="oldValue">The value that was replaced, or the default one.</param>
    /// <returns>False if the key is not there; it is not added.</returns>
    /// <remarks>
    /// Needs no memory. Of all threads that replace or remove a value, exactly one gets it, so what a value stands for can be
    /// freed exactly once.
    /// </remarks>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryExchange(TKey key, TValue value, out TValue oldValue)
    {
        ulong hash = _rule.HashOf(in key);
        return PartOf(hash).TryExchange(in key, hash, value, out oldValue);
    }

    /// <summary>Removes a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value it had, or the default one.</param>
    /// <returns>False if the key was not there.</returns>
    /// <remarks>Needs no memory. Of all threads that replace or remove a value, exactly one gets it.</remarks>
    /// <exception cref="InvalidOperationException">The comparison of keys changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryRemove(TKey key, out TValue value)
    {
        ulong hash = _rule.HashOf(in key);
        return PartOf(hash).TryRemove(in key, hash, out value);
    }

    /// <summary>Removes a key if it has a certain value.</summary>
    /// <param name="entry">
    /// The key, and the value that it must have, by <see cref="EqualityComparer{T}.Default"/>, which is asked under a lock and
    /// must not change the dictionary.
    /// </param>
    /// <returns>False if the key is not there or has another value.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="InvalidOperationException">The comparer, or the comparison of keys, changed the dictionary.</exception>
    public bool TryRemove(KeyValuePair<TKey, TValue> entry)
    {
        TKey key = entry.Key;
        ulong hash = _rule.HashOf(in key);
        return PartOf(hash).TryRemove(in key, hash, entry.Value);
    }

    private string DebuggerText => IsDisposed ? DebuggerState.Disposed : $"Count = {Count}";

    // A part that another thread is changing is left out.
    Array IDebugItems.DebugItems => _parts.SelectMany(static part => part.EntriesNow()).ToArray();

    // The lower half of the hash is what the table of the part looks at.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ConcurrentNativePart<TKey, TValue> PartOf(ulong hash) => _parts[(int)(hash >> 32) & (_parts.Length - 1)];

    private void ThrowNoMemory(ulong hash)
    {
        ConcurrentNativePart<TKey, TValue> part = PartOf(hash);
        Throw.NoMemoryForEntry(part.EntryBytes, part.Space.LimitReached, part.Space.MaximumBytes);
    }
}

using Cenote.Keys;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Collections;

/// <summary>
/// A <see cref="PooledStringDictionary{TValue}"/> for many concurrent readers and writers. Readers usually take no lock; a writer
/// locks only one of many parts.
/// </summary>
/// <typeparam name="TValue">
/// The type of the values. Values without references are stored next to their keys, others in managed arrays.
/// </typeparam>
/// <remarks>
/// <para>Member names and exceptions match <see cref="System.Collections.Concurrent.ConcurrentDictionary{TKey, TValue}"/>, except
/// that a null string is the empty key.</para>
/// <para>A reader gets a value that the key had at some moment during the call. Values are never torn, regardless of their size.
/// If writers change the key's part continually, the reader takes the part's lock. Values are never returned by reference:
/// another thread could change the value or reuse its memory for another key.</para>
/// <para>Lookups, updates, removals, and additions that reuse the memory of removed keys allocate nothing on the managed
/// heap.</para>
/// <para>The dictionary owns its memory: dispose it, or leave it to the finalizer. Disposal during use is safe: concurrent calls
/// either complete or throw <see cref="ObjectDisposedException"/>.</para>
/// </remarks>
/// <example>
/// Count in parallel:
/// <code>
/// using var visits = new ConcurrentPooledStringDictionary&lt;int>();
/// Parallel.For(0, 1_000, _ => visits.AddOrUpdate("/dos/ojos", 1, static count => count + 1));
///
/// Console.WriteLine(visits["/dos/ojos"]);   // prints 1000
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ItemsDebugView))]
public sealed partial class ConcurrentPooledStringDictionary<TValue>
    : IEnumerable<KeyValuePair<string, TValue>>, IMeasuredDictionary, IDisposable, IDebugItems
{
    // Maximum bytes of an array element.
    private const int MaxValueBytes = ushort.MaxValue;

    private readonly ConcurrentPart<TValue>[] _parts;

    // A part that never has a key. Other parts use its entries until their first key is added. Disposed first.
    private readonly ConcurrentPart<TValue> _empty;

    private readonly AddressSpace _space;

    // Whether keys that are not ASCII are stored as UTF-8. If so, the hash of the UTF-8 bytes selects the part of a key that is
    // not ASCII.
    private readonly bool _storesUtf8;

    // Whether a key may contain U+FFFD, to which invalid UTF-8 is decoded. Set before the first such key is added.
    private volatile bool _hasReplacements;

    /// <summary>Creates an empty dictionary.</summary>
    /// <param name="options">
    /// Encoding, capacity and limit; null for the defaults. The limit applies to all parts together and includes 128 KiB
    /// reserved for each part. Other parts can use a part's memory only after <see cref="Trim"/>.
    /// </param>
    /// <param name="concurrencyLevel">
    /// Approximate number of concurrent writers; 0 for the number of processors. There are about four parts per writer, at most
    /// 256, and fewer with a low limit. Each part takes at least 128 KiB of unmanaged memory once it has a key. If a capacity is
    /// set, the tables of all parts are allocated at once.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// An option or <paramref name="concurrencyLevel"/> is out of range; the message names it.
    /// </exception>
    /// <exception cref="ArgumentException"><see cref="PooledStringDictionaryOptions.IgnoreCase"/> is set.</exception>
    /// <exception cref="NotSupportedException">
    /// A <typeparamref name="TValue"/> is larger than 65,535 bytes, the maximum for an array element.
    /// </exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory.</exception>
    public ConcurrentPooledStringDictionary(PooledStringDictionaryOptions? options = null, int concurrencyLevel = 0)
        : this(options ?? new PooledStringDictionaryOptions(), concurrencyLevel, PageSource.System)
    {
    }

    internal ConcurrentPooledStringDictionary(PooledStringDictionaryOptions options, int concurrencyLevel, PageSource pages)
    {
        options.Validate();
        if (options.IgnoreCase)
        {
            Throw.NoIgnoreCase(nameof(options));
        }

        if (Unsafe.SizeOf<TValue>() > MaxValueBytes)
        {
            Throw.ValueTooLarge<TValue>(MaxValueBytes);
        }

        ArgumentOutOfRangeException.ThrowIfNegative(concurrencyLevel);
        int parts = PartCount.For(concurrencyLevel, options.MaximumBytes);
        CheckCapacity(options, concurrencyLevel, parts, pages);
        _space = PartCount.NewSpace(
            parts, pages, options.ReservedAddressBytes, options.MaximumBytes);
        int capacity = options.Capacity / parts;
        _storesUtf8 = options.KeyEncoding == KeyEncoding.Utf8;
        _parts = new ConcurrentPart<TValue>[parts];
        int made = 0;
        try
        {
            Func<PooledStringDictionary<TValue>> make = () => Make(capacity: 0);
            _empty = new ConcurrentPart<TValue>(make());
            bool isPresized = capacity > 0 || parts == 1;
            for (; made < parts; made++)
            {
                _parts[made] = isPresized
                    ? new ConcurrentPart<TValue>(Make(capacity))
                    : new ConcurrentPart<TValue>(_empty, make);
            }
        }
        finally
        {
            if (made < parts)
            {
                _space.Dispose();
            }
        }

        if (options.MetricsName is { } name)
        {
            DictionaryMetrics.Dictionaries.Add(name, this);
        }

        PooledStringDictionary<TValue> Make(int capacity) => new(
            new PooledStringDictionaryOptions
            {
                KeyEncoding = options.KeyEncoding,
                Capacity = capacity,
                ClearOnFree = options.ClearOnFree,
                Owner = nameof(ConcurrentPooledStringDictionary<>),
                SharedSpace = _space,
            },
            pages);
    }

    /// <summary>Approximate number of entries; 0 once the dictionary is disposed. O(parts).</summary>
    public int Count
    {
        get
        {
            int count = 0;
            foreach (ConcurrentPart<TValue> part in _parts)
            {
                count += part.Entries.Count;
            }

            return count;
        }
    }

    /// <summary>Whether the approximate number of entries is 0; true once the dictionary is disposed. O(parts).</summary>
    public bool IsEmpty => Array.TrueForAll(_parts, static part => part.Entries.Count == 0);

    /// <summary>The value of a key. The setter adds a missing key.</summary>
    /// <param name="key">The key.</param>
    /// <exception cref="KeyNotFoundException">The getter does not find the key.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory for a new key; the dictionary is unchanged.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A new key is longer than <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>.
    /// </exception>
    public TValue this[TextKey key]
    {
        get => TryGetValue(key, out TValue? value) ? value : Throw.KeyNotFound<TValue>(key, _empty.Entries.ClearsFreed);
        set
        {
            if (key.IsUtf8)
            {
                SetUtf8(key.Utf8, value);
            }
            else
            {
                PartOf(key).Set(key, value);
            }
        }
    }

    /// <summary>Finds the value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value, or the default.</param>
    /// <returns>False if the key does not exist.</returns>
    /// <remarks>O(length). Allocates nothing, and takes no lock unless writers change the same part continually.</remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryGetValue(TextKey key, [MaybeNullWhen(false)] out TValue value)
    {
        if (key.IsUtf8)
        {
            return TryGetUtf8(key.Utf8, out value);
        }

        ReadOnlySpan<char> chars = key.Chars;
        if (_storesUtf8 && !KeyText.IsAscii(chars))
        {
            return TryGetValueEncoded(chars, out value);
        }

        ulong hash = KeyHash.ComputeLong(chars);
        return PartOf(hash).TryGetValue(chars, hash, out value);
    }

    /// <summary>Whether a key exists.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if the key does not exist.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool ContainsKey(TextKey key) => TryGetValue(key, out _);

    /// <summary>Adds a key unless it exists or memory is refused.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="value">The value.</param>
    /// <returns>
    /// False if the key exists, or if the limit or the operating system refuses the memory; the dictionary is unchanged. The
    /// other overload distinguishes the two cases; <see cref="GetOrAdd(TextKey, TValue)"/> and the indexer throw.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The key is longer than <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>.
    /// </exception>
    public bool TryAdd(TextKey key, TValue value) => TryAdd(key, value, out _);

    /// <summary>Adds a key unless it exists or memory is refused.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="value">The value.</param>
    /// <param name="exists">Whether the key existed; if so, its value is unchanged.</param>
    /// <returns>
    /// False if the key exists, or if the limit or the operating system refuses the memory; the dictionary is unchanged.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The key is longer than <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>.
    /// </exception>
    public bool TryAdd(TextKey key, TValue value, out bool exists) =>
        key.IsUtf8 ? TryAddUtf8(key.Utf8, value, out exists) : PartOf(key).TryAdd(key, value, out exists);

    /// <summary>Sets the value of a key, adding the key if it does not exist.</summary>
    /// <param name="key">The key; copied if new.</param>
    /// <param name="value">The value.</param>
    /// <param name="oldValue">The replaced value, or the default.</param>
    /// <returns>Whether the key existed.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory for a new key; the dictionary is unchanged.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A new key is longer than <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>.
    /// </exception>
    public bool Set(TextKey key, TValue value, [MaybeNullWhen(false)] out TValue oldValue) =>
        key.IsUtf8 ? SetUtf8(key.Utf8, value, out oldValue) : PartOf(key).Set(key, value, out oldValue);

    /// <summary>Replaces the value of an existing key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The new value.</param>
    /// <param name="oldValue">The replaced value, or the default.</param>
    /// <returns>False if the key does not exist; the key is not added.</returns>
    /// <remarks>
    /// Needs no memory. Each value is returned to exactly one of the threads that replace or remove it, so a resource that the
    /// value represents can be freed exactly once.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryExchange(TextKey key, TValue value, [MaybeNullWhen(false)] out TValue oldValue) =>
        key.IsUtf8 ? TryExchangeUtf8(key.Utf8, value, out oldValue) : PartOf(key).TryExchange(key, value, out oldValue);

    private string DebuggerText => IsDisposed ? DebuggerState.Disposed : $"Count = {Count}";

    // Omits parts that are locked or being changed.
    Array IDebugItems.DebugItems => _parts.SelectMany(static part => part.DebugEntries()).ToArray();

    private ConcurrentPart<TValue> PartOf(TextKey key)
    {
        if (key.IsUtf8)
        {
            return PartOf(KeyHash.ComputeLong(key.Utf8));
        }

        return _storesUtf8 && !KeyText.IsAscii(key.Chars)
            ? PartOfEncoded(key.Chars)
            : PartOf(KeyHash.ComputeLong(key.Chars));
    }

    // The table of the part uses the lower half of the hash.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ConcurrentPart<TValue> PartOf(ulong hash) => _parts[(int)(hash >> 32) & (_parts.Length - 1)];

    // Checks the total before the parts are created: each part alone may fit in memory.
    private static void CheckCapacity(PooledStringDictionaryOptions options, int concurrencyLevel, int parts, PageSource pages)
    {
        long bytes = BytesFor(options.Capacity, parts);
        if (bytes - (parts * (long)AddressSpace.GranuleBytes) > options.MaximumBytes)
        {
            Throw.LimitBelowTable(options.Capacity, options.MaximumBytes, MinLimit(options.Capacity, concurrencyLevel));
        }

        // An empty table touches almost no memory, regardless of the number of parts.
        if (!pages.HasMemory((ulong)(bytes - BytesFor(0, parts))))
        {
            CommonThrow.TableBeyondMemory(options.Capacity, bytes);
        }
    }

    // A higher limit may allow more parts, which need more memory.
    private static long MinLimit(int capacity, int concurrencyLevel)
    {
        long least;
        long needed = BytesFor(capacity, parts: 1);
        do
        {
            least = needed;
            needed = BytesFor(capacity, PartCount.For(concurrencyLevel, least));
        }
        while (needed > least);

        return least;
    }

    private static long BytesFor(int capacity, int parts) => parts * KeyIndex.BytesFor(capacity / parts);
}

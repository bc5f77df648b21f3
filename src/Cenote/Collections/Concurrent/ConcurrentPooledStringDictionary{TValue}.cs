using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Cenote.Keys;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Collections;

/// <summary>
/// A <see cref="PooledStringDictionary{TValue}"/> for many threads: any of them may read and change it at any time. Readers take
/// no lock; writers lock the one of many parts that the key belongs to.
/// </summary>
/// <typeparam name="TValue">
/// The values. Those without references are stored next to their keys; others in managed arrays, where the garbage collector sees
/// them.
/// </typeparam>
/// <remarks>
/// <para>Names and exceptions are those of <see cref="System.Collections.Concurrent.ConcurrentDictionary{TKey, TValue}"/>. A
/// string that is null counts as the empty key, as its span does.</para>
/// <para>A reader gets a value that the key had at some moment during the call, whole, however large it is. If writers change the
/// same part again and again it waits for its lock like one of them. References to values are not given out: others could change
/// the value, or use its place for another key.</para>
/// <para>Looking up, updating, removing, and adding where keys were removed allocate nothing on the managed heap.</para>
/// <para>The dictionary owns its memory: dispose it, or let it be finalized. Disposing it while others read and write is safe:
/// they get a value from before, or an <see cref="ObjectDisposedException"/>.</para>
/// </remarks>
/// <example>
/// Counting on all processors:
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
    // The most bytes that an element of an array can have.
    private const int LargestValue = ushort.MaxValue;

    private readonly ConcurrentPart<TValue>[] _parts;

    // Never has a key: what parts show before they have one. Retired first.
    private readonly ConcurrentPart<TValue> _empty;

    // The memory of all parts.
    private readonly AddressSpace _space;

    // Whether keys that are not ASCII are stored as UTF-8. The part of such a key is that of its bytes.
    private readonly bool _storesUtf8;

    // Whether a key may have U+FFFD: invalid UTF-8 is the same key. Set before the first such key is added.
    private volatile bool _hasReplacements;

    /// <summary>Makes an empty dictionary.</summary>
    /// <param name="options">
    /// Encoding, room and limit; null for the defaults. The limit is that of all parts together, of which each keeps 128 KiB for
    /// itself. Memory that a part has taken goes to others when the keys are trimmed: see <see cref="Trim"/>.
    /// </param>
    /// <param name="concurrencyLevel">
    /// Approximately how many threads change the dictionary at the same time; 0 for the number of processors. There are at least
    /// four times as many parts, each of which takes 128 KiB of unmanaged memory with its first key.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">An option or the level is out of its range; the message names
    /// it.</exception>
    /// <exception cref="ArgumentException"><see cref="PooledStringDictionaryOptions.IgnoreCase"/> is set.</exception>
    /// <exception cref="NotSupportedException">A <typeparamref name="TValue"/> has more than 65,535 bytes, of which there can be
    /// no arrays.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the table.</exception>
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

        if (Unsafe.SizeOf<TValue>() > LargestValue)
        {
            Throw.ValueTooLarge<TValue>(LargestValue);
        }

        ArgumentOutOfRangeException.ThrowIfNegative(concurrencyLevel);
        int parts = PartCount.For(concurrencyLevel, options.MaximumBytes);
        CheckCapacity(options, concurrencyLevel, parts, pages);
        _space = PartCount.NewSpace(
            parts, pages, options.ReservedAddressBytes, options.MaximumBytes, options.UseHugePages);
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
                WholeSpace = _space,
            },
            pages);
    }

    /// <summary>Number of entries at approximately this moment; 0 once the dictionary is disposed. O(parts).</summary>
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

    /// <summary>
    /// Whether there are no entries at approximately this moment; true once the dictionary is disposed. O(parts).
    /// </summary>
    public bool IsEmpty => Array.TrueForAll(_parts, static part => part.Entries.Count == 0);

    /// <summary>The value of a key. Setting it adds the key if it is not there.</summary>
    /// <param name="key">The key.</param>
    /// <exception cref="KeyNotFoundException">When reading: the key is not there.</exception>
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
        set => PartOf(key).Set(key, value);
    }

    /// <summary>Finds the value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value, or the default one.</param>
    /// <returns>False if the key is not there.</returns>
    /// <remarks>O(length), allocates nothing, takes no lock unless writers change the same part again and again.</remarks>
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

    /// <summary>Whether a key is there.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if it is not.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool ContainsKey(TextKey key) => TryGetValue(key, out _);

    /// <summary>Adds a key that is not there yet, if there is memory for it.</summary>
    /// <param name="key">The key, which is copied.</param>
    /// <param name="value">Its value.</param>
    /// <returns>
    /// False if the key is there already, or the limit or the operating system refuses the memory; the dictionary is unchanged.
    /// The other form of this method says which; <see cref="GetOrAdd(TextKey, TValue)"/> and the indexer throw.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The key is longer than <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>.
    /// </exception>
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
    /// <exception cref="ArgumentOutOfRangeException">
    /// The key is longer than <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>.
    /// </exception>
    public bool TryAdd(TextKey key, TValue value, out bool exists) => PartOf(key).TryAdd(key, value, out exists);

    /// <summary>Sets the value of a key, and adds the key if it is not there.</summary>
    /// <param name="key">The key, which is copied if it is new.</param>
    /// <param name="value">Its value.</param>
    /// <param name="oldValue">The value that was replaced, or the default one.</param>
    /// <returns>Whether the key was there before.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory for a new key; the dictionary is unchanged.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A new key is longer than <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>.
    /// </exception>
    public bool Set(TextKey key, TValue value, [MaybeNullWhen(false)] out TValue oldValue) =>
        PartOf(key).Set(key, value, out oldValue);

    /// <summary>Replaces the value of a key that is there.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value to set.</param>
    /// <param name="oldValue">The value that was replaced, or the default one.</param>
    /// <returns>False if the key is not there; it is not added.</returns>
    /// <remarks>
    /// Needs no memory. Of all threads that replace or remove a value, exactly one gets it, so what a value stands for can be
    /// freed exactly once.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryExchange(TextKey key, TValue value, [MaybeNullWhen(false)] out TValue oldValue) =>
        PartOf(key).TryExchange(key, value, out oldValue);

    private string DebuggerText => IsDisposed ? DebuggerState.Disposed : $"Count = {Count}";

    // A part that another thread is changing is left out.
    Array IDebugItems.DebugItems => _parts.SelectMany(static part => part.EntriesNow()).ToArray();

    private ConcurrentPart<TValue> PartOf(TextKey key)
    {
        if (key.IsUtf8)
        {
            return PartOf(key.Utf8);
        }

        return _storesUtf8 && !KeyText.IsAscii(key.Chars)
            ? PartOfEncoded(key.Chars)
            : PartOf(KeyHash.ComputeLong(key.Chars));
    }

    // The lower half of the hash is what the table of the part looks at.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ConcurrentPart<TValue> PartOf(ulong hash) => _parts[(int)(hash >> 32) & (_parts.Length - 1)];

    // Before the parts are made: each of them may find that there is enough memory for it alone.
    private static void CheckCapacity(PooledStringDictionaryOptions options, int concurrencyLevel, int parts, PageSource pages)
    {
        long bytes = BytesFor(options.Capacity, parts);
        if (bytes - (parts * (long)AddressSpace.GranuleBytes) > options.MaximumBytes)
        {
            Throw.LimitBelowTable(options.Capacity, options.MaximumBytes, LeastLimit(options.Capacity, concurrencyLevel));
        }

        // Of an empty table next to nothing is touched, however many parts there are.
        if (!pages.HasMemory((ulong)(bytes - BytesFor(0, parts))))
        {
            CommonThrow.TableBeyondMemory(options.Capacity, bytes);
        }
    }

    // With a higher limit there may be more parts, which take more.
    private static long LeastLimit(int capacity, int concurrencyLevel)
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

using Cenote.Keys;
using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>
/// An inverted index in unmanaged memory: each string key has a sorted list of numbers, such as the rows of a table with that
/// value. The GC scans neither keys nor lists.
/// </summary>
/// <remarks>
/// <para>A list of numbers is a posting list: ascending, without duplicates. A key exists if and only if it has numbers. Keys
/// behave as in a <see cref="PooledStringDictionary{TValue}"/>.</para>
/// <para>Finding a key is O(length), finding a number in its list O(log n). Appending a number to a list is amortized O(1);
/// adding or removing one elsewhere moves the numbers after it.</para>
/// <para>A key with one number needs no list memory. Longer lists have a capacity of 3, 7, 15 numbers and so on, up to 16,383.
/// Beyond that, a list that grows gets up to a quarter more than it needs, rounded up to 64 KiB. Other lists reuse the memory of
/// lists that shrink; keys reuse it only if memory is short. Lists can use the memory of removed keys only after
/// <see cref="Trim"/>.</para>
/// <para>Any number of threads may read concurrently. A thread that changes the index needs exclusive access; enumeration counts
/// as reading. In steady state, only enumerators are allocated on the managed heap.</para>
/// <para>The index owns its memory: dispose it, or leave it to the finalizer. Spans do not keep it alive.</para>
/// </remarks>
/// <example>
/// Index the rows of a table by the string in one of its columns:
/// <code>
/// string[] states = ["Yucatán", "Quintana Roo", "Yucatán", "Campeche", "Yucatán"];
/// using var rows = new PooledStringPostings();
/// for (int row = 0; row &lt; states.Length; row++)
/// {
///     rows.Add(states[row], row);
/// }
///
/// rows.Remove("Yucatán", 2);
/// Console.WriteLine(string.Join(" ", rows.GetNumbers("Yucatán").ToArray()));   // prints 0 4
/// Console.WriteLine(rows.GetNumbers("Tabasco").Length);                         // prints 0
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ItemsDebugView))]
public sealed partial class PooledStringPostings : IMeasuredDictionary, IDisposable, IDebugItems
{
    private const int ObjectBytes = 96;

    private readonly PooledStringDictionary<PostingList> _keys;
    private readonly AddressSpace _space;
    private PostingHeap _lists;
    private bool _disposed;

    /// <summary>Creates an empty index.</summary>
    /// <param name="options">
    /// Encoding of the keys, capacity, and a limit for keys and lists together; null for the defaults. The minimum limit is 128
    /// KiB, or 192 KiB if a key has more than one number.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory.</exception>
    public PooledStringPostings(PooledStringDictionaryOptions? options = null)
        : this(options ?? new PooledStringDictionaryOptions(), PageSource.System)
    {
    }

    internal PooledStringPostings(PooledStringDictionaryOptions options, PageSource pages)
    {
        options.Validate();
        var limit = new SharedLimit(options.MaximumBytes, ownBytes: 0);
        _keys = new PooledStringDictionary<PostingList>(
            new PooledStringDictionaryOptions
            {
                KeyEncoding = options.KeyEncoding,
                IgnoreCase = options.IgnoreCase,
                Capacity = options.Capacity,
                MaximumBytes = options.MaximumBytes,
                ClearOnFree = options.ClearOnFree,
                ReservedAddressBytes = options.ReservedAddressBytes,
                Owner = nameof(PooledStringPostings),
                SharedLimit = limit,
            },
            pages);
        try
        {
            _space = new AddressSpace(
                pages, options.ReservedAddressBytes, options.MaximumBytes, sharedLimit: limit);
        }
        catch
        {
            _keys.Dispose();
            throw;
        }

        _lists = new PostingHeap(_space, options.ClearOnFree);
        if (options.MetricsName is { } name)
        {
            DictionaryMetrics.Dictionaries.Add(name, this);
        }
    }

    /// <summary>Number of keys; 0 once the index is disposed.</summary>
    public int Count => _keys.Count;

    /// <summary>Total count of the numbers in all lists; 0 once the index is disposed.</summary>
    public long NumberCount { get; private set; }

    /// <summary>Whether there are no keys; true once the index is disposed.</summary>
    public bool IsEmpty => _keys.IsEmpty;

    /// <summary>Whether the index is disposed.</summary>
    public bool IsDisposed => _keys.IsDisposed;

    /// <summary>Returns the numbers of a key.</summary>
    /// <param name="key">The key.</param>
    /// <returns>
    /// The numbers in ascending order; empty if the key does not exist. Slice the span for paging. It is valid until the index
    /// changes, and does not keep the index alive.
    /// </returns>
    /// <remarks>O(length of the key), allocates nothing.</remarks>
    /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
    public ReadOnlySpan<int> GetNumbers(TextKey key) => Numbers(ref _keys.GetValueRefOrNullRef(key));

    /// <summary>Whether a key has a number.</summary>
    /// <param name="key">The key.</param>
    /// <param name="number">The number.</param>
    /// <returns>False if the key or the number does not exist.</returns>
    /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
    public bool Contains(TextKey key, int number)
    {
        bool found = GetNumbers(key).BinarySearch(number) >= 0;
        GC.KeepAlive(this);
        return found;
    }

    /// <summary>Adds a number to a key, adding the key if it does not exist.</summary>
    /// <param name="key">The key; copied if new.</param>
    /// <param name="number">The number.</param>
    /// <returns>False if the key already has the number.</returns>
    /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory; the index is unchanged.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The key is longer than <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>.
    /// </exception>
    public bool Add(TextKey key, int number)
    {
        bool added = TryAdd(key, number, out bool exists);
        if (!added && !exists)
        {
            ThrowNoMemory(key);
        }

        return added;
    }

    /// <summary>Adds a number to a key, adding the key if it does not exist, without throwing if memory is refused.</summary>
    /// <param name="key">The key; copied if new.</param>
    /// <param name="number">The number.</param>
    /// <param name="exists">Whether the key had the number.</param>
    /// <returns>
    /// False if the key has the number, or if the limit or the operating system refuses the memory; the index is unchanged.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The key is longer than <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>.
    /// </exception>
    public bool TryAdd(TextKey key, int number, out bool exists)
    {
        ref PostingList list = ref _keys.GetValueRefOrNullRef(key);
        bool isThere = false;
        bool added = Unsafe.IsNullRef(ref list)
            ? _keys.TryAdd(key, PostingList.Of(number)) || (_lists.Merge() && _keys.TryAdd(key, PostingList.Of(number)))
            : _lists.TryAdd(ref list, number, out isThere);

        // The caller's variable may overlap the memory of the key, so it is set last.
        exists = isThere;
        NumberCount += added ? 1 : 0;
        GC.KeepAlive(this);
        return added;
    }

    /// <summary>Removes a number from a key, and the key itself if that was its last number.</summary>
    /// <param name="key">The key.</param>
    /// <param name="number">The number.</param>
    /// <returns>False if the key does not have the number.</returns>
    /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
    public bool Remove(TextKey key, int number)
    {
        ref PostingList list = ref _keys.GetValueRefOrNullRef(key);
        bool removed = !Unsafe.IsNullRef(ref list)
            && (list.Count > 1 ? _lists.Remove(ref list, number) : list == PostingList.Of(number) && _keys.Remove(key));
        NumberCount -= removed ? 1 : 0;
        GC.KeepAlive(this);
        return removed;
    }

    /// <summary>Removes a key and all its numbers.</summary>
    /// <param name="key">The key.</param>
    /// <returns>The count of removed numbers; 0 if the key does not exist.</returns>
    /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
    public int RemoveKey(TextKey key)
    {
        if (_keys.Remove(key, out PostingList list))
        {
            _lists.Free(in list);
            NumberCount -= list.Count;
        }

        GC.KeepAlive(this);
        return list.Count;
    }

    private string DebuggerText => IsDisposed ? DebuggerState.Disposed : $"Count = {Count}, NumberCount = {NumberCount}";

    Array IDebugItems.DebugItems
    {
        get
        {
            var items = new List<KeyValuePair<string, int[]>>();
            foreach (var (key, numbers) in this)
            {
                items.Add(new(key.ToString(), numbers.ToArray()));
            }

            return items.ToArray();
        }
    }

    [DoesNotReturn]
    private void ThrowNoMemory(TextKey key)
    {
        if (!_keys.ContainsKey(key))
        {
            _keys.ThrowNoMemory(key.Length, "index");
        }

        Throw.NoMemoryForNumber(_space.LimitReached, _space.MaximumBytes);
    }

    private ReadOnlySpan<int> Numbers(ref PostingList list)
    {
        ReadOnlySpan<int> numbers = Unsafe.IsNullRef(ref list) ? default : _lists.Numbers(ref list);
        GC.KeepAlive(this);
        return numbers;
    }
}

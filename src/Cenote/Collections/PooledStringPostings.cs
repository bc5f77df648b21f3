using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Cenote.Keys;
using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>
/// An index in unmanaged memory: string keys, and for each of them the sorted numbers of what has that key, such as the rows of a
/// table. Neither keys nor lists are objects that the garbage collector has to follow.
/// </summary>
/// <remarks>
/// <para>A list of numbers is what search engines call a posting list: ascending, and without repetition. It begins with its
/// first number and ends with its last one, so a key is there if and only if it has numbers. Keys are those of a
/// <see cref="PooledStringDictionary{TValue}"/>.</para>
/// <para>Finding a key is O(its length), finding a number in its list O(log n). Adding a number at the end of a list is O(1) on
/// average; adding or removing one further in front moves those after it.</para>
/// <para>A key with one number takes no memory for a list; others have room for 3, 7, 15 numbers and so on, and from 16,383 on a
/// quarter more than they need at the most. Lists that become shorter give memory back to others, and where memory is short, to
/// keys; that of removed keys goes to lists after <see cref="Trim"/>.</para>
/// <para>One thread at a time may change the index, and only while none reads; any number may read at the same time. Enumerating
/// is reading. Nothing is allocated on the managed heap in steady state, except by enumerators.</para>
/// <para>The index owns its memory: dispose it, or let it be finalized. Spans do not keep it alive.</para>
/// </remarks>
/// <example>
/// The rows of a table by the text in one of its columns:
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

    /// <summary>Makes an empty index.</summary>
    /// <param name="options">
    /// Encoding of the keys, room, and a limit for keys and lists together; null for the defaults. Where lists are needed, the
    /// least limit is 192 KiB.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the table.</exception>
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
                UseHugePages = options.UseHugePages,
                ClearOnFree = options.ClearOnFree,
                ReservedAddressBytes = options.ReservedAddressBytes,
                Owner = nameof(PooledStringPostings),
                SharedLimit = limit,
            },
            pages);
        try
        {
            _space = new AddressSpace(
                pages, options.ReservedAddressBytes, options.MaximumBytes, options.UseHugePages, sharedLimit: limit);
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

    /// <summary>Keys with numbers; 0 once the index is disposed.</summary>
    public int Count => _keys.Count;

    /// <summary>Numbers in all lists; 0 once the index is disposed.</summary>
    public long NumberCount { get; private set; }

    /// <summary>Whether there are no keys, as in an index that is disposed.</summary>
    public bool IsEmpty => _keys.IsEmpty;

    /// <summary>Whether the index is disposed.</summary>
    public bool IsDisposed => _keys.IsDisposed;

    /// <summary>The numbers of a key.</summary>
    /// <param name="key">The key.</param>
    /// <returns>
    /// The numbers in ascending order, none if the key is not there: a page of them is a slice. Valid until the index changes; it
    /// does not keep the index alive.
    /// </returns>
    /// <remarks>O(length of the key), allocates nothing.</remarks>
    /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
    public ReadOnlySpan<int> GetNumbers(TextKey key) => Numbers(ref _keys.GetValueRefOrNullRef(key));

    /// <summary>Whether a key has a number.</summary>
    /// <param name="key">The key.</param>
    /// <param name="number">The number.</param>
    /// <returns>False if it does not.</returns>
    /// <exception cref="ObjectDisposedException">The index is disposed.</exception>
    public bool Contains(TextKey key, int number)
    {
        bool found = GetNumbers(key).BinarySearch(number) >= 0;
        GC.KeepAlive(this);
        return found;
    }

    /// <summary>Adds a number to a key, which need not be there yet.</summary>
    /// <param name="key">The key, which is copied if it is new.</param>
    /// <param name="number">The number.</param>
    /// <returns>False if the key has it already.</returns>
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

    /// <summary>Adds a number to a key, which need not be there yet, if there is memory for it.</summary>
    /// <param name="key">The key, which is copied if it is new.</param>
    /// <param name="number">The number.</param>
    /// <param name="exists">Whether the key had the number before.</param>
    /// <returns>
    /// False if the key has it already, or, where <paramref name="exists"/> is false, the limit or the operating system refuses
    /// the memory; the index is unchanged.
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

    /// <summary>Removes a number of a key, and the key with its last number.</summary>
    /// <param name="key">The key.</param>
    /// <param name="number">The number.</param>
    /// <returns>False if the key did not have it.</returns>
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

    /// <summary>Removes a key and all of its numbers.</summary>
    /// <param name="key">The key.</param>
    /// <returns>How many numbers it had; 0 if it was not there.</returns>
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

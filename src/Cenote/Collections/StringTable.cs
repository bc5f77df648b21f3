using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Collections;

/// <summary>
/// Assigns each distinct string an id: 0, 1, 2 and so on. Strings and ids are in unmanaged memory, which the GC does not scan;
/// records hold an id of 1 to 4 bytes instead of a string.
/// </summary>
/// <remarks>
/// <para>Thread-safe. Lookups allocate nothing. They take no lock, except that finding an id may take one while strings are added
/// continually. Only one thread adds at a time. Strings are compared ordinally and never removed.</para>
/// <para>The table owns its memory, which is released on disposal or finalization. Spans do not keep it alive.</para>
/// </remarks>
/// <example>
/// Store an id instead of a string, then look up the string:
/// <code>
/// using var states = new StringTable();
/// int id = states.GetOrAdd("Yucatán");
/// Console.WriteLine(states.GetOrAdd("Quintana Roo"));   // prints 1
/// Console.WriteLine(states.AsSpan(id).ToString());      // prints Yucatán
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ItemsDebugView))]
public sealed unsafe partial class StringTable : IMeasuredDictionary, IDisposable, IDebugItems
{
    // Several parts, because a reader retries if the part it reads changes.
    private const int Parts = 8;

    private readonly ConcurrentPart<int>[] _parts = new ConcurrentPart<int>[Parts];
    private readonly Lock _addLock = new();
    private readonly int _maximumCount;
    private readonly long _maximumTextBytes;
    private readonly bool _clears;
    private readonly AddressSpace _space;
    private readonly AddressSpace _cellSpace;

    // The cell of each string, by id.
    private NativeArray<nint> _cells;
    private nint* _firstCell;
    private int _count;
    private long _textBytes;
    private bool _disposed;

    /// <summary>Creates an empty table.</summary>
    /// <param name="options">The options; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The operating system refuses the memory for <see cref="StringTableOptions.Capacity"/>, or the machine does not have that
    /// much memory.
    /// </exception>
    public StringTable(StringTableOptions? options = null)
        : this(options ?? new StringTableOptions(), PageSource.System)
    {
    }

    internal StringTable(StringTableOptions options, PageSource pages)
    {
        options.Validate();
        _maximumCount = options.MaximumCount;
        _maximumTextBytes = options.MaximumTextBytes;
        _clears = options.ClearOnFree;
        long bytes = Parts * KeyIndex.BytesFor(options.Capacity / Parts);
        if (!pages.HasMemory((ulong)bytes))
        {
            // There may be enough memory for each part, but not for all parts.
            CommonThrow.TableBeyondMemory(options.Capacity, bytes);
        }

        _space = new AddressSpace(
            pages, Math.Min(options.ReservedAddressBytes, AddressSpace.MaximumSharedReservation), long.MaxValue);
        var ofPart = new PooledStringDictionaryOptions
        {
            KeyEncoding = KeyEncoding.Utf16,
            Capacity = options.Capacity / Parts,
            SharedSpace = _space,
            KeysArePinned = true,
            Owner = nameof(StringTable),
            ClearOnFree = options.ClearOnFree,
        };
        for (int i = 0; i < Parts; i++)
        {
            _parts[i] = new ConcurrentPart<int>(new PooledStringDictionary<int>(ofPart, pages));
        }

        _cellSpace = new AddressSpace(pages, options.ReservedAddressBytes, long.MaxValue);
        _cells = new NativeArray<nint>(_cellSpace);
        if (options.MetricsName is { } name)
        {
            DictionaryMetrics.Dictionaries.Add(name, this);
        }
    }

    /// <summary>The number of strings, which is also the id of the next new string; 0 once the table is disposed.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>Whether the table is disposed.</summary>
    public bool IsDisposed => Volatile.Read(ref _disposed);

    long IMeasuredDictionary.BytesReserved => _parts.Sum(static part => part.Entries.BytesReserved) + _cellSpace.BytesLent;

    int IMeasuredDictionary.Rehashes => _parts.Sum(static part => ((IMeasuredDictionary)part.Entries).Rehashes);

    /// <summary>Returns the id of a string, adding it if it is new.</summary>
    /// <param name="text">Any UTF-16 data; may be empty.</param>
    /// <returns>The id, at least 0. It is the same for all threads for the lifetime of the table.</returns>
    /// <remarks>
    /// O(length), allocates nothing on the managed heap in steady state. A new string is copied to unmanaged memory.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The table is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The string is new and would exceed <see cref="StringTableOptions.MaximumCount"/> or
    /// <see cref="StringTableOptions.MaximumTextBytes"/>, or the operating system refuses the memory; the table is unchanged.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The string is longer than <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>.
    /// </exception>
    public int GetOrAdd(ReadOnlySpan<char> text) =>
        TryGetId(text, out int id) || TryAdd(text, out id) ? id : Throw.TableIsFull(_count, _maximumCount, _maximumTextBytes);

    /// <summary>Returns the id of a string, adding it if it is new and the table is not full.</summary>
    /// <param name="text">Any UTF-16 data; may be empty.</param>
    /// <param name="id">The id, or -1.</param>
    /// <returns>
    /// False if the string is new and cannot be added: it would exceed a limit of <see cref="StringTableOptions"/>, it is longer
    /// than <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>, or the operating system refuses the memory. The table
    /// is then unchanged.
    /// </returns>
    /// <inheritdoc cref="GetOrAdd(ReadOnlySpan{char})" path="/remarks"/>
    /// <exception cref="ObjectDisposedException">The table is disposed.</exception>
    public bool TryGetOrAdd(ReadOnlySpan<char> text, out int id)
    {
        // The caller's id may overlap the memory of the span, so it is written last.
        bool isThere = TryGetId(text, out int found) || TryAddSlow(text, out found);
        id = found;
        return isThere;
    }

    /// <summary>Returns the id of a UTF-8 string, adding it if it is new and the table is not full.</summary>
    /// <param name="utf8">
    /// The UTF-8 data; each invalid sequence becomes U+FFFD, so different byte sequences can have the same id.
    /// </param>
    /// <param name="id">The id, or -1.</param>
    /// <inheritdoc cref="TryGetOrAdd(ReadOnlySpan{char}, out int)"/>
    [OverloadResolutionPriority(-1)]
    [SkipLocalsInit]
    public bool TryGetOrAdd(ReadOnlySpan<byte> utf8, out int id)
    {
        if (KeyText.IsAscii(utf8) && TryGetIdOfAscii(utf8, out int found))
        {
            id = found;
            return true;
        }

        if (utf8.Length > Utf8Key.StackChars)
        {
            return TryGetOrAddLong(utf8, out id);
        }

        using var text = new Utf8Key(utf8, stackalloc char[Utf8Key.StackChars]);
        return TryGetOrAdd(text.Chars, out id);
    }

    /// <summary>Returns the id of a UTF-8 string, the same as for UTF-16, adding it if it is new.</summary>
    /// <param name="utf8">
    /// The UTF-8 data; each invalid sequence becomes U+FFFD, as with <see cref="System.Text.Encoding.UTF8"/>, so different byte
    /// sequences can have the same id.
    /// </param>
    /// <inheritdoc cref="GetOrAdd(ReadOnlySpan{char})"/>
    [OverloadResolutionPriority(-1)]
    [SkipLocalsInit]
    public int GetOrAdd(ReadOnlySpan<byte> utf8)
    {
        if (KeyText.IsAscii(utf8) && TryGetIdOfAscii(utf8, out int id))
        {
            return id;
        }

        using var text = new Utf8Key(utf8, stackalloc char[Utf8Key.StackChars]);
        return GetOrAdd(text.Chars);
    }

    /// <summary>Finds the id of a string, without adding it.</summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <param name="id">The id, or -1.</param>
    /// <returns>False if the table does not contain the string.</returns>
    /// <remarks>O(length), allocates nothing. Takes a lock only while strings are added continually.</remarks>
    /// <exception cref="ObjectDisposedException">The table is disposed.</exception>
    public bool TryGetId(ReadOnlySpan<char> text, out int id)
    {
        ulong hash = KeyHash.ComputeLong(text);
        if (PartOf(hash).TryGetValue(text, hash, out id))
        {
            return true;
        }

        id = -1;
        return false;
    }

    /// <summary>Finds the id of a UTF-8 string, without adding it.</summary>
    /// <param name="utf8">
    /// The UTF-8 data; each invalid sequence becomes U+FFFD, so different byte sequences can have the same id.
    /// </param>
    /// <param name="id">The id, or -1.</param>
    /// <inheritdoc cref="TryGetId(ReadOnlySpan{char}, out int)"/>
    [OverloadResolutionPriority(-1)]
    public bool TryGetId(ReadOnlySpan<byte> utf8, out int id) =>
        KeyText.IsAscii(utf8) ? TryGetIdOfAscii(utf8, out id) : TryGetIdDecoded(utf8, out id);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryGetIdOfAscii(ReadOnlySpan<byte> ascii, out int id)
    {
        ulong hash = KeyHash.ComputeLong(ascii);
        if (PartOf(hash).TryGetValue(ascii, hash, out id))
        {
            return true;
        }

        id = -1;
        return false;
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryGetIdDecoded(ReadOnlySpan<byte> utf8, out int id)
    {
        using var text = new Utf8Key(utf8, stackalloc char[Utf8Key.StackChars]);
        return TryGetId(text.Chars, out id);
    }

    /// <summary>Returns the string for an id.</summary>
    /// <param name="id">An id of this table.</param>
    /// <returns>The string, valid until the table is disposed. The span does not keep the table alive.</returns>
    /// <remarks>O(1), allocates nothing, takes no lock.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The id is unknown.</exception>
    /// <exception cref="ObjectDisposedException">The table is disposed.</exception>
    public ReadOnlySpan<char> AsSpan(int id)
    {
        if (!TryGetSpan(id, out ReadOnlySpan<char> text))
        {
            ThrowUnknownId(id);
        }

        return text;
    }

    /// <summary>Returns a new managed string for an id.</summary>
    /// <param name="id">An id of this table.</param>
    /// <returns>The string.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The id is unknown.</exception>
    /// <exception cref="ObjectDisposedException">The table is disposed.</exception>
    public string GetString(int id)
    {
        string text = AsSpan(id).ToString();
        GC.KeepAlive(this);
        return text;
    }

    /// <summary>Returns all ids, or those of strings with a prefix, in the ordinal order of their strings.</summary>
    /// <param name="prefix">The prefix of the strings whose ids to return; empty for all.</param>
    /// <returns>A new array. Strings that are added concurrently may be missing.</returns>
    /// <remarks>
    /// O(n log n). Creates no managed strings. Allocates 12 bytes per id during the sort, and 4 for the result.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The table is disposed.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory for the ids.</exception>
    public int[] GetSortedIds(ReadOnlySpan<char> prefix = default)
    {
        uint[] ids = new uint[Count];
        int found = 0;
        for (uint id = 0; id < (uint)ids.Length; id++)
        {
            if (TryGetSpan((int)id, out ReadOnlySpan<char> text) && text.StartsWith(prefix))
            {
                ids[found++] = id;
            }
        }

        KeySort.Sort(new IdKeys(this), ids.AsSpan(0, found), _clears);
        if (IsDisposed)
        {
            Throw.TableDisposed();
        }

        return MemoryMarshal.Cast<uint, int>(ids.AsSpan(0, found)).ToArray();
    }

    /// <summary>Returns the string for an id, unless the id is unknown or the table is disposed.</summary>
    /// <param name="id">Any number.</param>
    /// <param name="text">The string, valid until the table is disposed. The span does not keep the table alive.</param>
    /// <returns>False if there is no such string.</returns>
    /// <remarks>O(1), allocates nothing, takes no lock, never throws.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetSpan(int id, out ReadOnlySpan<char> text)
    {
        // Reads the count first: the addresses read afterwards cover at least that many cells.
        var cell = (KeyCell*)((uint)id < (uint)Volatile.Read(ref _count) ? _firstCell[id] : 0);
        text = cell == null ? default : KeyCell.WideText(cell, EntryLayout<int>.TextOffset);

        // Checks again: if another thread is disposing the table, the values read may be zeros.
        Volatile.ReadBarrier();
        bool found = (uint)id < (uint)_count;
        GC.KeepAlive(this);
        return found;
    }

    private string DebuggerText => _disposed ? DebuggerState.Disposed : $"Count = {Count}";

    // The index of each string is its id.
    Array IDebugItems.DebugItems => Enumerable.Range(0, Count).Select(id => AsSpan(id).ToString()).ToArray();

    // If another thread disposes the table during a sort, its strings read as empty.
    private readonly struct IdKeys(StringTable table) : INumberedKeys
    {
        public static int UnitsPerPiece => KeySort.CharsPerPiece;

        public ulong PieceOf(uint number, int depth) =>
            table.TryGetSpan((int)number, out ReadOnlySpan<char> text) ? KeySort.PieceOf(text, depth) : 0;

        public int CommonUnits(uint first, uint second, int depth) =>
            table.TryGetSpan((int)first, out ReadOnlySpan<char> text) && table.TryGetSpan((int)second, out ReadOnlySpan<char> other)
                ? text[Math.Min(depth, text.Length)..].CommonPrefixLength(other[Math.Min(depth, other.Length)..])
                : 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ConcurrentPart<int> PartOf(ulong hash) => _parts[(int)(hash >> 32) & (Parts - 1)];

    [DoesNotReturn]
    private void ThrowUnknownId(int id)
    {
        if (_disposed)
        {
            Throw.TableDisposed();
        }

        Throw.NotInTable(nameof(id), id, _count);
    }
}

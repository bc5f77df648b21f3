using System.Collections;
using Cenote.Formatting;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// A list of strings off the managed heap: an arena and its values, both owned by the list. A string takes 16 bytes, plus its
/// chars if it has more than 7.
/// </summary>
/// <remarks>
/// Any number of threads may read the list while no thread changes it. Nothing is allocated on the managed heap in steady state.
/// A list that is not disposed releases its memory after it is garbage collected.
/// </remarks>
/// <example>
/// The sorted fields of a line:
/// <code>
/// using var names = new StringArenaList();
/// ReadOnlySpan&lt;char> line = "Sac Actun;El Zapote;Dos Ojos";
/// foreach (Range field in line.Split(';'))
/// {
///     names.Add(line[field]);
/// }
///
/// names.Sort();
/// Console.WriteLine($"{names.Count} names, the first is {names[0]}");   // prints 3 names, the first is Dos Ojos
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ItemsDebugView))]
public sealed unsafe class StringArenaList : IDisposable, IReadOnlyList<ArenaString>, IDebugItems
{
    // Held while the list grows or is disposed, so that two threads cannot do so concurrently by mistake.
    private readonly Lock _gate = new();

    private NativeArray<ArenaString> _values;
    private int _count;
    private bool _isDisposed;

    /// <summary>Creates an empty list with the default options.</summary>
    /// <exception cref="OutOfMemoryException">
    /// The process has no places left, after 128 PiB of chars or because there are too many arenas.
    /// </exception>
    public StringArenaList()
        : this(new StringArenaOptions())
    {
    }

    /// <summary>Creates an empty list.</summary>
    /// <param name="options">
    /// Sizes and limits of the arena, read once. The limits do not cover the 16 bytes of each value.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The process has no places left, after 128 PiB of chars or because there are too many arenas.
    /// </exception>
    public StringArenaList(StringArenaOptions options)
        : this(options, PageSource.System)
    {
    }

    internal StringArenaList(StringArenaOptions options, PageSource pages)
    {
        Arena = new StringArena(options, pages);
        _values = new NativeArray<ArenaString>(options.CreateSpaceForValues(pages), options.ClearOnFree);
    }

    /// <summary>
    /// The arena of the strings, owned by the list. Resetting the arena makes the values stale: use <see cref="Clear"/>.
    /// </summary>
    public StringArena Arena { get; }

    /// <summary>The number of strings.</summary>
    public int Count => _count;

    /// <summary>Whether the list is disposed.</summary>
    public bool IsDisposed => _isDisposed;

    /// <summary>
    /// Bytes of unmanaged memory that the list holds: its values and its arena's whole chunks, including untouched pages.
    /// </summary>
    public long BytesReserved => Arena.BytesReserved + _values.BytesHeld;

    /// <summary>
    /// The values, as a span to sort or change them. The span is valid until a string is added or the list is disposed, and does
    /// not keep the list alive. Normally, the memory of an invalid span is not reused for ten seconds and two gen 2 collections.
    /// </summary>
    public Span<ArenaString> Values
    {
        get
        {
            // Reads the count first: if another thread moves the values, the new memory holds at least this many.
            int count = Volatile.Read(in _count);
            ArenaString* start = _values.Start;
            return start == null ? default : new(start, count);
        }
    }

    /// <summary>The string at an index.</summary>
    /// <param name="index">The index, from 0, less than <see cref="Count"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is outside the list.</exception>
    public ArenaString this[int index]
    {
        get
        {
            ArenaString value = *At(index);
            GC.KeepAlive(this);
            return value;
        }
    }

    /// <summary>Adds a string at the end.</summary>
    /// <param name="value">The chars, which need not be valid UTF-16.</param>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit is reached or there is no memory; the list is unchanged.</exception>
    public void Add(ReadOnlySpan<char> value)
    {
        int count = MakeRoom();
        Append(count, Arena.Add(value));
    }

    /// <summary>Adds a UTF-8 string at the end, like <see cref="StringArena.Add(ReadOnlySpan{byte})"/>.</summary>
    /// <param name="utf8">The bytes.</param>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the list is
    /// unchanged.</exception>
    [OverloadResolutionPriority(-1)]
    public void Add(ReadOnlySpan<byte> utf8)
    {
        int count = MakeRoom();
        Append(count, Arena.Add(utf8));
    }

    /// <summary>Adds an interpolated string at the end, without allocating a managed string.</summary>
    /// <param name="handler">Created by the compiler.</param>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit is reached or there is no memory; the list is unchanged.</exception>
    public void Add(ref StringHandler handler)
    {
        Add(handler.Text);
        handler.Clear();
    }

    /// <summary>Like <see cref="Add(ref StringHandler)"/>, with a format provider.</summary>
    /// <param name="provider">Formats values; null for the current culture.</param>
    /// <param name="handler">Created by the compiler.</param>
    /// <inheritdoc cref="Add(ref StringHandler)"/>
    public void Add(
        IFormatProvider? provider, [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler)
    {
        Add(handler.Text);
        handler.Clear();
    }

    /// <summary>Returns the chars of a string.</summary>
    /// <param name="index">The index, from 0, less than <see cref="Count"/>.</param>
    /// <returns>The chars, valid until a string is added or the list is sorted, cleared or disposed. The span does not keep the
    /// list alive.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is outside the list.</exception>
    public ReadOnlySpan<char> AsSpan(int index)
    {
        ReadOnlySpan<char> text = Arena.AsSpan(in *At(index));
        GC.KeepAlive(this);
        return text;
    }

    /// <summary>
    /// Removes all strings at once, and keeps the memory for reuse. O(1), or O(bytes in use) with
    /// <see cref="StringArenaOptions.ClearOnFree"/>.
    /// </summary>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// No places are left, after 128 PiB of chars or because there are too many arenas; the list is unchanged.
    /// </exception>
    public void Clear()
    {
        Arena.Reset();
        int count = _count;
        _count = 0;
        _values.Clear(count);
    }

    /// <summary>Sorts the strings like <see cref="StringArena.Sort(Span{ArenaString})"/>.</summary>
    /// <exception cref="OutOfMemoryException">There is no temporary memory; the list is unchanged.</exception>
    public void Sort()
    {
        Arena.Sort(Values);
        GC.KeepAlive(this);
    }

    /// <summary>
    /// Sorts the strings and reorders values with them, like
    /// <see cref="StringArena.Sort{TValue}(Span{ArenaString}, Span{TValue})"/>.
    /// </summary>
    /// <param name="values">The same number of values as strings; each moves with its string.</param>
    /// <typeparam name="TValue">The type of the values.</typeparam>
    /// <exception cref="ArgumentException">The numbers of strings and values differ.</exception>
    /// <exception cref="OutOfMemoryException">There is no temporary memory; the order is unchanged.</exception>
    public void Sort<TValue>(Span<TValue> values)
    {
        Arena.Sort(Values, values);
        GC.KeepAlive(this);
    }

    /// <summary>Disposes the list and its arena, and releases their memory. A second call does nothing.</summary>
    public void Dispose()
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            _count = 0;
            if (!_isDisposed)
            {
                _isDisposed = true;
                Arena.Dispose();
                _values.Close();
            }
        }
    }

    /// <summary>
    /// Enumerates the values. You may add or sort during the enumeration, which always reads the current values.
    /// </summary>
    /// <returns>The enumerator, for <c>foreach</c>. The enumerator keeps the list alive.</returns>
    public Enumerator GetEnumerator() => new(this);

    IEnumerator<ArenaString> IEnumerable<ArenaString>.GetEnumerator() => GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private string DebuggerText => _isDisposed ? DebuggerState.Disposed : $"Count = {Count}";

    // Uses DebuggerText, because the values are stale if the arena was reset.
    Array IDebugItems.DebugItems => this.Select(static value => value.DebuggerText).ToArray();

    private ArenaString* At(int index)
    {
        int count = Volatile.Read(in _count);
        if ((uint)index >= (uint)count)
        {
            Throw.NotInList(nameof(index), index, count);
        }

        // Null if another thread disposed the list after the count was read, or an addition raced with the disposal.
        ArenaString* start = _values.Start;
        if (start == null)
        {
            Throw.ArenaDisposed();
        }

        return start + index;
    }

    // Called before the string is added, so that no string is added if the list cannot grow. The returned index has memory for a
    // value, even if other threads add concurrently by mistake.
    private int MakeRoom()
    {
        Arena.ThrowIfDisposed();
        int count = _count;
        if (count >= _values.Capacity)
        {
            MakeRoomSlow(count);
        }

        return count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void MakeRoomSlow(int count)
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            Arena.ThrowIfDisposed();
            if (count >= _values.Capacity && !_values.TryGrow())
            {
                Throw.NoMemoryForList(count);
            }
        }
    }

    private void Append(int count, ArenaString value)
    {
        ArenaString* start = _values.Start;
        if (start == null)
        {
            Throw.ArenaDisposed();
        }

        start[count] = value;
        Volatile.Write(ref _count, count + 1);
        GC.KeepAlive(this);
    }

    /// <summary>Enumerates the values of a list.</summary>
    public struct Enumerator : IEnumerator<ArenaString>
    {
        // Null in the default enumerator, which is empty.
        private readonly StringArenaList? _list;
        private int _index;

        internal Enumerator(StringArenaList list)
        {
            _list = list;
            _index = -1;
        }

        /// <inheritdoc/>
        /// <exception cref="InvalidOperationException">This is the default enumerator.</exception>
        public readonly ArenaString Current => _list is { } list ? list[_index] : Throw.EnumeratorHasNoList<ArenaString>();

        readonly object IEnumerator.Current => Current;

        /// <inheritdoc/>
        public bool MoveNext() => _list is { } list && ++_index < list.Count;

        /// <inheritdoc/>
        public void Reset() => _index = -1;

        /// <inheritdoc/>
        public readonly void Dispose()
        {
        }
    }
}

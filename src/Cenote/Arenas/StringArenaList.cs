using System.Collections;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// Strings in the order in which they were added, off the managed heap: an arena and its values, both owned by the list. Nothing
/// else needs to be kept alive. A string takes 16 bytes, and its text if that has more than 7 chars.
/// </summary>
/// <remarks>
/// One thread at a time may change the list; at other times any number may read it. Nothing allocates on the managed heap in
/// steady state. A list that is forgotten gives its memory back when it is finalized.
/// </remarks>
/// <example>
/// The fields of a line in order:
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
[DebuggerTypeProxy(typeof(ArenaListDebugView))]
public sealed unsafe class StringArenaList : IDisposable, IReadOnlyList<ArenaString>
{
    // Held while room is made and while the list is disposed, so that two threads never do so at once by mistake.
    private readonly Lock _gate = new();

    private NativeArray<ArenaString> _values;
    private int _count;
    private bool _isDisposed;

    /// <summary>Makes an empty list with the default options.</summary>
    /// <exception cref="OutOfMemoryException">The process has used up its places, which takes 128 PiB of text.</exception>
    public StringArenaList()
        : this(new StringArenaOptions())
    {
    }

    /// <summary>Makes an empty list.</summary>
    /// <param name="options">Sizes and limits of the arena, read once. They do not count the 16 bytes of each value.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The process has used up its places, which takes 128 PiB of text.</exception>
    public StringArenaList(StringArenaOptions options)
        : this(options, PageSource.System)
    {
    }

    internal StringArenaList(StringArenaOptions options, PageSource pages)
    {
        Arena = new StringArena(options, pages);
        _values = new NativeArray<ArenaString>(options.MakeSpaceForValues(pages), options.ClearOnFree);
    }

    /// <summary>
    /// The arena of the strings, which the list owns. Resetting it makes the list's values stale: use <see cref="Clear"/>.
    /// </summary>
    public StringArena Arena { get; }

    /// <summary>Number of strings.</summary>
    public int Count => _count;

    /// <summary>Whether the list is disposed.</summary>
    public bool IsDisposed => _isDisposed;

    /// <summary>
    /// Bytes of unmanaged memory the list holds: the chunks of its arena and the memory for values, both counted whole. Pages
    /// that were never touched count here.
    /// </summary>
    public long BytesReserved => Arena.BytesReserved + _values.BytesHeld;

    /// <summary>
    /// The values, in a span to sort or change them. It is valid until a string is added or the list disposed, and does not keep
    /// the list alive. Used longer, it reads and writes memory that nobody else gets for ten seconds and two full collections.
    /// </summary>
    public Span<ArenaString> Values
    {
        get
        {
            // Read first: if another thread moves the values, their new place has room for at least this many.
            int count = Volatile.Read(in _count);
            ArenaString* start = _values.Start;
            return start == null ? default : new(start, count);
        }
    }

    /// <summary>The string at an index.</summary>
    /// <param name="index">From 0 to below <see cref="Count"/>.</param>
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

    /// <summary>Adds a text at the end.</summary>
    /// <param name="value">Any UTF-16.</param>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the list is
    /// unchanged.</exception>
    public void Add(ReadOnlySpan<char> value)
    {
        int count = MakeRoom();
        Append(count, Arena.Add(value));
    }

    /// <summary>Adds the text of UTF-8 bytes at the end, as <see cref="StringArena.AddUtf8"/> does.</summary>
    /// <param name="utf8">The bytes.</param>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the list is
    /// unchanged.</exception>
    public void AddUtf8(ReadOnlySpan<byte> utf8)
    {
        int count = MakeRoom();
        Append(count, Arena.AddUtf8(utf8));
    }

    /// <summary>Adds an interpolated string at the end, without making a managed string of it.</summary>
    /// <param name="handler">Made by the compiler.</param>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the list is
    /// unchanged.</exception>
    public void Add(ref ArenaStringHandler handler)
    {
        Add(handler.Text);
        handler.Clear();
    }

    /// <summary>As <see cref="Add(ref ArenaStringHandler)"/>, with values formatted by a provider.</summary>
    /// <param name="provider">Formats values; null for the current culture.</param>
    /// <param name="handler">Made by the compiler.</param>
    /// <inheritdoc cref="Add(ref ArenaStringHandler)"/>
    public void Add(
        IFormatProvider? provider, [InterpolatedStringHandlerArgument(nameof(provider))] ref ArenaStringHandler handler)
    {
        Add(handler.Text);
        handler.Clear();
    }

    /// <summary>The text of a string.</summary>
    /// <param name="index">From 0 to below <see cref="Count"/>.</param>
    /// <returns>The text, valid until a string is added or the list is sorted, cleared or disposed. It does not keep the list
    /// alive.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is outside the list.</exception>
    public ReadOnlySpan<char> AsSpan(int index)
    {
        ReadOnlySpan<char> text = Arena.AsSpan(in *At(index));
        GC.KeepAlive(this);
        return text;
    }

    /// <summary>Removes all strings at once. The memory stays for the next ones. O(1).</summary>
    /// <exception cref="ObjectDisposedException">The list is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The process has used up its places, which takes 128 PiB of text; the list is
    /// unchanged.</exception>
    public void Clear()
    {
        Arena.Reset();
        int count = _count;
        _count = 0;
        _values.Clear(count);
    }

    /// <summary>Sorts the strings, as <see cref="StringArena.Sort(Span{ArenaString})"/> does.</summary>
    /// <exception cref="OutOfMemoryException">The scratch memory is refused; the list is unchanged.</exception>
    public void Sort()
    {
        Arena.Sort(Values);
        GC.KeepAlive(this);
    }

    /// <summary>
    /// Sorts the strings and values with them, as <see cref="StringArena.Sort{TValue}(Span{ArenaString}, Span{TValue})"/> does.
    /// </summary>
    /// <param name="values">As many as there are strings; each is moved as its string is.</param>
    /// <typeparam name="TValue">Type of the values.</typeparam>
    /// <exception cref="ArgumentException">There are not as many values as strings.</exception>
    /// <exception cref="OutOfMemoryException">The scratch memory is refused; everything is unchanged.</exception>
    public void Sort<TValue>(Span<TValue> values)
    {
        Arena.Sort(Values, values);
        GC.KeepAlive(this);
    }

    /// <summary>Disposes the list and gives its memory back, that of the arena included. A second call does nothing.</summary>
    public void Dispose()
    {
        using (Uninterrupted.Enter(_gate))
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
    /// Enumerates the values. Adding or sorting during the enumeration is no error: it finds what is there at the time.
    /// </summary>
    /// <returns>What <c>foreach</c> takes. It keeps the list alive.</returns>
    public Enumerator GetEnumerator() => new(this);

    IEnumerator<ArenaString> IEnumerable<ArenaString>.GetEnumerator() => GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private string DebuggerText => _isDisposed ? DebuggerState.Disposed : $"Count = {Count}";

    private ArenaString* At(int index)
    {
        int count = Volatile.Read(in _count);
        if ((uint)index >= (uint)count)
        {
            Throw.NotInList(nameof(index), index, count);
        }

        // Null if another thread has just disposed the list, or added to it when it was disposed.
        ArenaString* start = _values.Start;
        if (start == null)
        {
            Throw.ArenaDisposed();
        }

        return start + index;
    }

    // Before the text is added, so that no text is added in vain. There is room for a value at the index that is returned, even
    // if other threads add to the list by mistake.
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
        using (Uninterrupted.Enter(_gate))
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

    /// <summary>Goes over the values of a list.</summary>
    public struct Enumerator : IEnumerator<ArenaString>
    {
        // Null in the default enumerator, which finds nothing.
        private readonly StringArenaList? _list;
        private int _index;

        internal Enumerator(StringArenaList list)
        {
            _list = list;
            _index = -1;
        }

        /// <inheritdoc/>
        /// <exception cref="InvalidOperationException">This is the default enumerator, which no list has made.</exception>
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

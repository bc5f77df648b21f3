using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Arenas;

/// <summary>
/// Stores strings off the managed heap and frees them all together. <see cref="Reset"/> keeps the memory, and
/// <see cref="Dispose"/> releases it. Adding a string advances a bump pointer. Strings of up to 7 chars take only the 16 bytes of
/// their <see cref="ArenaString"/>.
/// </summary>
/// <remarks>
/// <para>In steady state nothing is allocated on the managed heap, regardless of the number of strings. An arena that is not
/// disposed releases its memory after it is garbage collected.</para>
/// <para>Values and spans do not keep the arena alive: hold it while you use them, for example with <c>using</c>. Reading a value
/// of more than 7 chars throws if its arena was reset, or if it is read through another arena. A span used after
/// <see cref="Reset"/> may read other chars, but does not fault before the arena is disposed or collected.</para>
/// <para>One thread at a time may add, reset or dispose. Any number of threads may read, compare and sort strings while one adds,
/// but not while one resets or disposes.</para>
/// </remarks>
/// <example>
/// The strings of one request, all freed at once:
/// <code>
/// using var arena = new StringArena();
/// ArenaString name = arena.Add("Sac Actun");
/// ArenaString line = arena.Add($"{name} is {119} m deep");   // allocates no managed string
/// Console.WriteLine(line);                                   // prints Sac Actun is 119 m deep
/// arena.Reset();                                             // frees both strings, and keeps the memory for the next request
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ArenaDebugView))]
public sealed unsafe partial class StringArena : IDisposable
{
    private readonly PageSource _pages;
    private readonly AddressSpace _space;

    // Held while chunks are added, rewound or released, so that two threads that do so concurrently by mistake neither get the
    // same chunk nor release memory twice.
    private readonly Lock _gate = new();

    // Terminating chars after each string: 0 or 1.
    private readonly int _terminator;
    private BumpHeap _heap;
    private PlaceWindow _window;

    // -1 when disposed. No string is that short, so the length check also detects disposal.
    private int _maxInlineLength = ArenaString.InlineLength;

    /// <summary>
    /// Creates an empty arena with the default options. Allocates no unmanaged memory before the first string of more than 7
    /// chars.
    /// </summary>
    /// <exception cref="OutOfMemoryException">
    /// The process has no places left, after 128 PiB of chars or because there are too many arenas.
    /// </exception>
    public StringArena()
        : this(new StringArenaOptions())
    {
    }

    /// <summary>Creates an empty arena. Allocates no unmanaged memory before the first string of more than 7 chars.</summary>
    /// <param name="options">Sizes and limits, read once.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The process has no places left, after 128 PiB of chars or because there are too many arenas.
    /// </exception>
    public StringArena(StringArenaOptions options)
        : this(options, PageSource.System)
    {
    }

    internal StringArena(StringArenaOptions options, PageSource pages)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        _pages = pages;
        _terminator = options.NullTerminated ? 1 : 0;
        _space = options.CreateSpace(pages);
        _window = PlaceDirectory.Rent();
        _heap = options.CreateHeap(_space, _window.Next);

        // This assignment must be last, because other threads may then look up stale values in this arena.
        _window.Owner = this;
    }

    /// <summary>
    /// Closes an unreferenced arena, so that another arena can use its remaining places. The memory has a separate finalizer.
    /// </summary>
    ~StringArena()
    {
        // The field is null if the constructor threw.
        if (_window is not null && !IsDisposed)
        {
            Close();
        }
    }

    /// <summary>Bytes of unmanaged memory that the arena holds: whole chunks, including untouched pages.</summary>
    public long BytesReserved => _space.BytesLent;

    /// <summary>
    /// Bytes allocated since the last reset: strings of more than 7 chars and copies of shorter ones for
    /// <see cref="DangerousGetPointer"/>, each rounded up to a multiple of 8 bytes.
    /// </summary>
    public long BytesUsed => _heap.BytesUsed;

    /// <summary>The number of chunks, including unused ones.</summary>
    public int ChunkCount => _heap.ChunkCount;

    /// <summary>Whether the arena is disposed.</summary>
    public bool IsDisposed => _maxInlineLength < 0;

    /// <summary>Copies a string into the arena.</summary>
    /// <param name="value">The chars, which need not be valid UTF-16.</param>
    /// <returns>The value, valid until the arena is reset or disposed; always valid for up to 7 chars.</returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit is reached or there is no memory; the arena is unchanged.</exception>
    public ArenaString Add(ReadOnlySpan<char> value)
    {
        int length = value.Length;
        ref char source = ref MemoryMarshal.GetReference(value);
        if (length <= _maxInlineLength)
        {
            return ArenaString.Inline(ref source, length);
        }

        uint units = (uint)(length + _terminator + 3) / 4;
        byte* text = _heap.Next;
        byte* next = text + (units * 8);

        // An empty string gets here only if the arena is disposed. `length - 1` then wraps around, so the slow path is taken.
        if ((uint)(length - 1) >= ArenaString.WrittenLength - 1 || next > _heap.Limit)
        {
            return AddSlow(value);
        }

        _heap.Next = next;
        ref byte bytes = ref Unsafe.As<char, byte>(ref source);
        if (_heap.IsLarge)
        {
            PrefetchAhead(next, ref bytes);
        }

        ulong head = Unsafe.ReadUnaligned<ulong>(ref bytes);
        TextCopy.Copy(text, ref bytes, (uint)length * sizeof(char));

        // Without a terminator, this may write to the memory of the next string, or to the slack. Neither is in use yet.
        ((char*)text)[length] = '\0';
        var result = new ArenaString(head, ArenaString.LongTail(length, _heap.PlaceOf(text)));
        GC.KeepAlive(this);
        return result;
    }

    /// <summary>Returns the chars of a value.</summary>
    /// <param name="value">A value of this arena. For up to 7 chars, the span points to the variable passed as the
    /// argument.</param>
    /// <returns>The chars, valid until the arena is reset or disposed. The span does not keep the arena alive.</returns>
    /// <remarks>O(1), allocates nothing. Safe while another thread adds strings.</remarks>
    /// <exception cref="InvalidOperationException">The value is stale or belongs to another arena.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed, and the value has more than 7 chars.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<char> AsSpan(in ArenaString value)
    {
        if (!TryRead(in value, out ReadOnlySpan<char> text))
        {
            ThrowStale();
        }

        return text;
    }

    // If the data exceeds the CPU caches, half of the time of an addition is memory latency, because the hardware prefetcher
    // stops at page boundaries. If the sources are not contiguous, two of the four prefetched lines are wasted.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void PrefetchAhead(byte* next, ref byte source)
    {
        const int Distance = 3 << 10;
        byte* from = (byte*)Unsafe.AsPointer(ref source) + Distance;
        Prefetch.Read(next + Distance);
        Prefetch.Read(next + Distance + Prefetch.Line);
        Prefetch.Read(from);
        Prefetch.Read(from + Prefetch.Line);
    }

    /// <summary>Compares two values ordinally, by UTF-16 code unit: surrogates sort before U+E000 and above.</summary>
    /// <param name="a">A value of this arena.</param>
    /// <param name="b">Another value of this arena.</param>
    /// <returns>Less than, equal to or greater than zero.</returns>
    /// <remarks>Allocates nothing. Fast if the strings differ in their first four chars, which are in the values.</remarks>
    /// <exception cref="InvalidOperationException">A value is stale or belongs to another arena.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed, and a value has more than 7 chars.</exception>
    public int Compare(ArenaString a, ArenaString b)
    {
        if (a.IsInline && b.IsInline)
        {
            return ArenaString.CompareInline(a, b);
        }

        ReadOnlySpan<char> text = AsSpan(in a);
        ReadOnlySpan<char> other = AsSpan(in b);
        int order = a.Head == b.Head
            ? text.SequenceCompareTo(other)
            : ArenaString.InOrder(a.Head).CompareTo(ArenaString.InOrder(b.Head));
        GC.KeepAlive(this);
        return order;
    }

    /// <summary>
    /// The chars of a value; false if it is stale or belongs to another arena. The caller must keep the arena alive.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryRead(in ArenaString value, out ReadOnlySpan<char> text)
    {
        // The tail is read once, because another thread may write the variable.
        ulong tail = value.Tail;
        if (ArenaString.IsInlineTail(tail))
        {
            text = ArenaString.InlineText(in value, tail);
            return true;
        }

        char* start = ArenaText.Find(in _heap.Places, tail, out int length);
        if (start == null)
        {
            text = default;
            return false;
        }

        text = MemoryMarshal.CreateReadOnlySpan(ref *start, length);
        GC.KeepAlive(this);
        return true;
    }

    internal bool IsAlive(ArenaString value)
    {
        bool isAlive = TryRead(in value, out _);
        GC.KeepAlive(this);
        return isAlive;
    }
}

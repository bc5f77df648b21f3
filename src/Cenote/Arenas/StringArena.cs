using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Arenas;

/// <summary>
/// Strings that are freed together: each is added by moving a pointer through chunks of unmanaged memory, and all are released at
/// once by <see cref="Reset"/>, which keeps the chunks, or <see cref="Dispose"/>. Up to 7 chars need no memory beyond the 16
/// bytes of their <see cref="ArenaString"/>.
/// </summary>
/// <remarks>
/// <para>Nothing allocates on the managed heap in steady state, however many strings there are. An arena that is forgotten gives
/// its memory back when it is finalized.</para>
/// <para>Values do not keep the arena alive, nor do spans: hold the arena for as long as they are used, most simply by
/// <c>using</c>. A value that is used too long, or in another arena, is detected and throws. A span that is used after
/// <see cref="Reset"/> reads other text, but never faults as long as the arena lives.</para>
/// <para>One thread at a time may change the arena: add, reset, dispose. Any number of threads may read, compare and sort strings
/// while one adds, but not while one resets or disposes.</para>
/// </remarks>
/// <example>
/// The text of one request, all of it freed at once:
/// <code>
/// using var arena = new StringArena();
/// ArenaString name = arena.Add("Sac Actun");
/// ArenaString line = arena.Add($"{name} is {119} m deep");   // formatted straight into the arena
/// Console.WriteLine(line);                                   // prints Sac Actun is 119 m deep
/// arena.Reset();                                             // ends both strings, and keeps the memory for the next request
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ArenaDebugView))]
public sealed unsafe partial class StringArena : IDisposable
{
    private readonly PageSource _pages;
    private readonly AddressSpace _space;

    // Held while chunks are added, taken back and released: two threads that do so at once by mistake must not get the same
    // memory, or give it back twice.
    private readonly Lock _gate = new();

    // Chars behind each text that are not part of it.
    private readonly int _terminator;
    private BumpHeap _heap;
    private PlaceWindow _window;

    // So one comparison also tells whether the arena is disposed: no text is as short as -1.
    private int _longestInline = ArenaString.InlineLength;

    /// <summary>Makes an empty arena with the default options. It takes no memory before the first long string.</summary>
    /// <exception cref="OutOfMemoryException">The process has used up its places, which takes 128 PiB of text.</exception>
    public StringArena()
        : this(new StringArenaOptions())
    {
    }

    /// <summary>Makes an empty arena. It takes no memory before the first long string.</summary>
    /// <param name="options">Sizes and limits, read once.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The process has used up its places, which takes 128 PiB of text.</exception>
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
        _space = options.MakeSpace(pages);
        _window = PlaceDirectory.Rent();
        _heap = options.MakeHeap(_space, _window.Next);

        // Last, because from now on stale values may ask the arena whether they are its own.
        _window.Owner = this;
    }

    /// <summary>
    /// Closes an arena that was forgotten, so that another one can use the rest of its places. The memory has a finalizer of its
    /// own.
    /// </summary>
    ~StringArena()
    {
        // A constructor that threw has left nothing to close.
        if (_window is not null && !IsDisposed)
        {
            Close();
        }
    }

    /// <summary>
    /// Bytes of unmanaged memory the arena holds: its chunks, counted whole. Pages that were never touched count here.
    /// </summary>
    public long BytesReserved => _space.BytesLent;

    /// <summary>Bytes of chunks in use since the last reset: texts of more than 7 chars, rounded up to 8 bytes.</summary>
    public long BytesUsed => _heap.BytesUsed;

    /// <summary>Number of chunks, including those kept for later strings.</summary>
    public int ChunkCount => _heap.ChunkCount;

    /// <summary>Whether the arena is disposed.</summary>
    public bool IsDisposed => _longestInline < 0;

    /// <summary>Copies a text into the arena.</summary>
    /// <param name="value">Any UTF-16.</param>
    /// <returns>The value, valid until the arena is reset or disposed; for up to 7 chars forever.</returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the arena is
    /// unchanged.</exception>
    public ArenaString Add(ReadOnlySpan<char> value)
    {
        int length = value.Length;
        ref char source = ref MemoryMarshal.GetReference(value);
        if (length <= _longestInline)
        {
            return ArenaString.Inline(ref source, length);
        }

        uint units = (uint)(length + _terminator + 3) / 4;
        byte* text = _heap.Next;
        byte* next = text + (units * 8);

        // A length of 0 is a large number here, too: the arena is disposed then.
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

        // Without a terminator this may be the first char of the next text, or of the slack.
        ((char*)text)[length] = '\0';
        var result = new ArenaString(head, ArenaString.LongTail(length, _heap.PlaceOf(text)));
        GC.KeepAlive(this);
        return result;
    }

    /// <summary>The text of a value.</summary>
    /// <param name="value">A value of this arena. The span of up to 7 chars points to the variable that is passed here.</param>
    /// <returns>The text, valid until the arena is reset or disposed. It does not keep the arena alive.</returns>
    /// <remarks>O(1), allocates nothing. Any thread may call it while another adds strings.</remarks>
    /// <exception cref="InvalidOperationException">The value is stale, or of another arena.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed, and the text is longer than 7 chars.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<char> AsSpan(in ArenaString value)
    {
        if (!TryRead(in value, out ReadOnlySpan<char> text))
        {
            ThrowStale();
        }

        return text;
    }

    // Of many texts, which leave the caches, half the time is waiting for memory: the processor's own prefetching ends at each
    // page. Where sources lie apart, two lines are fetched in vain.
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

    /// <summary>Compares two texts ordinally, by UTF-16 code unit: surrogates come before U+E000 and above.</summary>
    /// <param name="a">A value of this arena.</param>
    /// <param name="b">Another one.</param>
    /// <returns>Below, equal to or above zero.</returns>
    /// <remarks>Most texts differ in their first four chars, which are in the values. Allocates nothing.</remarks>
    /// <exception cref="InvalidOperationException">A value is stale, or of another arena.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed, and a text is longer than 7 chars.</exception>
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

    /// <summary>The text of a value, or false if it is stale or of another arena. The caller keeps the arena alive.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryRead(in ArenaString value, out ReadOnlySpan<char> text)
    {
        // Read once: another thread may be writing the variable.
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

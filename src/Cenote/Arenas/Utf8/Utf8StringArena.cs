using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// Texts in UTF-8 by the million, for one byte more than they have: each is found by an id, a number of 8 bytes or fewer, and can
/// be removed. All are released at once by <see cref="Reset"/> or <see cref="Dispose"/>.
/// </summary>
/// <remarks>
/// <para>A text of 2 to 32 bytes lies in a cell that is one byte longer, one of a single byte in a cell of 3. A longer one takes
/// five bytes more and is rounded up by an eighth at most. Cells of one size share slabs of 64 KiB, of which only the pages that
/// are written to take memory; an arena with few texts of many lengths is not small. For texts that are all released together,
/// <see cref="StringArena"/> takes less time, and the pools detect use after free without a limit to the number of ids.</para>
/// <para>An id is valid until its text is removed, or the arena is reset or disposed. No id is given out twice, so one that is
/// used too long is always detected. The arena forbids itself further texts when all are used up, see
/// <see cref="Utf8StringArenaOptions.IdBits"/>. 0 is the empty text, which takes no memory and cannot be removed.</para>
/// <para>Any number of threads may add, read and remove at the same time; reading takes no lock. A span that is used after its
/// text was removed may read another text, but never faults as long as something refers to the arena, which a span does not:
/// <see cref="TryCopyTo"/> is exact. One thread at a time may reset, while no other uses the arena.</para>
/// <para>Bytes are kept as they are, and need not be valid UTF-8. Nothing is allocated on the managed heap in steady state, but
/// some hundred bytes for each text of more than 8 KB, and the list of slabs. That one keeps 8 bytes for each slab that was used
/// up since the last <see cref="Reset"/>, and doubles when it is full: 8 bytes for every 128 texts of more than 8 KB that came
/// and went, or for 64 KiB of short ones whose cells have had 128 texts each. Reset an arena now and then that lives for ever,
/// or replace it.</para>
/// </remarks>
/// <example>
/// Names that come and go:
/// <code>
/// using var names = new Utf8StringArena();
/// long ada = names.Add("Ada"u8);
/// long grace = names.Add("Grace");                     // converted from UTF-16
/// Console.WriteLine(names.GetString(grace));           // prints Grace
/// names.Remove(ada);
/// Console.WriteLine(names.TryGetSpan(ada, out _));     // prints False
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(Utf8ArenaDebugView))]
public sealed partial class Utf8StringArena : IDisposable
{
    private readonly AddressSpace _space;

    // By processor, made when it first adds, under the lock of the arena.
    private readonly Utf8Stripe?[] _stripes;
    private readonly int _idBits;
    private readonly bool _clears;

    // What each text takes beyond its bytes.
    private readonly int _terminator;

    // Held while stripes and slabs are made or given back; taken after the lock of a stripe.
    private readonly Lock _gate = new();

    // By number, counted from the first one since the last reset. Replaced by a longer copy as it grows.
    private Utf8Slab?[] _slabs = [];

    // What is left of slabs of one long text: their numbers, with lives that no id has had.
    private Utf8Slab? _vacant;
    private long _firstNumber;
    private int _slabCount;
    private bool _isDisposed;

    /// <summary>Makes an empty arena with the default options. It takes no memory before the first text.</summary>
    public Utf8StringArena()
        : this(new Utf8StringArenaOptions())
    {
    }

    /// <summary>Makes an empty arena. It takes no memory before the first text.</summary>
    /// <param name="options">Sizes and limits, read once.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    public Utf8StringArena(Utf8StringArenaOptions options)
        : this(options, PageSource.System)
    {
    }

    internal Utf8StringArena(Utf8StringArenaOptions options, PageSource pages)
        : this(options, pages, Environment.ProcessorCount)
    {
    }

    internal Utf8StringArena(Utf8StringArenaOptions options, PageSource pages, int processors)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        _idBits = options.IdBits;
        _clears = options.ClearOnFree;
        _terminator = options.NullTerminated ? 1 : 0;
        _firstNumber = FirstNumber(_idBits);
        _space = new AddressSpace(pages, options.ReservedAddressBytes, options.MaximumBytes);
        _stripes = new Utf8Stripe?[BitOperations.RoundUpToPowerOf2((uint)processors)];
    }

    /// <summary>Live texts, those not counted that are empty. O(processors).</summary>
    public long Count
    {
        get
        {
            long count = 0;
            foreach (Utf8Stripe? stripe in _stripes)
            {
                if (stripe is not null)
                {
                    using (Uninterrupted.Enter(stripe.Gate))
                    {
                        count += stripe.Count;
                    }
                }
            }

            return count;
        }
    }

    /// <summary>
    /// Bytes of unmanaged memory lent to the arena: its slabs, counted whole, less those that were given back. Pages that were
    /// never touched count here.
    /// </summary>
    public long BytesReserved => _space.BytesLent;

    /// <summary>Whether the arena is disposed.</summary>
    public bool IsDisposed => Volatile.Read(ref _isDisposed);

    /// <summary>Copies a text into the arena.</summary>
    /// <param name="utf8">Any bytes, up to 5 fewer than 2 GiB - 1, or 6 with
    /// <see cref="Utf8StringArenaOptions.NullTerminated"/>.</param>
    /// <returns>The id, valid until the text is removed, or the arena is reset or disposed; 0 for the empty text.</returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The text is longer than that.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory, or all ids are used up; the
    /// arena is unchanged.</exception>
    public long Add(ReadOnlySpan<byte> utf8)
    {
        if (!TryAddOwn(utf8, out long id))
        {
            ThrowNoMemory(utf8.Length);
        }

        return id;
    }

    /// <summary>Copies a text into the arena, if there is memory for it.</summary>
    /// <param name="utf8">Any bytes.</param>
    /// <param name="id">The id, valid until the text is removed, or the arena is reset or disposed; 0 if there is none.</param>
    /// <returns>
    /// False if <see cref="Utf8StringArenaOptions.MaximumBytes"/> or the operating system refuses the memory, all ids are used
    /// up, the text is too long for <see cref="Add(ReadOnlySpan{byte})"/>, or the arena is disposed. The arena is unchanged
    /// then.
    /// </returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state. Throws nothing.</remarks>
    public bool TryAdd(ReadOnlySpan<byte> utf8, out long id)
    {
        try
        {
            return TryAddOwn(utf8, out id);
        }
        catch (OutOfMemoryException)
        {
            // The list of slabs needs managed memory.
            id = 0;
            return false;
        }
    }

    /// <summary>The text of an id.</summary>
    /// <param name="id">An id of this arena.</param>
    /// <returns>The text, valid until it is removed, or the arena is reset or disposed. It does not keep the arena
    /// alive.</returns>
    /// <remarks>O(1), allocates nothing, takes no lock. Any thread may call it.</remarks>
    /// <exception cref="InvalidOperationException">The id is stale, or of another arena.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    public ReadOnlySpan<byte> AsSpan(long id)
    {
        if (!TryGetSpan(id, out ReadOnlySpan<byte> utf8))
        {
            ThrowStale(id);
        }

        return utf8;
    }

    /// <summary>The text of an id, unless it is stale.</summary>
    /// <param name="id">Any number.</param>
    /// <param name="utf8">The text, valid until it is removed, or the arena is reset or disposed. It does not keep the arena
    /// alive.</param>
    /// <returns>False if the id is stale, or the arena is disposed.</returns>
    /// <remarks>O(1), allocates nothing, takes no lock, never throws. Any thread may call it.</remarks>
    public bool TryGetSpan(long id, out ReadOnlySpan<byte> utf8)
    {
        if (SlabOf(id) is { } slab)
        {
            bool found = slab.TryFind(id, out utf8);
            GC.KeepAlive(this);
            return found;
        }

        utf8 = default;
        return id == 0 && !IsDisposed;
    }

    /// <summary>Removes a text. Its id is stale from now on, and spans of it must not be used.</summary>
    /// <param name="id">An id of this arena; 0 does nothing.</param>
    /// <remarks>O(1). Allocates nothing on the managed heap.</remarks>
    /// <exception cref="InvalidOperationException">The id is stale, or of another arena.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    public void Remove(long id)
    {
        if (!TryRemove(id))
        {
            ThrowStale(id);
        }
    }

    /// <summary>Removes a text, unless its id is stale. Of several threads that remove it, one succeeds.</summary>
    /// <param name="id">Any number; 0, the empty text, stays.</param>
    /// <returns>False if the id is stale, or the arena is disposed.</returns>
    /// <remarks>O(1). Allocates nothing on the managed heap, never throws. Any thread may call it.</remarks>
    public bool TryRemove(long id)
    {
        if (SlabOf(id) is not { } slab)
        {
            return id == 0 && !IsDisposed;
        }

        Utf8Stripe stripe = slab.Stripe;
        using (Uninterrupted.Enter(stripe.Gate))
        {
            // Since the slab was found, another thread may have disposed the arena, whose memory need not be empty then.
            if (_isDisposed || !slab.Remove(id, _clears, out int length))
            {
                return false;
            }

            stripe.Count--;
            stripe.TextBytes -= length;
            if (slab.Live == 0)
            {
                HandleEmpty(slab);
            }
            else if (!slab.IsListed && slab.TakesTexts)
            {
                stripe.List(slab);
            }

            return true;
        }
    }

    private static long FirstNumber(int idBits)
    {
        const int LeastBitsToDraw = 48;
        long half = 1L << (idBits - Utf8ArenaId.NumberShift - 1);
        return idBits < LeastBitsToDraw ? 1 : 1 + Random.Shared.NextInt64(half - 1);
    }

    private string DebuggerText =>
        IsDisposed ? DebuggerState.Disposed : $"Count = {Count}, BytesReserved = {BytesReserved}";

    // Null for the empty text, too.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Utf8Slab? SlabOf(long id)
    {
        Utf8Slab?[] slabs = Volatile.Read(ref _slabs);
        ulong place = (ulong)(Utf8ArenaId.Number(id) - _firstNumber);
        return place < (uint)slabs.Length ? slabs[place] : null;
    }

    // False if there is no memory; an arena that is disposed has none.
    private bool TryAddOwn(ReadOnlySpan<byte> utf8, out long id)
    {
        id = 0;
        if (utf8.IsEmpty)
        {
            return !IsDisposed;
        }

        // A span may have as many bytes as an int counts.
        int length = (int)Math.Min((uint)utf8.Length + (uint)_terminator, int.MaxValue);
        Utf8Stripe stripe = EnterStripe();
        try
        {
            Utf8Slab? slab = length <= Utf8SizeClass.LongestShared ? stripe.Find(Utf8SizeClass.Of(length)) : null;
            slab ??= Prepare(stripe, length);
            if (slab is null)
            {
                return false;
            }

            id = slab.Add(utf8);
            stripe.Count++;
            stripe.TextBytes += utf8.Length;
            return true;
        }
        finally
        {
            stripe.Gate.Exit();
        }
    }

    // That of the processor, or another one if a thread that lost its processor holds it: a text may be anywhere.
    private Utf8Stripe EnterStripe()
    {
        int own = Thread.GetCurrentProcessorId();
        for (int i = 0; i < _stripes.Length; i++)
        {
            Utf8Stripe other = StripeOf(own + i);
            if (other.Gate.TryEnter())
            {
                return other;
            }
        }

        Utf8Stripe stripe = StripeOf(own);
        _ = Uninterrupted.Enter(stripe.Gate);
        return stripe;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Utf8Stripe StripeOf(int processor)
    {
        ref Utf8Stripe? stripe = ref _stripes[processor & (_stripes.Length - 1)];
        return stripe ?? MakeStripe(ref stripe);
    }
}

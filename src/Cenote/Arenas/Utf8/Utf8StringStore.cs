using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// Stores millions of UTF-8 strings off the managed heap, short ones with one byte of overhead. An id of up to 8 bytes finds and
/// removes a string. <see cref="Reset"/> and <see cref="Dispose"/> remove all strings at once.
/// </summary>
/// <remarks>
/// <para>
/// A string of 2 to 32 bytes takes one extra byte; a one-byte string takes 3 bytes in total. A string of 33 bytes to 8 KB takes 5
/// extra bytes, and the sum is rounded up by at most an eighth. Cells of one size share slabs of 64 KiB, of which only written
/// pages take memory. A longer string has a separate slab. Each size in use takes at least a page, so a few strings of many
/// different lengths take much memory. <see cref="StringArena"/> is faster for strings that are all freed together. Pools also
/// detect use after free, but do not limit the number of ids.
/// </para>
/// <para>An id is valid until its string is removed, or the store is reset or disposed. Ids are never reused, so use of a stale
/// id is always detected. When all ids are used up, the store accepts no more strings: see
/// <see cref="Utf8StringStoreOptions.IdBits"/>. The id 0 is the empty string, which takes no memory and cannot be removed.</para>
/// <para>Any number of threads may add, read and remove concurrently; reading takes no lock. A span used after its string was
/// removed may read another string, but never faults while the store is referenced; a span does not count as a reference.
/// <see cref="TryCopyTo"/> never copies another string. Reset only while no other thread uses the store.</para>
/// <para>Bytes are stored as they are, and need not be valid UTF-8. In steady state nothing is allocated on the managed heap,
/// except a few hundred bytes per string of more than 8 KB, and the list of slabs. The list doubles when it is full, and keeps 8
/// bytes per slab exhausted since the last <see cref="Reset"/>. A cell is exhausted after 128 strings were added to it and
/// removed. A slab is exhausted when more than half of its cells are, or when it becomes empty after one of them was. The slab of
/// a string of more than 8 KB has only one cell. Reset or replace a long-lived store now and then.</para>
/// </remarks>
/// <example>
/// Names that are added and removed:
/// <code>
/// using var names = new Utf8StringStore();
/// long ada = names.Add("Ada"u8);
/// long grace = names.Add("Grace");                     // converted from UTF-16
/// Console.WriteLine(names.GetString(grace));           // prints Grace
/// names.Remove(ada);
/// Console.WriteLine(names.TryGetSpan(ada, out _));     // prints False
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(Utf8StoreDebugView))]
public sealed partial class Utf8StringStore : IDisposable
{
    private readonly AddressSpace _space;

    // One per processor, rounded up to a power of two. Each is created under the store's lock when an addition first needs it.
    private readonly Utf8Stripe?[] _stripes;
    private readonly int _idBits;
    private readonly bool _clears;

    // Terminating bytes after each string: 0 or 1.
    private readonly int _terminator;

    // Held while stripes and slabs are created or released. Taken after a stripe's lock.
    private readonly Lock _gate = new();

    // Indexed by number, relative to the first number since the last reset. Replaced with a longer copy when it grows.
    private Utf8Slab?[] _slabs = [];

    // Slabs of removed long strings, whose numbers still have unused generations.
    private Utf8Slab? _vacant;
    private long _firstNumber;
    private int _slabCount;
    private bool _isDisposed;

    /// <summary>Creates an empty store with the default options. Allocates no unmanaged memory before the first string.</summary>
    public Utf8StringStore()
        : this(new Utf8StringStoreOptions())
    {
    }

    /// <summary>Creates an empty store. Allocates no unmanaged memory before the first string.</summary>
    /// <param name="options">Sizes and limits, read once.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    public Utf8StringStore(Utf8StringStoreOptions options)
        : this(options, PageSource.System)
    {
    }

    internal Utf8StringStore(Utf8StringStoreOptions options, PageSource pages)
        : this(options, pages, Environment.ProcessorCount)
    {
    }

    internal Utf8StringStore(Utf8StringStoreOptions options, PageSource pages, int processors)
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

    /// <summary>The number of strings, not counting empty ones. O(processors).</summary>
    public long Count
    {
        get
        {
            long count = 0;
            foreach (Utf8Stripe? stripe in _stripes)
            {
                if (stripe is not null)
                {
                    using (UninterruptibleLock.Enter(stripe.Gate))
                    {
                        count += stripe.Count;
                    }
                }
            }

            return count;
        }
    }

    /// <summary>
    /// Bytes of unmanaged memory that the store holds: whole slabs, including untouched pages, but not decommitted slabs.
    /// </summary>
    public long BytesReserved => _space.BytesLent;

    /// <summary>Whether the store is disposed.</summary>
    public bool IsDisposed => Volatile.Read(ref _isDisposed);

    /// <summary>Copies a UTF-8 string into the store.</summary>
    /// <param name="utf8">Any bytes; at most 2 GiB minus 6 bytes, or minus 7 bytes with
    /// <see cref="Utf8StringStoreOptions.NullTerminated"/>.</param>
    /// <returns>The id, valid until the string is removed, or the store is reset or disposed; 0 for the empty string.</returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The string is longer than the maximum.</exception>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    /// <exception cref="OutOfMemoryException"><see cref="Utf8StringStoreOptions.MaximumBytes"/> is reached, the operating system
    /// has no memory, or all ids are used up; the store is unchanged.</exception>
    public long Add(ReadOnlySpan<byte> utf8)
    {
        if (!TryAddCopied(utf8, out long id))
        {
            ThrowNoMemory(utf8.Length);
        }

        return id;
    }

    /// <summary>Copies a UTF-8 string into the store, if there is memory for it.</summary>
    /// <param name="utf8">Any bytes.</param>
    /// <param name="id">The id, valid until the string is removed, or the store is reset or disposed; 0 on failure.</param>
    /// <returns>
    /// False if <see cref="Utf8StringStoreOptions.MaximumBytes"/> is reached, the operating system has no memory, all ids are
    /// used up, the string is too long for <see cref="Add(ReadOnlySpan{byte})"/>, or the store is disposed. The store is then
    /// unchanged.
    /// </returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state. Never throws.</remarks>
    public bool TryAdd(ReadOnlySpan<byte> utf8, out long id)
    {
        try
        {
            return TryAddCopied(utf8, out id);
        }
        catch (OutOfMemoryException)
        {
            // There is no managed memory for the list of slabs.
            id = 0;
            return false;
        }
    }

    /// <summary>Returns the string of an id.</summary>
    /// <param name="id">An id of this store.</param>
    /// <returns>The string, valid until it is removed, or the store is reset or disposed. The span does not keep the store
    /// alive.</returns>
    /// <remarks>O(1), allocates nothing, takes no lock. Thread-safe.</remarks>
    /// <exception cref="InvalidOperationException">The id is stale or belongs to another store.</exception>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public ReadOnlySpan<byte> AsSpan(long id)
    {
        if (!TryGetSpan(id, out ReadOnlySpan<byte> utf8))
        {
            ThrowStale(id);
        }

        return utf8;
    }

    /// <summary>Returns the string of an id, unless the id is stale.</summary>
    /// <param name="id">Any number.</param>
    /// <param name="utf8">The string, valid until it is removed, or the store is reset or disposed. The span does not keep the
    /// store alive.</param>
    /// <returns>False if the id is stale, or the store is disposed.</returns>
    /// <remarks>O(1), allocates nothing, takes no lock, never throws. Thread-safe.</remarks>
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

    /// <summary>Removes a string. Its id becomes stale, and its spans must no longer be used.</summary>
    /// <param name="id">An id of this store; 0 does nothing.</param>
    /// <remarks>O(1). Allocates nothing on the managed heap.</remarks>
    /// <exception cref="InvalidOperationException">The id is stale or belongs to another store.</exception>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public void Remove(long id)
    {
        if (!TryRemove(id))
        {
            ThrowStale(id);
        }
    }

    /// <summary>Removes a string, unless its id is stale. If several threads remove it, exactly one succeeds.</summary>
    /// <param name="id">Any number; 0, the empty string, is never removed.</param>
    /// <returns>False if the id is stale, or the store is disposed. True for 0.</returns>
    /// <remarks>O(1). Allocates nothing on the managed heap, never throws. Thread-safe.</remarks>
    public bool TryRemove(long id)
    {
        if (SlabOf(id) is not { } slab)
        {
            return id == 0 && !IsDisposed;
        }

        Utf8Stripe stripe = slab.Stripe;
        using (UninterruptibleLock.Enter(stripe.Gate))
        {
            // If another thread has disposed the store since the slab was found, the slab may still contain the string.
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
            else if (!slab.IsListed && slab.AcceptsStrings)
            {
                stripe.List(slab);
            }

            return true;
        }
    }

    private static long FirstNumber(int idBits)
    {
        const int MinBitsToDraw = 48;
        long half = 1L << (idBits - Utf8StoreId.NumberShift - 1);
        return idBits < MinBitsToDraw ? 1 : 1 + Random.Shared.NextInt64(half - 1);
    }

    private string DebuggerText =>
        IsDisposed ? DebuggerState.Disposed : $"Count = {Count}, BytesReserved = {BytesReserved}";

    // Null for the empty string, for ids outside the table, and for ids of slabs that were released.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Utf8Slab? SlabOf(long id)
    {
        Utf8Slab?[] slabs = Volatile.Read(ref _slabs);
        ulong place = (ulong)(Utf8StoreId.Number(id) - _firstNumber);
        return place < (uint)slabs.Length ? slabs[place] : null;
    }

    // False if there is no memory, no id is left, the string is too long, or the store is disposed.
    private bool TryAddCopied(ReadOnlySpan<byte> utf8, out long id)
    {
        id = 0;
        if (utf8.IsEmpty)
        {
            return !IsDisposed;
        }

        // The terminator would make a length of int.MaxValue overflow.
        int length = (int)Math.Min((uint)utf8.Length + (uint)_terminator, int.MaxValue);
        Utf8Stripe stripe = EnterStripe();
        try
        {
            Utf8Slab? slab = length <= Utf8SizeClass.MaxSharedLength ? stripe.Find(Utf8SizeClass.Of(length)) : null;
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

    // Locks the stripe of this processor or, if another thread holds its lock, the next unlocked one. A string may be in any
    // stripe.
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
        _ = UninterruptibleLock.Enter(stripe.Gate);
        return stripe;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Utf8Stripe StripeOf(int processor)
    {
        ref Utf8Stripe? stripe = ref _stripes[processor & (_stripes.Length - 1)];
        return stripe ?? CreateStripe(ref stripe);
    }
}

using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using Cenote.Memory.Cells;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>
/// What the pools behind <see cref="PooledStringRef"/> have in common: reading, building and freeing strings that never move.
/// <see cref="SegmentedStringPool"/> is for one writer at a time, <see cref="ConcurrentStringPool"/> for many.
/// </summary>
/// <remarks>
/// <para>The caller owns every handle and frees it once, by <see cref="PooledStringRef.Free"/> or
/// <see cref="Free(PooledStringId)"/>; <see cref="Clear"/> and <see cref="Dispose"/> free all that are left. A pool that is
/// forgotten gives its memory back when it is finalized.</para>
/// <para>Spans point into the pool. A span is valid until its string is freed or the pool cleared or disposed, and does not keep
/// the pool alive: hold the pool, or a <see cref="PooledStringRef"/>, for as long as the span is used. No memory is unmapped as
/// long as the pool can be reached, nor in the ten seconds and two full collections after that or after <see cref="Dispose"/>: a
/// span that is used too long reads other text, even that of another pool, or zeros, but does not fault. Only one that is used
/// even longer does, or one that is used while a process releases more than 16 GiB of memory, or has used up its addresses: then
/// this time is cut short.</para>
/// </remarks>
/// <example>
/// A method that takes a pool of either kind:
/// <code>
/// using var pool = new SegmentedStringPool();
/// Console.WriteLine(Load(pool, "Dos Ojos\nSac Actun").Length);   // prints 2
///
/// static PooledStringRef[] Load(StringPool pool, string lines) => [.. lines.Split('\n').Select(line => pool.Allocate(line))];
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(StringPoolDebugView))]
public abstract unsafe partial class StringPool : IStringStore
{
    /// <summary>The most chars a pooled string can have.</summary>
    public const int MaximumLength = int.MaxValue / 2;

    private protected readonly int _minimumLength;
    private protected TextSpace _texts;
    private protected FillGuard _fills;
    private readonly ShortStrings _shortStrings;
    private protected readonly ManagedTexts _managedTexts = new();
    private long _staleReads;

    private protected StringPool(AddressSpace space, StringPoolOptions options)
    {
        _texts = new TextSpace(space);
        _shortStrings = options.ShortStrings;
        _minimumLength = options.MinPooled;
    }

    /// <summary>Number of live strings; the empty string does not count.</summary>
    public abstract int ActiveAllocations { get; }

    /// <summary>Number of slabs in use or reserved.</summary>
    internal abstract (long Allocated, long Freed)? Turnover { get; }

    (long Allocated, long Freed)? IMeasuredPool.Turnover => Turnover;

    /// <summary>Whether a scope of a JSON converter has freed strings that were not kept. Used in messages.</summary>
    internal bool ScopeHasFreed { get; set; }

    long IMeasuredPool.StaleReads => Volatile.Read(ref _staleReads);

    internal abstract int SlabCount { get; }

    /// <summary>Number of arena segments.</summary>
    internal abstract int SegmentCount { get; }

    /// <summary>Whether the pool is disposed, and every string with it.</summary>
    public bool IsDisposed => _texts.IsClosed;

    /// <summary>Copies a text into the pool.</summary>
    /// <param name="value">Any UTF-16, up to <see cref="MaximumLength"/> chars.</param>
    /// <returns>The handle, to be freed by the caller; <see cref="PooledStringRef.Empty"/> for an empty text.</returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ArgumentException">The text is shorter than the pool's minimum, and the pool was told to refuse such
    /// texts.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The text is too long.</exception>
    public abstract PooledStringRef Allocate(ReadOnlySpan<char> value);

    /// <summary>Copies a text into the pool, if the pool takes it and there is memory for it.</summary>
    /// <param name="value">Any UTF-16.</param>
    /// <param name="handle">The handle, to be freed by the caller; <see cref="PooledStringRef.Empty"/> for an empty text, and on
    /// failure.</param>
    /// <returns>
    /// False if the limit or the operating system refuses the memory, or the text is too long, or too short for a pool that
    /// refuses such texts; the pool is unchanged then.
    /// </returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public abstract bool TryAllocate(ReadOnlySpan<char> value, out PooledStringRef handle);

    /// <summary>The text of a string.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <returns>The text in the pool's memory; see the remarks of the type for how long it is valid.</returns>
    /// <remarks>O(1), allocates nothing. Any thread may call it while another changes other strings.</remarks>
    /// <exception cref="InvalidOperationException">The id is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<char> AsSpan(PooledStringId id) => Read(id.Cell);

    /// <summary>The text of a string, if the id is not stale.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="text">The text, or an empty span.</param>
    /// <returns>False if the id is stale or the pool disposed.</returns>
    /// <remarks>O(1), allocates nothing, never throws.</remarks>
    public bool TryGetSpan(PooledStringId id, out ReadOnlySpan<char> text) => TryRead(id.Cell, out text);

    /// <summary>
    /// The texts of many strings, for a loop over ids that lie scattered over more memory than the caches hold: it waits less
    /// than a loop that looks up one string after the other. For strings in the cache a plain loop is faster.
    /// </summary>
    /// <param name="ids">Ids of this pool.</param>
    /// <returns>What <c>foreach</c> takes. It reads each text when it comes to it.</returns>
    /// <exception cref="InvalidOperationException">In the loop: an id is stale.</exception>
    /// <exception cref="ObjectDisposedException">In the loop: the pool is disposed.</exception>
    public PooledStringSpans AsSpans(ReadOnlySpan<PooledStringId> ids) => new(this, ids);

    /// <summary>
    /// The 16-byte handle of a string, which finds its text by itself. Never throws: a stale id gives a stale handle.
    /// </summary>
    /// <param name="id">An id of this pool.</param>
    /// <returns>The handle.</returns>
    public PooledStringRef Resolve(PooledStringId id) => id.IsEmpty ? default : new PooledStringRef(this, id.Cell);

    /// <summary>
    /// Frees a string. Freeing a stale id, the empty one, or one of a disposed or another pool does nothing (of another pool, except
    /// for a chance of about one in half a billion: see <see cref="PooledStringId"/>).
    /// </summary>
    /// <param name="id">An id of this pool.</param>
    /// <remarks>
    /// Never throws. O(1) and without allocation for strings of up to 32,764 chars; the memory of longer ones is coalesced at
    /// once, and given back when its segment was made for that string alone.
    /// </remarks>
    public void Free(PooledStringId id)
    {
        if (!id.IsEmpty)
        {
            Free(id.Cell);
        }
    }

    /// <summary>
    /// Frees every string: each handle given out so far is stale. The memory stays with the pool for the next strings, except for
    /// segments that were made for a single long string. O(cells of all slabs), about 3 ms for a million.
    /// </summary>
    /// <exception cref="InvalidOperationException">A <see cref="Create"/> callback is running.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public abstract void Clear();

    /// <summary>
    /// Gives the memory of empty slabs and segments back to the operating system, and reserved slabs with it. Handles stay as
    /// they are. O(cells and segments).
    /// </summary>
    /// <returns>Bytes given back.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public abstract long Trim();

    /// <summary>
    /// Bytes of unmanaged memory the pool holds: slabs and segments, in use or reserved, counted whole, and 64 KiB of tables.
    /// Pages that were never touched count here, though the operating system has not backed them yet.
    /// </summary>
    /// <remarks>0 once the pool is disposed.</remarks>
    public long BytesReserved => _texts.Space.BytesLent;

    /// <summary>
    /// Bytes of managed memory the pool holds, approximately: its objects, the descriptors of slabs and segments, and the table
    /// of the strings kept for <see cref="ShortStrings.Managed"/>, without those strings.
    /// </summary>
    public abstract long ManagedBytes { get; }

    /// <summary>Walks over the whole pool and adds it up. O(cells and free blocks), allocates nothing.</summary>
    /// <returns>The statistics.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public abstract StringPoolStatistics GetStatistics();

    /// <summary>
    /// Disposes the pool and gives its memory back. Handles are stale from now on, and spans must not be used. A second call does
    /// nothing.
    /// </summary>
    /// <exception cref="InvalidOperationException">A <see cref="Create"/> callback is running.</exception>
    public abstract void Dispose();

    private protected string DebuggerText => StringPoolDebugView.TextOf(this);

    PooledStringId IStringStore.AllocateId(ReadOnlySpan<char> value) => Allocate(value).Id;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ReadOnlySpan<char> Read(CellId id)
    {
        nuint index = id.Index;
        if (index < _texts.Limit && TextSpace.TryRead(_texts.First, index, id.Generation, out ReadOnlySpan<char> text))
        {
            GC.KeepAlive(this);
            return text;
        }

        return ReadSlow(id);
    }

    /// <summary>
    /// Asks the processor for the line that a read of the id will need. Does nothing where there is no such instruction.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Prefetch(CellId id)
    {
        if (Sse.IsSupported)
        {
            Sse.Prefetch0(_texts.First + ((nuint)id.Index << AddressSpace.UnitShift));
        }
    }

    /// <summary>Frees a string, if the id is not stale.</summary>
    internal abstract void Free(CellId id);
}

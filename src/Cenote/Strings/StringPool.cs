using System.Runtime.Intrinsics.X86;
using Cenote.Memory.Cells;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>
/// Base class of the pools that return <see cref="PooledStringRef"/> handles. Their strings never move.
/// <see cref="SegmentedStringPool"/> is for one writer at a time, <see cref="ConcurrentStringPool"/> for many.
/// </summary>
/// <remarks>
/// <para>The caller owns every handle and frees it once, with <see cref="PooledStringRef.Free"/> or
/// <see cref="StringPoolBase.Free(PooledStringId)"/>; <see cref="StringPoolBase.Clear"/> and
/// <see cref="StringPoolBase.Dispose"/> free all remaining strings. A pool that is not disposed releases its memory
/// after it is garbage collected.</para>
/// <para>
/// Spans point into the pool. A span is valid until its string is freed, or the pool is cleared or disposed. A span does not keep
/// the pool alive: hold the pool, or a <see cref="PooledStringRef"/>, while you use the span. Memory stays mapped until the pool
/// is disposed or collected, and normally for at least ten seconds and two gen 2 collections after that. During that time, a
/// stale span may read other chars (even of another pool) or zeros, but does not fault; after that time, it may fault. The time
/// is shorter if the process releases more than 16 GiB of memory, or if the operating system refuses memory or addresses.
/// </para>
/// </remarks>
/// <example>
/// A method that works with both pools:
/// <code>
/// using var pool = new SegmentedStringPool();
/// Console.WriteLine(Load(pool, "Dos Ojos\nSac Actun").Length);   // prints 2
///
/// static PooledStringRef[] Load(StringPool pool, string lines) => [.. lines.Split('\n').Select(line => pool.Allocate(line))];
/// </code>
/// </example>
public abstract unsafe partial class StringPool : StringPoolBase, IStringStore
{
    /// <summary>The maximum length of a pooled string, in chars.</summary>
    public const int MaximumLength = int.MaxValue / 2;

    private protected StringPool(StringPoolOptions options, HeapSizes sizes, PageSource pages, bool isShared)
        : base(options, sizes, pages, sizeof(char), isShared)
    {
    }

    /// <summary>Copies a string into the pool.</summary>
    /// <param name="value">Up to <see cref="MaximumLength"/> chars, which need not be valid UTF-16.</param>
    /// <returns>The handle, which the caller must free; <see cref="PooledStringRef.Empty"/> for an empty string.</returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ArgumentException">
    /// The string is shorter than the pool's minimum length, and the pool rejects such strings
    /// (<see cref="ShortStrings.Throw"/>).
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The string is longer than <see cref="MaximumLength"/>.</exception>
    // AggressiveOptimization skips the unoptimized JIT tier, so the first 400,000 strings take a third less time. The flag also
    // disables profile-guided optimization, so steady-state calls for short strings are 3 % slower.
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public virtual PooledStringRef Allocate(ReadOnlySpan<char> value) =>
        TryAllocateSmallFast(value, out CellId id) ? new PooledStringRef(this, id) : AllocateOther(value);

    /// <summary>
    /// Copies a string into the pool, but returns false instead of throwing if the pool rejects it or memory is refused.
    /// </summary>
    /// <param name="value">The chars, which need not be valid UTF-16.</param>
    /// <param name="handle">
    /// The handle, which the caller must free; <see cref="PooledStringRef.Empty"/> for an empty string, and on failure.
    /// </param>
    /// <returns>
    /// False if the limit or the operating system refuses the memory, the string is too long, or the pool rejects it as too
    /// short. The pool is then unchanged.
    /// </returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public virtual bool TryAllocate(ReadOnlySpan<char> value, out PooledStringRef handle)
    {
        if (TryAllocateSmallFast(value, out CellId id))
        {
            handle = new PooledStringRef(this, id);
            return true;
        }

        return TryAllocateSlow(value, out handle);
    }

    /// <summary>Returns the chars of a string.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <returns>A span over the pool's memory. See the remarks of the type for how long it is valid.</returns>
    /// <remarks>O(1), allocates nothing. Safe while another thread changes other strings.</remarks>
    /// <exception cref="InvalidOperationException">The id is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<char> AsSpan(PooledStringId id) => Read(id.Cell);

    /// <summary>Reads a string if its id is not stale.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="text">The string, or an empty span.</param>
    /// <returns>False if the id is stale or the pool is disposed.</returns>
    /// <remarks>O(1), allocates nothing, never throws.</remarks>
    public bool TryGetSpan(PooledStringId id, out ReadOnlySpan<char> text) => TryRead(id.Cell, out text);

    /// <summary>
    /// Reads many strings in a loop. Prefetching makes the loop faster than single lookups if the strings are scattered over more
    /// memory than fits in the CPU caches. For strings in the cache, a plain loop is faster.
    /// </summary>
    /// <param name="ids">Ids of this pool.</param>
    /// <returns>An enumerable for <c>foreach</c>, which reads each string only when the loop reaches it.</returns>
    /// <exception cref="InvalidOperationException">An id is stale; thrown in the loop.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed; thrown in the loop.</exception>
    public PooledStringSpans AsSpans(ReadOnlySpan<PooledStringId> ids) => new(this, ids);

    /// <summary>
    /// Returns the 16-byte handle of an id. The handle includes a reference to the pool. Never throws: a stale id yields a stale
    /// handle.
    /// </summary>
    /// <param name="id">An id of this pool.</param>
    /// <returns>The handle.</returns>
    public PooledStringRef Resolve(PooledStringId id) => id.IsEmpty ? default : new PooledStringRef(this, id.Cell);

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

    /// <summary>Prefetches the cache line that <see cref="Read"/> accesses first. Does nothing on CPUs without SSE.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Prefetch(CellId id)
    {
        if (Sse.IsSupported)
        {
            Sse.Prefetch0(_texts.First + ((nuint)id.Index << AddressSpace.UnitShift));
        }
    }
}

using System.Text;
using System.Text.Unicode;
using Cenote.Memory.Cells;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>
/// Base class of the pools that return <see cref="PooledUtf8String"/> handles. Their UTF-8 strings never move.
/// <see cref="Utf8StringPool"/> is for one writer at a time, <see cref="ConcurrentUtf8StringPool"/> for many.
/// </summary>
/// <remarks>
/// <para>Lengths and indices are in bytes. The pool replaces each invalid UTF-8 sequence with U+FFFD, as
/// <see cref="Encoding.UTF8"/> does. Only <see cref="DangerousAllocate"/> stores bytes without validation.</para>
/// <para>The caller owns every handle and frees it once, with <see cref="PooledUtf8String.Free"/> or
/// <see cref="StringPoolBase.Free(PooledStringId)"/>; <see cref="StringPoolBase.Clear"/> and
/// <see cref="StringPoolBase.Dispose"/> free all remaining strings. A pool that is not disposed releases its memory
/// after it is garbage collected.</para>
/// <para>
/// Spans point into the pool. A span is valid until its string is freed, or the pool is cleared or disposed. A span does not keep
/// the pool alive: hold the pool, or a <see cref="PooledUtf8String"/>, while you use the span. Before the pool is disposed or
/// collected, a stale span may read other bytes or zeros, but does not fault; see the remarks of <see cref="StringPool"/> about
/// later use.
/// </para>
/// </remarks>
/// <example>
/// Invalid UTF-8 is replaced with U+FFFD:
/// <code>
/// using Utf8Pool pool = new Utf8StringPool();
/// PooledUtf8String text = pool.Allocate([(byte)'a', 0xFF, (byte)'b']);
/// Console.WriteLine(text.Equals("a\uFFFDb"));   // prints True
/// </code>
/// </example>
public abstract unsafe partial class Utf8Pool : StringPoolBase
{
    /// <summary>The maximum length of a pooled string, in bytes; the same as for a span.</summary>
    public const int MaximumLength = int.MaxValue;

    private protected Utf8Pool(StringPoolOptions options, HeapSizes sizes, PageSource pages, bool isShared)
        : base(options, sizes, pages, sizeof(byte), isShared) =>
        _maxStackLength = options.ClearOnFree || _minimumLength > 0 ? -1 : MaxStackChars;

    /// <inheritdoc cref="AddressSpace.LimitReached"/>
    internal bool LimitReached => _texts.Space.LimitReached;

    /// <summary>
    /// Copies UTF-8 into the pool. Each invalid sequence becomes U+FFFD, as with <see cref="Encoding.UTF8"/>.
    /// </summary>
    /// <param name="utf8">The bytes.</param>
    /// <returns>The handle, which the caller must free; <see cref="PooledUtf8String.Empty"/> for an empty string.</returns>
    /// <remarks>
    /// O(length). Validation reads the bytes a second time, with vector instructions while they are ASCII;
    /// <see cref="DangerousAllocate"/> skips validation. Allocates nothing on the managed heap in steady state.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory, or replacement with U+FFFD makes the string longer than
    /// <see cref="MaximumLength"/>; the pool is unchanged.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The string is shorter than the pool's minimum length, and the pool rejects such strings
    /// (<see cref="ShortStrings.Throw"/>).
    /// </exception>
    public PooledUtf8String Allocate(ReadOnlySpan<byte> utf8) =>
        Utf8.IsValid(utf8) ? DangerousAllocate(utf8) : AllocateRepaired(utf8);

    /// <summary>
    /// Copies UTF-8 that is known to be valid into the pool, without validation. Invalid bytes are stored unchanged. Conversions
    /// to UTF-16, comparisons with UTF-16, <c>Insert</c> and <c>Replace</c> treat each invalid sequence as U+FFFD; all other
    /// members use the bytes as they are.
    /// </summary>
    /// <param name="utf8">The bytes.</param>
    /// <returns>The handle, which the caller must free; <see cref="PooledUtf8String.Empty"/> for an empty string.</returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory; the pool is unchanged.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The string is shorter than the pool's minimum length, and the pool rejects such strings
    /// (<see cref="ShortStrings.Throw"/>).
    /// </exception>
    // For AggressiveOptimization, see StringPool.Allocate.
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public virtual PooledUtf8String DangerousAllocate(ReadOnlySpan<byte> utf8) =>
        TryAllocateSmallFast(utf8, out CellId id) ? new PooledUtf8String(this, id) : AllocateOther(utf8);

    /// <summary>Returns the UTF-8 bytes of a string.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <returns>A span over the pool's memory. See the remarks of the type for how long it is valid.</returns>
    /// <remarks>O(1), allocates nothing. Safe while another thread changes other strings.</remarks>
    /// <exception cref="InvalidOperationException">The id is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> AsSpan(PooledStringId id) => Read(id.Cell);

    /// <summary>Reads a string if its id is not stale.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="utf8">The string, or an empty span.</param>
    /// <returns>False if the id is stale or the pool is disposed.</returns>
    /// <remarks>O(1), allocates nothing, never throws.</remarks>
    public bool TryGetSpan(PooledStringId id, out ReadOnlySpan<byte> utf8) => TryRead(id.Cell, out utf8);

    /// <inheritdoc cref="StringPool.Resolve"/>
    public PooledUtf8String Resolve(PooledStringId id) => id.IsEmpty ? default : new PooledUtf8String(this, id.Cell);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ReadOnlySpan<byte> Read(CellId id)
    {
        nuint index = id.Index;
        if (index < _texts.Limit && TextSpace.TryRead(_texts.First, index, id.Generation, out ReadOnlySpan<byte> utf8))
        {
            GC.KeepAlive(this);
            return utf8;
        }

        return ReadSlow(id);
    }
}

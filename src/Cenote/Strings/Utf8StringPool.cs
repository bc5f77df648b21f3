using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Unicode;
using Cenote.Memory;

namespace Cenote.Strings;

/// <summary>
/// UTF-8 strings in unmanaged memory: a <see cref="SegmentedStringPool"/> for text that comes and goes as bytes. ASCII takes half
/// the memory it takes as UTF-16. Handles detect every stale use; in steady state neither allocating nor freeing touches the
/// managed heap.
/// </summary>
/// <remarks>
/// <para>Lengths and indices are in bytes. Every text of the pool is valid UTF-8: what is not is stored with U+FFFD in place of
/// each invalid sequence, as <see cref="Encoding.UTF8"/> does. Only <see cref="DangerousAllocate"/> takes the caller's word.</para>
/// <para>The caller owns every handle and frees it once, by <see cref="PooledUtf8String.Free"/> or
/// <see cref="Free(PooledStringId)"/>; <see cref="Clear"/> and <see cref="Dispose"/> free all that are left. A pool that is
/// forgotten gives its memory back when it is finalized.</para>
/// <para>Spans point into the pool. A span is valid until its string is freed or the pool cleared or disposed, and does not keep
/// the pool alive: hold the pool, or a <see cref="PooledUtf8String"/>, for as long as the span is used. As long as the pool
/// lives, no memory is unmapped: a span that is used too long reads other text, or zeros, but never faults.</para>
/// <para>One thread at a time may change the pool. Other threads may read live strings meanwhile; handles reach them by the usual
/// means of publication.</para>
/// </remarks>
public sealed unsafe partial class Utf8StringPool : IDisposable
{
    /// <summary>Bytes a pooled string has at most: what a span can hold.</summary>
    public const int MaximumLength = int.MaxValue;

    private TextSpace _texts;
    private TextHeap _heap;
    private FillGuard _fills;

    // The longest texts that the fast paths of the two tiers serve. 0 once the pool is disposed, so that they serve none.
    private uint _longestSmall;
    private uint _longestKept;

    /// <summary>Makes an empty pool with the default options.</summary>
    /// <exception cref="OutOfMemoryException">The operating system refuses the first 64 KiB.</exception>
    public Utf8StringPool()
        : this(new Utf8StringPoolOptions())
    {
    }

    /// <summary>Makes an empty pool.</summary>
    /// <param name="options">Sizes and limits, read once.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The operating system or the limit refuses the first 64 KiB.</exception>
    public Utf8StringPool(Utf8StringPoolOptions options)
        : this(options, PageSource.System)
    {
    }

    internal Utf8StringPool(Utf8StringPoolOptions options, PageSource pages)
    {
        ArgumentNullException.ThrowIfNull(options);
        HeapSizes sizes = options.Validate();
        _texts = new TextSpace(new AddressSpace(pages, sizes));
        _heap.Initialize(_texts.Space, sizes);
        _texts.Follow();
        _longestSmall = sizes.LargestCellBytes;
        _longestKept = ArenaTier.LargestQuickBytes;
    }

    /// <summary>Copies UTF-8 into the pool. Each invalid sequence becomes U+FFFD, as <see cref="Encoding.UTF8"/> has it.</summary>
    /// <param name="utf8">The bytes.</param>
    /// <returns>The handle, to be freed by the caller; <see cref="PooledUtf8String.Empty"/> for an empty text.</returns>
    /// <remarks>
    /// O(length). The bytes are read once more to see that they are valid, with vector instructions as long as they are ASCII;
    /// <see cref="DangerousAllocate"/> saves that. Allocates nothing on the managed heap in steady state.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory, or U+FFFD makes the text longer than <see cref="MaximumLength"/>; the pool is unchanged.
    /// </exception>
    public PooledUtf8String Allocate(ReadOnlySpan<byte> utf8) =>
        Utf8.IsValid(utf8) ? DangerousAllocate(utf8) : AllocateRepaired(utf8);

    /// <summary>
    /// Copies bytes into the pool that are known to be valid UTF-8. Nothing looks at them: others are stored as they are, and
    /// every member but those that make UTF-16 of them, which show U+FFFD, then works on the bytes.
    /// </summary>
    /// <param name="utf8">The bytes.</param>
    /// <returns>The handle, to be freed by the caller; <see cref="PooledUtf8String.Empty"/> for an empty text.</returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is unchanged.</exception>
    public PooledUtf8String DangerousAllocate(ReadOnlySpan<byte> utf8)
    {
        uint bytes = (uint)utf8.Length;
        if (bytes - 1 < _longestSmall)
        {
            byte* text = _heap.TakeFree(bytes, out CellId id);
            if (text != null)
            {
                TextCopy.Copy(text, in MemoryMarshal.GetReference(utf8), bytes);
                return new PooledUtf8String(this, id);
            }
        }

        return AllocateLarge(utf8);
    }

    /// <summary>The text of a string.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <returns>The UTF-8 in the pool's memory; see the remarks of the type for how long it is valid.</returns>
    /// <remarks>O(1), allocates nothing. Any thread may call it beside one that changes other strings.</remarks>
    /// <exception cref="InvalidOperationException">The id is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> AsSpan(PooledStringId id) => Read(id.Cell);

    /// <summary>The text of a string, if the id is not stale.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="utf8">The text, or an empty span.</param>
    /// <returns>False if the id is stale or the pool disposed.</returns>
    /// <remarks>O(1), allocates nothing, never throws.</remarks>
    public bool TryGetSpan(PooledStringId id, out ReadOnlySpan<byte> utf8) => TryRead(id.Cell, out utf8);

    /// <summary>The 16-byte handle of a string, which finds its text by itself. Never throws: a stale id gives a stale handle.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <returns>The handle.</returns>
    public PooledUtf8String Resolve(PooledStringId id) => id.IsEmpty ? default : new PooledUtf8String(this, id.Cell);

    /// <summary>Frees a string. Freeing a stale id, the empty one, or one of a disposed pool does nothing.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <remarks>
    /// Never throws. O(1) and without allocation for strings of up to 65,528 bytes; the memory of longer ones is coalesced at
    /// once, and given back when its segment was made for that string alone.
    /// </remarks>
    public void Free(PooledStringId id)
    {
        if (!id.IsEmpty)
        {
            Free(id.Cell);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ReadOnlySpan<byte> Read(CellId id)
    {
        if (id.Index < _texts.Limit && TextSpace.TryRead(_texts.First, id, out ReadOnlySpan<byte> utf8))
        {
            GC.KeepAlive(this);
            return utf8;
        }

        return ReadSlow(id);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Free(CellId id)
    {
        if (!_heap.TryFreeFast(id))
        {
            FreeLarge(id);
        }
    }
}

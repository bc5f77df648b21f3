using System.Buffers;
using System.Text;
using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <content>Copies of strings that other threads may free at any moment.</content>
public abstract unsafe partial class Utf8Pool
{
    private const int CopyBufferBytes = 512;

    /// <summary>
    /// Copies a string, even while other threads free it, clear or trim the pool, or reuse the memory. The copy is always
    /// complete and never mixes two strings.
    /// </summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="destination">The destination. Its content is undefined if nothing was copied.</param>
    /// <param name="length">The length in bytes, even if the destination is too short; 0 if the id is stale or empty.</param>
    /// <returns>
    /// Whether the string was copied. If not, a length above 0 is the required size; 0 means that the id is stale or the pool
    /// is disposed.
    /// </returns>
    /// <remarks>O(length), allocates nothing, never throws. Any thread may call this method at any time.</remarks>
    public bool TryCopyTo(PooledStringId id, Span<byte> destination, out int length) =>
        TryCopyTo(id.Cell, destination, out length);

    /// <summary>
    /// Allocates a managed copy of a string, with the guarantees of <see cref="TryCopyTo(PooledStringId, Span{byte}, out int)"/>.
    /// </summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="text">The copy, or null.</param>
    /// <returns>False if the id is stale or the pool is disposed.</returns>
    /// <remarks>
    /// Any thread may call this method at any time. Allocates only the string, and nothing if the id is already stale.
    /// </remarks>
    /// <exception cref="OutOfMemoryException">There is no memory for the managed string.</exception>
    public bool TryGetString(PooledStringId id, [NotNullWhen(true)] out string? text) => TryGetString(id.Cell, out text);

    internal bool TryCopyTo(CellId id, Span<byte> destination, out int length)
    {
        length = 0;
        bool copied = id.Index == 0
            || (TryLocate(id, out byte* cell, out ReadOnlySpan<byte> utf8)
                && _texts.TryCopy(cell, id, utf8, destination, out length));
        GC.KeepAlive(this);
        return copied;
    }

    // The string is decoded from a copy, because a decoder does not support bytes that change concurrently.
    internal bool TryGetString(CellId id, [NotNullWhen(true)] out string? text)
    {
        text = null;
        Span<byte> copy = stackalloc byte[CopyBufferBytes];
        if (TryCopyTo(id, copy, out int length))
        {
            text = Encoding.UTF8.GetString(copy[..length]);
        }
        else if (length > 0)
        {
            // The length of a string never changes.
            byte[] rented = ArrayPool<byte>.Shared.Rent(length);
            text = TryCopyTo(id, rented, out length) ? Encoding.UTF8.GetString(rented, 0, length) : null;
            ArrayPool<byte>.Shared.Return(rented, clearArray: true);
        }

        return text is not null;
    }

    private bool TryLocate(CellId id, out byte* cell, out ReadOnlySpan<byte> utf8)
    {
        bool isLive = _texts.TryLocate(id, out LiveText live);
        byte[]? managed = live.Managed is { } index ? (byte[]?)_managedTexts[index] : null;
        cell = live.Cell;
        utf8 = managed is null ? live.AsSpan<byte>() : managed;

        // A managed string may be released before or after its id becomes stale, so both are checked.
        return isLive && (live.Managed is null || managed is not null);
    }
}

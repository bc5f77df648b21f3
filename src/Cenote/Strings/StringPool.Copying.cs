using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <content>Copies of strings that other threads may free at any moment.</content>
public abstract unsafe partial class StringPool
{
    /// <summary>
    /// Copies a string, even while other threads free it, clear or trim the pool, or reuse the memory. The copy is always
    /// complete and never mixes two strings.
    /// </summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="destination">The destination. Its content is undefined if nothing was copied.</param>
    /// <param name="length">The length in chars, even if the destination is too short; 0 if the id is stale or empty.</param>
    /// <returns>
    /// Whether the string was copied. If not, a length above 0 is the required size; 0 means that the id is stale or the pool
    /// is disposed.
    /// </returns>
    /// <remarks>O(length), allocates nothing, never throws. Any thread may call this method at any time.</remarks>
    public bool TryCopyTo(PooledStringId id, Span<char> destination, out int length) =>
        TryCopyTo(id.Cell, destination, out length);

    /// <summary>
    /// Allocates a managed copy of a string, with the guarantees of <see cref="TryCopyTo(PooledStringId, Span{char}, out int)"/>.
    /// </summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="text">The copy, or null.</param>
    /// <returns>False if the id is stale or the pool is disposed.</returns>
    /// <remarks>
    /// Any thread may call this method at any time. Allocates only the string, and nothing if the id is already stale.
    /// </remarks>
    /// <exception cref="OutOfMemoryException">There is no memory for the managed string.</exception>
    public bool TryGetString(PooledStringId id, [NotNullWhen(true)] out string? text) => TryGetString(id.Cell, out text);

    internal bool TryCopyTo(CellId id, Span<char> destination, out int length)
    {
        length = 0;
        bool copied = id.Index == 0
            || (TryLocate(id, out byte* cell, out ReadOnlySpan<char> text)
                && _texts.TryCopy(cell, id, text, destination, out length));
        GC.KeepAlive(this);
        return copied;
    }

    internal bool TryGetString(CellId id, [NotNullWhen(true)] out string? text)
    {
        text = id.Index == 0 ? "" : null;
        if (TryLocate(id, out byte* cell, out ReadOnlySpan<char> live))
        {
            string copy = live.ToString();
            text = _texts.IsUnchanged(cell, id) ? copy : null;
        }

        GC.KeepAlive(this);
        return text is not null;
    }

    private bool TryLocate(CellId id, out byte* cell, out ReadOnlySpan<char> text)
    {
        bool isLive = _texts.TryLocate(id, out LiveText live);
        string? managed = live.Managed is { } index ? (string?)_managedTexts[index] : null;
        cell = live.Cell;
        text = managed is null ? live.AsSpan<char>() : managed;

        // A managed string may be released before or after its id becomes stale, so both are checked.
        return isLive && (live.Managed is null || managed is not null);
    }
}

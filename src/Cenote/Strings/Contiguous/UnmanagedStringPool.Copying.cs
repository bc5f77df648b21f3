using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <content>Copies of strings that another thread may free or move at any moment.</content>
public sealed unsafe partial class UnmanagedStringPool
{
    /// <summary>
    /// Copies a string, even while another thread frees it, clears, compacts or trims the pool, or reuses the memory. The copy is
    /// always complete and never mixes two strings.
    /// </summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="destination">The destination. Its content is undefined if nothing was copied.</param>
    /// <param name="length">The length in chars, even if the destination is too short; 0 if the id is stale or empty.</param>
    /// <returns>
    /// Whether the string was copied. If not, a length above 0 is the required size; 0 means that the id is stale or the pool
    /// is disposed.
    /// </returns>
    /// <remarks>
    /// O(length), allocates nothing, never throws. Any thread may call this method at any time, unlike members that return a
    /// span. The method waits while a compaction moves strings.
    /// </remarks>
    public bool TryCopyTo(PooledStringId id, Span<char> destination, out int length) =>
        TryCopyTo(id.Cell, destination, out length);

    /// <inheritdoc cref="StringPool.TryGetString(PooledStringId, out string)"/>
    public bool TryGetString(PooledStringId id, [NotNullWhen(true)] out string? text) => TryGetString(id.Cell, out text);

    internal bool TryCopyTo(CellId id, Span<char> destination, out int length)
    {
        while (TryLocate(id, out ReadOnlySpan<char> text, out uint moves))
        {
            bool copied = text.TryCopyTo(destination);
            if (_heap.IsUnchanged(id, moves))
            {
                length = text.Length;
                GC.KeepAlive(this);
                return copied;
            }

            if (copied)
            {
                destination[..text.Length].Clear();
            }
        }

        length = 0;
        return id.Index == 0 || TryCopyManaged(id, destination, out length);
    }

    internal bool TryGetString(CellId id, [NotNullWhen(true)] out string? text)
    {
        while (TryLocate(id, out ReadOnlySpan<char> live, out uint moves))
        {
            text = live.ToString();
            if (_heap.IsUnchanged(id, moves))
            {
                GC.KeepAlive(this);
                return true;
            }
        }

        text = id.Index == 0 ? "" : _managed?.Find(id);
        return text is not null;
    }

    private bool TryCopyManaged(CellId id, Span<char> destination, out int length)
    {
        string? text = _managed?.Find(id);
        length = text?.Length ?? 0;
        return text is not null && text.TryCopyTo(destination);
    }

    private bool TryLocate(CellId id, out ReadOnlySpan<char> text, out uint moves)
    {
        bool isLive = _heap.TryLocate(id, out byte* address, out uint bytes, out moves);
        text = isLive ? MemoryMarshal.CreateReadOnlySpan(ref *(char*)address, (int)(bytes / sizeof(char))) : default;
        GC.KeepAlive(this);
        return isLive;
    }
}

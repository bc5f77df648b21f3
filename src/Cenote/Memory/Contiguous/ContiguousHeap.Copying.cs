using Cenote.Memory.Cells;
using Cenote.Threading;

namespace Cenote.Memory.Contiguous;

/// <content>
/// Copies a string while another thread changes the heap. Works as in <see cref="TextSpace"/>, with one addition: moving a live
/// string does not change its generation, so a counter detects moves. </content>
internal unsafe partial struct ContiguousHeap
{
    /// <summary>
    /// Finds a live string; waits while a compaction moves strings. Address and length are read between two checks of the
    /// generation and the move counter, so they are consistent. The memory stays readable. The caller must keep the heap alive.
    /// </summary>
    /// <param name="id">The id.</param>
    /// <param name="text">The address of the string.</param>
    /// <param name="bytes">Length in bytes.</param>
    /// <param name="moves">The move counter, for <see cref="IsUnchanged"/>.</param>
    public readonly bool TryLocate(CellId id, out byte* text, out uint bytes, out uint moves)
    {
        var wait = default(SpinBackoff);
        while (true)
        {
            text = null;
            bytes = 0;
            moves = Volatile.Read(in _moves);
            ContiguousSlot* slot = Find(id);
            if (slot == null)
            {
                return false;
            }

            Volatile.ReadBarrier();
            bytes = slot->Bytes;
            text = TextOf(slot);
            if ((moves & 1) == 0 && IsUnchanged(id, moves))
            {
                return true;
            }

            wait.Once();
        }
    }

    /// <summary>
    /// Whether all data read from a string so far is valid. If not, <see cref="TryLocate"/> shows whether the string is still live.
    /// </summary>
    public readonly bool IsUnchanged(CellId id, uint moves)
    {
        Volatile.ReadBarrier();
        return _moves == moves && Find(id) != null;
    }
}

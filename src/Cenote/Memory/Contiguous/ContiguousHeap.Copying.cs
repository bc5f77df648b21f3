using Cenote.Memory.Cells;
using Cenote.Threading;

namespace Cenote.Memory.Contiguous;

/// <content>
/// Copies a string while another thread changes the heap. It works as in <see cref="TextSpace"/>, with one addition: a move does
/// not change the generation of a live string, so a counter detects moves.
/// </content>
internal unsafe partial struct ContiguousHeap
{
    /// <summary>
    /// Finds a live string, and waits while strings are being moved. Address and length were read between two checks of the
    /// generation and of the counter of moves, so they are consistent, and the memory stays readable. The caller keeps the heap
    /// alive.
    /// </summary>
    /// <param name="id">The id.</param>
    /// <param name="text">The address of the string.</param>
    /// <param name="bytes">Length in bytes.</param>
    /// <param name="moves">The counter, for <see cref="IsStill"/>.</param>
    public readonly bool TryLook(CellId id, out byte* text, out uint bytes, out uint moves)
    {
        var wait = default(BriefWait);
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
            if ((moves & 1) == 0 && IsStill(id, moves))
            {
                return true;
            }

            wait.Once();
        }
    }

    /// <summary>
    /// Whether everything read of a string so far was valid. If not, <see cref="TryLook"/> shows whether it is still live.
    /// </summary>
    public readonly bool IsStill(CellId id, uint moves)
    {
        Volatile.ReadBarrier();
        return _moves == moves && Find(id) != null;
    }
}

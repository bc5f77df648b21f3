using Cenote.Memory.Cells;
using Cenote.Threading;

namespace Cenote.Memory.Contiguous;

/// <content>
/// Copying a text while another thread changes the heap. It works as in <see cref="TextSpace"/>, with one addition: a live text
/// may move, which its generation does not show, so there is a number of moves that does.
/// </content>
internal unsafe partial struct ContiguousHeap
{
    /// <summary>
    /// Finds a live text, as soon as none is being moved. Its place and length were read between two looks at the generation and
    /// at the number of moves, so they belong together, and lie in memory that stays readable. The caller keeps the heap alive.
    /// </summary>
    /// <param name="id">The id.</param>
    /// <param name="text">Where the text is.</param>
    /// <param name="bytes">Bytes of text.</param>
    /// <param name="moves">For <see cref="IsStill"/>.</param>
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
    /// Whether all that was read of a text until now was its own, and in its place. If not, <see cref="TryLook"/> tells whether
    /// it is live at all.
    /// </summary>
    public readonly bool IsStill(CellId id, uint moves)
    {
        Volatile.ReadBarrier();
        return _moves == moves && Find(id) != null;
    }
}

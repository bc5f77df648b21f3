using Cenote.Memory.Cells;
using Cenote.Threading;

namespace Cenote.Memory.Contiguous;

/// <content>
/// Copying a text beside the thread that changes the heap. As <see cref="TextSpace"/> does it, with one thing more: a live text
/// may move, which its generation does not tell, so there is a number that tells.
/// </content>
internal unsafe partial struct ContiguousHeap
{
    /// <summary>
    /// Finds a live text, once none moves. Its place and length were read between two looks at the generation and at the number
    /// of moves, so they belong together, and lie in memory that stays readable. The caller keeps the heap alive.
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
    /// Whether all that was read of a text until now was its own, and in its place. If not, <see cref="TryLook"/> knows whether
    /// it is live at all.
    /// </summary>
    public readonly bool IsStill(CellId id, uint moves)
    {
        Volatile.ReadBarrier();
        return _moves == moves && Find(id) != null;
    }
}

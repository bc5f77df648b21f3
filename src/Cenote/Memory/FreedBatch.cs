using System.Runtime.InteropServices;

namespace Cenote.Memory;

/// <summary>
/// Strings of one heap that another one freed. They are kept outside of their cells: owner and stranger may both believe they
/// freed the same string, and links inside the cell would then tie two lists together; an entry that lost is just dropped.
/// </summary>
[StructLayout(LayoutKind.Sequential, Size = Bytes)]
internal unsafe struct FreedBatch
{
    public const int Bytes = 512;

    /// <summary>Strings in a full batch.</summary>
    public const int Capacity = (Bytes - 16) / 8;

    public FreedBatch* Next;
    public int Count;

    /// <summary>Adds a string; the batch has room for it.</summary>
    public void Add(CellId id)
    {
        *Entry(Count) = id;
        Count++;
    }

    public CellId At(int position) => *Entry(position);

    private CellId* Entry(int position)
    {
        fixed (FreedBatch* batch = &this)
        {
            return (CellId*)(batch + 1) - Capacity + position;
        }
    }
}

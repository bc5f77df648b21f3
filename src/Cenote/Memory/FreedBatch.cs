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

    /// <summary>Adds a batch to a stack that any thread may push to.</summary>
    public static void Push(ref nint stack, FreedBatch* batch)
    {
        nint first = Volatile.Read(ref stack);
        nint seen;
        do
        {
            seen = first;
            batch->Next = (FreedBatch*)seen;
            first = Interlocked.CompareExchange(ref stack, (nint)batch, seen);
        }
        while (first != seen);
    }

    /// <summary>Takes the whole stack; batches are never taken one by one, so there is no ABA.</summary>
    public static FreedBatch* TakeAll(ref nint stack) => (FreedBatch*)Interlocked.Exchange(ref stack, 0);

    private CellId* Entry(int position)
    {
        fixed (FreedBatch* batch = &this)
        {
            return (CellId*)(batch + 1) - Capacity + position;
        }
    }
}

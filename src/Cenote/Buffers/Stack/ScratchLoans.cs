using Cenote.Threading;

namespace Cenote.Buffers.Stack;

/// <summary>What a thread has borrowed. A thread that ends without releasing it leaves it to the garbage collector.</summary>
/// <remarks>
/// An object of its own, because an object with a finalizer is kept for one more collection, with all that it refers to, and
/// chunks are large.
/// </remarks>
internal sealed class ScratchLoans
{
    // Loans that have ended are default.
    public ScratchLoan[] Items = [];

    ~ScratchLoans()
    {
        foreach (ref ScratchLoan loan in Items.AsSpan())
        {
            loan.Abandon();
        }
    }

    /// <summary>Makes room for one more than this many.</summary>
    public void EnsureRoom(int count)
    {
        Invariant.Holds(count <= Items.Length, "Loans are in the array.");
        if (count == Items.Length)
        {
            Array.Resize(ref Items, Math.Max(4, 2 * count));
        }
    }
}

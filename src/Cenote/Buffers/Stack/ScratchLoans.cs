using Cenote.Threading;

namespace Cenote.Buffers.Stack;

/// <summary>One thread's loans. Its finalizer ends those that the thread did not release.</summary>
/// <remarks>
/// A separate object, because a finalizer keeps an object and all it refers to for one more collection, and chunks are large.
/// </remarks>
internal sealed class ScratchLoans
{
    // Ended loans are default.
    public ScratchLoan[] Items = [];

    ~ScratchLoans()
    {
        foreach (ref ScratchLoan loan in Items.AsSpan())
        {
            loan.Abandon();
        }
    }

    /// <summary>Ensures room for one more than this many.</summary>
    public void EnsureRoom(int count)
    {
        Invariant.Holds(count <= Items.Length, "Loans are in the array.");
        if (count == Items.Length)
        {
            Array.Resize(ref Items, Math.Max(4, 2 * count));
        }
    }
}

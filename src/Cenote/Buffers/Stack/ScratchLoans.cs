using Cenote.Threading;

namespace Cenote.Buffers.Stack;

/// <summary>One thread's loans. The finalizer ends the loans that the thread did not release.</summary>
/// <remarks>
/// A separate object, because a finalizer keeps an object and everything it references for one more collection, and chunks are
/// large.
/// </remarks>
internal sealed class ScratchLoans
{
    // Ended loans are default values.
    public ScratchLoan[] Items = [];

    ~ScratchLoans()
    {
        foreach (ref ScratchLoan loan in Items.AsSpan())
        {
            loan.Abandon();
        }
    }

    /// <summary>Ensures capacity for one more loan than this count.</summary>
    public void EnsureRoom(int count)
    {
        Invariant.Holds(count <= Items.Length, "The loan is within the array.");
        if (count == Items.Length)
        {
            Array.Resize(ref Items, Math.Max(4, 2 * count));
        }
    }
}

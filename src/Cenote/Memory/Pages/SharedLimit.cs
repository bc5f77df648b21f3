using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>
/// A limit that several address spaces share. Each space has a guaranteed share, so that others cannot starve it; only bytes
/// beyond that share are counted here.
/// </summary>
/// <param name="bytes">Bytes that all spaces together may hold beyond their shares.</param>
/// <param name="ownBytes">The share of each space.</param>
internal sealed class SharedLimit(long bytes, long ownBytes)
{
    private long _rest = bytes;

    /// <summary>Counts bytes that a space is about to take; false if the limit refuses.</summary>
    /// <param name="held">Bytes that the space holds.</param>
    /// <param name="more">Bytes that the space requests.</param>
    public bool TryCharge(long held, long more)
    {
        Invariant.Holds(held >= 0 && more >= 0, "Neither number of bytes is negative.");
        long taken = BytesBeyondShare(held + more) - BytesBeyondShare(held);
        long rest = Volatile.Read(ref _rest);
        while (taken <= rest)
        {
            long found = Interlocked.CompareExchange(ref _rest, rest - taken, rest);
            if (found == rest)
            {
                return true;
            }

            rest = found;
        }

        return taken == 0;
    }

    /// <summary>Counts bytes that a space returns.</summary>
    /// <param name="held">Bytes that the space held before.</param>
    /// <param name="given">Bytes that the space returns.</param>
    public void Uncharge(long held, long given)
    {
        Invariant.Holds(given >= 0 && given <= held, "A space returns no more than it held.");
        Interlocked.Add(ref _rest, BytesBeyondShare(held) - BytesBeyondShare(held - given));
    }

    private long BytesBeyondShare(long held) => Math.Max(0, held - ownBytes);
}

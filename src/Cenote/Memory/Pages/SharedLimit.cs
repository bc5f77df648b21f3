using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>
/// A limit that several address spaces keep together. Each has a share of its own, so that none is without room because others
/// took it all; what it holds beyond that is counted here.
/// </summary>
/// <param name="bytes">Bytes that all of them may hold together beyond their own shares.</param>
/// <param name="ownBytes">The share of each.</param>
internal sealed class SharedLimit(long bytes, long ownBytes)
{
    private long _rest = bytes;

    /// <summary>Counts what a space is about to hold; false if the limit refuses.</summary>
    /// <param name="held">Bytes it holds.</param>
    /// <param name="more">Bytes it wants.</param>
    public bool TryTake(long held, long more)
    {
        Invariant.Holds(held >= 0 && more >= 0, "A space holds no negative number of bytes.");
        long taken = Beyond(held + more) - Beyond(held);
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

    /// <summary>Counts what a space gives back.</summary>
    /// <param name="held">Bytes it held before.</param>
    /// <param name="given">Bytes it gives back.</param>
    public void Give(long held, long given)
    {
        Invariant.Holds(given >= 0 && given <= held, "A space returns no more than it held.");
        Interlocked.Add(ref _rest, Beyond(held) - Beyond(held - given));
    }

    private long Beyond(long held) => Math.Max(0, held - ownBytes);
}

using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// How a set chooses which string to evict (after S3-FIFO): the newest one that was not here before, unless it has been asked for
/// since or the string to be added was here before; otherwise the one whose clock stops first. So texts that come only once pass
/// through one place and leave the others alone. Only writers use this, holding the set's lock.
/// </summary>
internal struct BoundedHistory
{
    // The tags of the last eight strings that were evicted, the latest in the lowest byte.
    private ulong _gone;
    private byte _hand;
    private byte _newest;

    /// <summary>Whether a text was here recently, or another one with its tag.</summary>
    public readonly bool Remembers(ulong pattern) => TagWord.Find(_gone, pattern) != 0;

    /// <summary>Notes where a string was put.</summary>
    public void Add(int way, bool cameBack) => _newest = cameBack ? _newest : (byte)way;

    /// <summary>Chooses the way to evict from. At least one way is in use.</summary>
    /// <param name="set">The set.</param>
    /// <param name="ways">How many ways it has.</param>
    /// <param name="cameBack">Whether the string to be added was here before, and need not prove itself.</param>
    public int Choose(ref BoundedSet set, int ways, bool cameBack)
    {
        int way = !cameBack && set.IsUnused(_newest) ? _newest : set.FindUnused(ref _hand, ways);
        _gone = (_gone << TagWord.BitsPerTag) | (TagWord.PatternAt(set.Tags, way) & byte.MaxValue);
        return way;
    }
}

using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// Chooses which string of a set to evict, modeled on S3-FIFO: usually the newest one. If that string was requested again, or the
/// string to add was evicted recently, chooses the string whose clock first reaches 0. So strings that are requested only once
/// pass through one way and do not displace other strings. Used only by writers that hold the lock of the set.
/// </summary>
internal struct BoundedHistory
{
    // The tags of the last eight evicted strings, the latest in the lowest byte.
    private ulong _evictedTags;
    private byte _hand;
    private byte _newest;

    /// <summary>Whether a string with this tag was evicted recently.</summary>
    public readonly bool Remembers(ulong pattern) => TagWord.Find(_evictedTags, pattern) != 0;

    /// <summary>Records the way of an added string as the newest one, unless the string was evicted recently.</summary>
    public void Add(int way, bool cameBack) => _newest = cameBack ? _newest : (byte)way;

    /// <summary>Chooses the way to evict from. At least one way is in use.</summary>
    /// <param name="set">The set.</param>
    /// <param name="ways">The number of ways.</param>
    /// <param name="cameBack">Whether the string to add was evicted recently, so that the string replaces an older one.</param>
    public int Choose(ref BoundedSet set, int ways, bool cameBack)
    {
        int way = !cameBack && set.IsUnused(_newest) ? _newest : set.FindUnused(ref _hand, ways);
        _evictedTags = (_evictedTags << TagWord.BitsPerTag) | (TagWord.PatternAt(set.Tags, way) & byte.MaxValue);
        return way;
    }
}

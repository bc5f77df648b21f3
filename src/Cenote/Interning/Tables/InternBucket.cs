using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Interning;

/// <summary>
/// A bucket of a table, modeled on Folly's F14: seven ways, each with an entry and a tag (a byte of the hash, 0 if the way is
/// free). All tags are compared at once. Tags and entries share 64 bytes, so a hit touches few cache lines.
/// </summary>
[StructLayout(LayoutKind.Auto)]
internal struct InternBucket<TEntry>
    where TEntry : struct, IInternEntry<TEntry>
{
    public const int Ways = 7;

    private const int OverflowShift = TagWord.BitsPerTag * Ways;
    private const ulong Overflow = 1UL << OverflowShift;

    /// <summary>
    /// A tag for each way; the highest byte counts the keys that overflowed past this bucket. A count that reaches its maximum
    /// stays there, because the true number is then unknown.
    /// </summary>
    public ulong Tags;

    private Entries _entries;

    /// <summary><see cref="TagWord.Find"/> for a word whose highest byte counts overflows.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Find(ulong tags, ulong pattern) => TagWord.Find(tags, pattern) & (Overflow - 1);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasOverflowed(ulong tags) => tags >= Overflow;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref TEntry EntryOf(ref InternBucket<TEntry> bucket, int way) =>
        ref Unsafe.Add(ref Unsafe.As<Entries, TEntry>(ref bucket._entries), way);

    /// <summary>Makes the entry in a way visible to readers.</summary>
    public void Publish(int way, ulong pattern)
    {
        Invariant.Holds((uint)way < Ways && TagWord.PatternAt(Tags, way) == 0, "An entry is stored only in an empty way.");
        Invariant.Holds((byte)pattern != 0, "A way in use has a tag.");
        Volatile.Write(ref Tags, TagWord.With(Tags, way, pattern));
    }

    public void Free(int way)
    {
        Invariant.Holds((uint)way < Ways && TagWord.PatternAt(Tags, way) != 0, "Only a way in use is freed.");
        Volatile.Write(ref Tags, TagWord.Without(Tags, way));
    }

    public void CountOverflow() => Tags += Tags >> OverflowShift == byte.MaxValue ? 0 : Overflow;

    public void DecrementOverflow()
    {
        Invariant.Holds(HasOverflowed(Tags), "Each key that overflowed a bucket was counted there.");
        Tags -= Tags >> OverflowShift == byte.MaxValue ? 0 : Overflow;
    }

    [InlineArray(Ways)]
    private struct Entries
    {
        private TEntry _first;
    }
}

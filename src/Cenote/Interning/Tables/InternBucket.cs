using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Threading;

namespace Cenote.Interning;

/// <summary>
/// A bucket of a table (after the F14 tables of Folly): for each of seven ways a byte of the hash, 0 if the way is free, all
/// compared at once, and the entries. Both are in the same 64 bytes, so that a hit touches few cache lines.
/// </summary>
[StructLayout(LayoutKind.Auto)]
internal struct InternBucket<TEntry>
    where TEntry : struct, IInternEntry<TEntry>
{
    public const int Ways = 7;

    private const int BitsPerTag = 8;
    private const int OverflowShift = BitsPerTag * Ways;
    private const ulong Overflow = 1UL << OverflowShift;
    private const ulong LowestBits = 0x0101_0101_0101_0101;
    private const ulong HighestBits = 0x0080_8080_8080_8080;

    /// <summary>
    /// A byte for each way, and in the highest one how many keys that belong here or passed by had to move on to another bucket.
    /// Once this count has its largest value it stays there: the true number is then unknown.
    /// </summary>
    public ulong Tags;

    private Entries _entries;

    /// <summary>
    /// The byte that marks a key in its bucket, from bits that do not number the bucket, in all bytes of a word.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong PatternOf(ulong hash) => Math.Max(hash >> 56, 1) * LowestBits;

    /// <summary>
    /// The ways with a tag, each as the highest bit of its byte; the lowest of them is right, those above may be wrong.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Find(ulong tags, ulong pattern)
    {
        ulong difference = tags ^ pattern;
        return (difference - LowestBits) & ~difference & HighestBits;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FirstOf(ulong ways) => (int)((uint)BitOperations.TrailingZeroCount(ways) / BitsPerTag);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool GoesOn(ulong tags) => tags >= Overflow;

    /// <summary>What <see cref="PatternOf"/> said of the key in a way; 0 if the way is free.</summary>
    public static ulong PatternAt(ulong tags, int way) => (byte)(tags >> (BitsPerTag * way)) * LowestBits;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref TEntry EntryOf(ref InternBucket<TEntry> bucket, int way) =>
        ref Unsafe.Add(ref Unsafe.As<Entries, TEntry>(ref bucket._entries), way);

    /// <summary>Shows readers the entry that was put into a way.</summary>
    public void Publish(int way, ulong pattern)
    {
        Invariant.Holds((uint)way < Ways && PatternAt(Tags, way) == 0, "A way that gets an entry is free.");
        Invariant.Holds((byte)pattern != 0, "A way in use has a tag.");
        Volatile.Write(ref Tags, Tags | ((pattern & byte.MaxValue) << (BitsPerTag * way)));
    }

    public void Free(int way)
    {
        Invariant.Holds((uint)way < Ways && PatternAt(Tags, way) != 0, "A way that is freed is in use.");
        Volatile.Write(ref Tags, Tags & ~((ulong)byte.MaxValue << (BitsPerTag * way)));
    }

    public void CountOverflow() => Tags += Tags >> OverflowShift == byte.MaxValue ? 0 : Overflow;

    public void UncountOverflow()
    {
        Invariant.Holds(GoesOn(Tags), "A key that overflowed a bucket was counted there.");
        Tags -= Tags >> OverflowShift == byte.MaxValue ? 0 : Overflow;
    }

    [InlineArray(Ways)]
    private struct Entries
    {
        private TEntry _first;
    }
}

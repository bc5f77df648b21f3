using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Interning;

/// <summary>
/// A set of a bounded interner: the eight ways that can hold a string whose hash selects this set. Each way has a tag (a byte of
/// the hash, 0 if the way is free) and a clock, a counter from 0 to 3. All tags are compared at once. Hits increment the clock;
/// searches for a way to evict decrement it.
/// </summary>
[StructLayout(LayoutKind.Auto)]
internal struct BoundedSet
{
    public const int Ways = 8;

    private const byte MaxClock = 3;

    /// <summary>Managed bytes of a set.</summary>
    public static int Bytes => Unsafe.SizeOf<BoundedSet>();

    /// <summary>The tags, one byte per way.</summary>
    public ulong Tags;

    private Clocks _clocks;
    private Strings _strings;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref string? StringOf(ref BoundedSet set, int way) =>
        ref Unsafe.Add(ref Unsafe.As<Strings, string?>(ref set._strings), way);

    /// <summary>Records a hit. Concurrent hits may be counted only once; a clock at its maximum is not written.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void MarkUsed(ref BoundedSet set, int way)
    {
        ref byte clock = ref Unsafe.Add(ref Unsafe.As<Clocks, byte>(ref set._clocks), way);
        if (clock < MaxClock)
        {
            clock++;
        }
    }

    public readonly bool IsFree(int way) => TagWord.PatternAt(Tags, way) == 0;

    /// <summary>Whether a way is in use and its clock is 0.</summary>
    public readonly bool IsUnused(int way) => !IsFree(way) && _clocks[way] == 0;

    /// <summary>Returns the first free way among the first <paramref name="ways"/>; -1 if there is none.</summary>
    public readonly int FindFree(int ways)
    {
        int free = TagWord.FirstOf(TagWord.Find(Tags, pattern: 0));
        return free < ways ? free : -1;
    }

    /// <summary>Decrements the clocks in turn until one is 0. At least one way is in use.</summary>
    /// <param name="hand">The way to start at; on return, the way after the one found.</param>
    /// <param name="ways">The number of ways.</param>
    /// <returns>A way in use that was not requested recently; any way in use if concurrent hits keep raising clocks.</returns>
    public int FindUnused(ref byte hand, int ways)
    {
        Invariant.Holds(Tags != 0, "A way is in use.");
        // The loop is bounded, because concurrent hits raise the clocks.
        for (int step = 0; ; step++)
        {
            int way = hand;
            hand = (byte)(way + 1 < ways ? way + 1 : 0);
            if (IsUnused(way) || (!IsFree(way) && step > MaxClock * Ways))
            {
                return way;
            }

            _clocks[way] -= (byte)(_clocks[way] == 0 ? 0 : 1);
        }
    }

    /// <summary>
    /// Puts a string into a free way. Its clock starts at 1 if <paramref name="wound"/> is true, otherwise at 0.
    /// </summary>
    public void Put(int way, ulong pattern, string value, bool wound)
    {
        Invariant.Holds(IsFree(way) && (byte)pattern != 0, "A string is stored only in an empty way of its set.");
        _strings[way] = value;
        _clocks[way] = (byte)(wound ? 1 : 0);
        Volatile.Write(ref Tags, TagWord.With(Tags, way, pattern));
    }

    /// <summary>Frees a way and returns its string.</summary>
    public string Take(int way)
    {
        Invariant.Holds(!IsFree(way), "Only a way in use is freed.");
        string value = _strings[way]!;
        Volatile.Write(ref Tags, TagWord.Without(Tags, way));
        _strings[way] = null;
        return value;
    }

    [InlineArray(Ways)]
    private struct Clocks
    {
        private byte _first;
    }

    [InlineArray(Ways)]
    private struct Strings
    {
        private string? _first;
    }
}

using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Interning;

/// <summary>
/// Eight places of a bounded interner, the only ones where a key that belongs here can be: a byte of the hash for each, 0 if the
/// place is free, all compared at once, and a clock for each, which hits wind and the search for a place runs down.
/// </summary>
[StructLayout(LayoutKind.Auto)]
internal struct BoundedSet
{
    public const int Ways = 8;

    private const byte FullyWound = 3;

    /// <summary>Managed bytes of a set.</summary>
    public static int Bytes => Unsafe.SizeOf<BoundedSet>();

    /// <summary>A byte for each way.</summary>
    public ulong Tags;

    private Clocks _clocks;
    private Strings _strings;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref string? StringOf(ref BoundedSet set, int way) =>
        ref Unsafe.Add(ref Unsafe.As<Strings, string?>(ref set._strings), way);

    /// <summary>
    /// Notes that a string was asked for. Threads that meet here may lose a count, and a clock that is fully wound is left alone.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Wind(ref BoundedSet set, int way)
    {
        ref byte clock = ref Unsafe.Add(ref Unsafe.As<Clocks, byte>(ref set._clocks), way);
        if (clock < FullyWound)
        {
            clock++;
        }
    }

    public readonly bool IsFree(int way) => TagWord.PatternAt(Tags, way) == 0;

    /// <summary>Whether there is a string in a way that was not asked for since its clock was last run down.</summary>
    public readonly bool IsUnused(int way) => !IsFree(way) && _clocks[way] == 0;

    /// <summary>A free way among the first ones; -1 if there is none.</summary>
    public readonly int FindFree(int ways)
    {
        int free = TagWord.FirstOf(TagWord.Find(Tags, pattern: 0));
        return free < ways ? free : -1;
    }

    /// <summary>Runs the clocks down until one has stopped. At least one way is in use.</summary>
    /// <param name="hand">Where to begin; afterwards the way after the one that was found.</param>
    /// <param name="ways">How many ways there are.</param>
    /// <returns>A way in use that was not asked for recently.</returns>
    public int FindUnused(ref byte hand, int ways)
    {
        Invariant.Holds(Tags != 0, "A way is in use.");
        // Bounded, because hits during the search wind the clocks again.
        for (int step = 0; ; step++)
        {
            int way = hand;
            hand = (byte)(way + 1 < ways ? way + 1 : 0);
            if (IsUnused(way) || (!IsFree(way) && step > FullyWound * Ways))
            {
                return way;
            }

            _clocks[way] -= (byte)(_clocks[way] == 0 ? 0 : 1);
        }
    }

    /// <summary>Puts a string into a free way, with its clock wound once or not at all.</summary>
    public void Put(int way, ulong pattern, string value, bool wound)
    {
        Invariant.Holds(IsFree(way) && (byte)pattern != 0, "A way that gets a string is free.");
        _strings[way] = value;
        _clocks[way] = (byte)(wound ? 1 : 0);
        Volatile.Write(ref Tags, TagWord.With(Tags, way, pattern));
    }

    /// <summary>Frees a way and returns its string.</summary>
    public string Take(int way)
    {
        Invariant.Holds(!IsFree(way), "A way that is freed is in use.");
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

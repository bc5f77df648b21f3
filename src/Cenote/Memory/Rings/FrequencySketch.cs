using System.Runtime.InteropServices;
using Cenote.Threading;

namespace Cenote.Memory.Rings;

/// <summary>
/// Estimates how often keys were asked for lately, whether they are in the cache or not (TinyLFU, Einziger, Friedman and Manes,
/// 2017): counters of four bits, four for each key, all in one cache line. The smallest of the four is the estimate, and only
/// those below the new estimate are raised (Estan and Varghese, 2002), so that keys that share counters disturb each other less.
/// After fourteen uses for each key that there is room for all are halved, so that what was popular once is forgotten.
/// </summary>
internal unsafe struct FrequencySketch
{
    /// <summary>The largest number of uses that is counted.</summary>
    public const uint Most = 15;

    private const int LineBytes = 64;
    private const uint KeysPerLine = 16;
    private const int Counters = 4;
    private const long SampleUses = 14;
    private const ulong Halves = 0x7777777777777777;
    private const ulong Mixer = 0x9E3779B97F4A7C15;

    private byte* _start;
    private uint _lines;
    private long _uses;

    /// <summary>Bytes of a sketch for this many keys, of which there are at least 64.</summary>
    public static ulong BytesFor(uint keys) => (ulong)(keys / KeysPerLine) * LineBytes;

    /// <summary>Starts an empty sketch.</summary>
    public void Initialize(byte* start, uint keys)
    {
        Invariant.Holds(keys >= KeysPerLine && keys % KeysPerLine == 0, "A sketch has whole lines.");
        _start = start;
        _lines = keys / KeysPerLine;
        Clear();
    }

    public void Clear()
    {
        NativeMemory.Clear(_start, (nuint)_lines * LineBytes);
        _uses = 0;
    }

    /// <summary>How often a key was used lately, at most <see cref="Most"/>.</summary>
    public readonly uint Estimate(uint hash)
    {
        ulong* line = LineOf(hash);
        ulong mixed = Mix(hash);
        uint least = Most;
        for (int i = 0; i < Counters; i++)
        {
            ulong* word = line + WordOf(mixed, i);
            least = Math.Min(least, (uint)(*word >> ShiftOf(mixed, i)) & Most);
        }

        return least;
    }

    /// <summary>Counts uses of a key.</summary>
    public void Count(uint hash, uint uses)
    {
        ulong* line = LineOf(hash);
        ulong mixed = Mix(hash);
        ulong least = Math.Min(Estimate(hash) + uses, Most);
        for (int i = 0; i < Counters; i++)
        {
            ulong* word = line + WordOf(mixed, i);
            int shift = ShiftOf(mixed, i);
            ulong count = (*word >> shift) & Most;
            *word += (Math.Max(count, least) - count) << shift;
        }

        _uses += uses;
        if (_uses > SampleUses * KeysPerLine * _lines)
        {
            Halve();
        }
    }

    private void Halve()
    {
        foreach (ref ulong word in new Span<ulong>(_start, (int)(_lines * (LineBytes / sizeof(ulong)))))
        {
            word = (word >> 1) & Halves;
        }

        _uses /= 2;
    }

    // The upper bits choose the line; each counter is in a quarter of its own.
    private readonly ulong* LineOf(uint hash) => (ulong*)(_start + ((nuint)(((ulong)hash * _lines) >> 32) * LineBytes));

    private static ulong Mix(uint hash) => hash * Mixer;

    private static int WordOf(ulong mixed, int counter) => (counter * 2) + (int)(mixed >> (59 - (5 * counter)) & 1);

    private static int ShiftOf(ulong mixed, int counter) => (int)(mixed >> (60 - (5 * counter)) & 15) * 4;
}

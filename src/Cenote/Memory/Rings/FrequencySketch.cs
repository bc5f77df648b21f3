using Cenote.Threading;

namespace Cenote.Memory.Rings;

/// <summary>
/// Estimates how often keys were requested recently, cached or not (TinyLFU, Einziger, Friedman and Manes, 2017). Each key has
/// four 4-bit counters in one cache line; their minimum is the estimate. Conservative update (Estan and Varghese, 2002)
/// increments only the counters below the new estimate, which reduces errors from shared counters. Once more than 14 uses per key
/// of capacity were counted, all counters and that count are halved, so old uses age out.
/// </summary>
internal unsafe struct FrequencySketch
{
    /// <summary>The maximum estimate.</summary>
    public const uint MaxEstimate = 15;

    private const int LineBytes = 64;
    private const uint KeysPerLine = 16;
    private const int Counters = 4;
    private const long SampleUses = 14;
    private const ulong Halves = 0x7777777777777777;
    private const ulong Mixer = 0x9E3779B97F4A7C15;

    private byte* _start;
    private uint _lines;
    private long _uses;

    /// <summary>The bytes of a sketch for this many keys. The number of keys is a multiple of 16.</summary>
    public static ulong BytesFor(uint keys) => (ulong)(keys / KeysPerLine) * LineBytes;

    /// <summary>Sets the memory of the sketch, which must be zeroed or be cleared next.</summary>
    public void Initialize(byte* start, uint keys)
    {
        Invariant.Holds(keys >= KeysPerLine && keys % KeysPerLine == 0, "The counters of the keys fill whole cache lines.");
        _start = start;
        _lines = keys / KeysPerLine;
    }

    public void Clear()
    {
        NativeMemory.Clear(_start, (nuint)_lines * LineBytes);
        _uses = 0;
    }

    /// <summary>The estimated number of recent uses of a key, at most <see cref="MaxEstimate"/>.</summary>
    public readonly uint Estimate(uint hash)
    {
        ulong* line = LineOf(hash);
        ulong mixed = Mix(hash);
        uint least = MaxEstimate;
        for (int i = 0; i < Counters; i++)
        {
            ulong* word = line + WordOf(mixed, i);
            least = Math.Min(least, (uint)(*word >> ShiftOf(mixed, i)) & MaxEstimate);
        }

        return least;
    }

    /// <summary>The counters of a key, for prefetching.</summary>
    public readonly void* CountersOf(uint hash) => LineOf(hash);

    public void Count(uint hash, uint uses)
    {
        ulong* line = LineOf(hash);
        ulong mixed = Mix(hash);
        ulong least = Math.Min(Estimate(hash) + uses, MaxEstimate);
        for (int i = 0; i < Counters; i++)
        {
            ulong* word = line + WordOf(mixed, i);
            int shift = ShiftOf(mixed, i);
            ulong count = (*word >> shift) & MaxEstimate;
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

    // The upper hash bits select the line; each counter has a separate quarter of it.
    private readonly ulong* LineOf(uint hash) => (ulong*)(_start + ((nuint)(((ulong)hash * _lines) >> 32) * LineBytes));

    private static ulong Mix(uint hash) => hash * Mixer;

    private static int WordOf(ulong mixed, int counter) => (counter * 2) + (int)(mixed >> (59 - (5 * counter)) & 1);

    private static int ShiftOf(ulong mixed, int counter) => (int)(mixed >> (60 - (5 * counter)) & 15) * 4;
}

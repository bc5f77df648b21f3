using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Cenote.Memory.Rings;

/// <summary>
/// Remembers which keys left the small ring lately: sets of eight fingerprints of 16 bits, each a queue of its own in a vector. A
/// key that never was there is found in one case of 8,000, which only keeps it longer than it deserves.
/// </summary>
internal unsafe struct GhostTable
{
    private const int Ways = 8;
    private const int SetBytes = Ways * sizeof(ushort);

    private byte* _start;
    private uint _sets;

    /// <summary>Bytes of a table with room for this many fingerprints.</summary>
    public static ulong BytesFor(uint fingerprints) => fingerprints / Ways * SetBytes;

    /// <summary>Starts an empty table.</summary>
    public void Initialize(byte* start, uint fingerprints)
    {
        _start = start;
        _sets = fingerprints / Ways;
        Clear();
    }

    public readonly void Clear() => NativeMemory.Clear(_start, _sets * SetBytes);

    /// <summary>Remembers a key; the oldest one of its set is forgotten.</summary>
    public readonly void Add(uint hash)
    {
        byte* set = SetOf(hash);
        Buffer.MemoryCopy(set, set + sizeof(ushort), SetBytes - sizeof(ushort), SetBytes - sizeof(ushort));
        *(ushort*)set = Fingerprint(hash);
    }

    /// <summary>Whether a key is remembered. It is forgotten then.</summary>
    public readonly bool Take(uint hash)
    {
        var set = (ushort*)SetOf(hash);
        Vector128<ushort> same = Vector128.Equals(Vector128.Load(set), Vector128.Create(Fingerprint(hash)));
        uint found = same.ExtractMostSignificantBits();
        if (found == 0)
        {
            return false;
        }

        set[System.Numerics.BitOperations.TrailingZeroCount(found)] = 0;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly byte* SetOf(uint hash) => _start + (((ulong)hash * _sets) >> 32) * SetBytes;

    // Never 0. The lower bits: the upper ones are the same within a set.
    private static ushort Fingerprint(uint hash) => (ushort)(hash | ((hash & ushort.MaxValue) == 0 ? 1u : 0u));
}

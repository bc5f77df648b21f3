using System.Runtime.CompilerServices;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// Finds the 8-byte units of an <see cref="AddressSpace"/> by numbers that start at an origin. Moving the origin past all numbers
/// that were ever given out retires them: none of them is found from then on.
/// </summary>
/// <remarks>
/// Small enough to be copied next to a loop that reads through it. Any number and any length may be asked for: what is found lies
/// in memory of the address space as a whole.
/// </remarks>
internal unsafe struct PlaceMap(AddressSpace space, ulong origin)
{
    /// <summary>Chars that <see cref="FindText"/> finds at most.</summary>
    public const int MostChars = 1 << 10;

    // Units of the longest text and of what may be read past it.
    private const uint Room = ((MostChars * sizeof(char)) + BumpHeap.SlackBytes) >> AddressSpace.UnitShift;

    private AddressSpace? _space = space;
    private byte* _base = space.Base;

    // The end of what is committed, and a limit so far before it that no text that begins below the limit reaches the end.
    private uint _end;
    private uint _limit;

    /// <summary>The number of the first unit.</summary>
    public ulong Origin { readonly get; set; } = origin;

    /// <summary>Reads what the address space has committed.</summary>
    public void Follow()
    {
        _base = _space!.Base;
        _end = _space.Limit;
        _limit = _end - Math.Min(_end, Room);
    }

    /// <summary>
    /// Ends reading: no place is found from now on. The origin stays, because others may be asking for stale places.
    /// </summary>
    public void Close()
    {
        _limit = _end = 0;
        _space = null;
    }

    /// <summary>The unit with this number, or null if there is none. The caller keeps the address space alive.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte* Find(ulong place)
    {
        // Numbers below the origin wrap around to indexes that no arena has.
        ulong index = place - Origin;
        return index < _limit ? _base + (nuint)(index << AddressSpace.UnitShift) : FindSlow(index, 1);
    }

    /// <summary>
    /// The text that begins with this number, or null unless all of it, and the slack after it, is memory of the address space.
    /// </summary>
    /// <param name="place">The number.</param>
    /// <param name="chars">How many chars it has, up to <see cref="MostChars"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte* FindText(ulong place, int chars)
    {
        Invariant.Holds((uint)chars <= MostChars, "A longer text could extend beyond the end.");
        ulong index = place - Origin;
        return index < _limit ? _base + (nuint)(index << AddressSpace.UnitShift) : FindTextSlow(index, chars);
    }

    /// <summary>
    /// The unit with this number, or null unless this many bytes from it on, at least one, are memory of the address space.
    /// </summary>
    public readonly byte* FindBytes(ulong place, ulong bytes) => FindSlow(place - Origin, bytes);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly byte* FindTextSlow(ulong index, int chars) =>
        FindSlow(index, ((uint)chars * sizeof(char)) + BumpHeap.SlackBytes);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly byte* FindSlow(ulong index, ulong bytes)
    {
        ulong last = index + ((bytes - 1) >> AddressSpace.UnitShift);
        if (index < _end && last < _end)
        {
            return _base + (nuint)(index << AddressSpace.UnitShift);
        }

        if (index > uint.MaxValue || last > uint.MaxValue || _space is not { } space)
        {
            return null;
        }

        // Granules that follow each other by number may lie apart in memory.
        byte* start = space.Address((uint)index);
        ulong next = index | (AddressSpace.GranuleUnits - 1);
        while (start != null && next++ < last)
        {
            if (space.Address((uint)next) != start + ((next - index) << AddressSpace.UnitShift))
            {
                return null;
            }

            next += AddressSpace.GranuleUnits - 1;
        }

        return start;
    }
}

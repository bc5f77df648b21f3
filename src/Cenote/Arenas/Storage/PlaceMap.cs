using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// Maps places to the 8-byte units of an <see cref="AddressSpace"/>. Moving the origin past all used places makes them stale:
/// they are no longer found.
/// </summary>
/// <remarks>
/// Small enough to be copied to a local before a loop. Any place and length may be looked up: results are always entirely within
/// the address space.
/// </remarks>
internal unsafe struct PlaceMap(AddressSpace space, ulong origin)
{
    /// <summary>The maximum length in chars for <see cref="FindText"/>.</summary>
    public const int MaxChars = 1 << 10;

    // Units of the longest string and the slack after it.
    private const uint Room = ((MaxChars * sizeof(char)) + BumpHeap.SlackBytes) >> AddressSpace.UnitShift;

    private AddressSpace? _space = space;
    private byte* _base = space.Base;

    // The end of committed memory, and a limit before it: no string that begins below the limit extends beyond the end.
    private uint _end;
    private uint _limit;

    /// <summary>The place of the first unit.</summary>
    public ulong Origin { readonly get; set; } = origin;

    /// <summary>Reloads the extent of committed memory.</summary>
    public void UpdateBase()
    {
        _base = _space!.Base;
        _end = _space.Limit;
        _limit = _end - Math.Min(_end, Room);
    }

    /// <summary>
    /// Closes the map: no place is found afterwards. The origin stays, because other threads may look up stale places.
    /// </summary>
    public void Close()
    {
        _limit = _end = 0;
        _space = null;
    }

    /// <summary>The address of the unit at a place, or null. The caller must keep the address space alive.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte* Find(ulong place)
    {
        // Places below the origin wrap around to indexes that no arena has.
        ulong index = place - Origin;
        return index < _limit ? _base + (nuint)(index << AddressSpace.UnitShift) : FindSlow(index, 1);
    }

    /// <summary>
    /// The address of the string at a place; null unless the whole string and the slack after it are within the address space.
    /// </summary>
    /// <param name="place">The place.</param>
    /// <param name="chars">The length of the string, up to <see cref="MaxChars"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte* FindText(ulong place, int chars)
    {
        Invariant.Holds((uint)chars <= MaxChars, "The string has at most MaxChars chars.");
        ulong index = place - Origin;
        return index < _limit ? _base + (nuint)(index << AddressSpace.UnitShift) : FindTextSlow(index, chars);
    }

    /// <summary>
    /// The address of the unit at a place; null unless this many bytes from there on are within the address space. The number of
    /// bytes is at least one.
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

        // Granules with consecutive numbers need not be adjacent in memory.
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

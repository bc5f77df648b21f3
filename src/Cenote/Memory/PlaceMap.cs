using System.Runtime.CompilerServices;

namespace Cenote.Memory;

/// <summary>
/// Finds the 8-byte units of an <see cref="AddressSpace"/> by numbers that start at an origin. Moving the origin past all numbers
/// that were ever given out ends them: none of them is found from then on.
/// </summary>
/// <remarks>Small enough to be copied next to a loop that reads through it.</remarks>
internal unsafe struct PlaceMap(AddressSpace space, ulong origin)
{
    private AddressSpace? _space = space;
    private byte* _base = space.Base;
    private uint _limit;

    /// <summary>The number of the first unit.</summary>
    public ulong Origin { readonly get; set; } = origin;

    /// <summary>Reads what the address space has committed.</summary>
    public void Follow()
    {
        _base = _space!.Base;
        _limit = _space.Limit;
    }

    /// <summary>Ends reading: no place is found from now on. The origin stays, for others may be asking for stale places.</summary>
    public void Close()
    {
        _limit = 0;
        _space = null;
    }

    /// <summary>The unit with this number, or null if there is none. The caller keeps the address space alive.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte* Find(ulong place)
    {
        // Numbers below the origin wrap around to indexes that no arena has.
        ulong index = place - Origin;
        return index < _limit ? _base + (nuint)(index << AddressSpace.UnitShift) : FindInTable(index);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly byte* FindInTable(ulong index) => index <= uint.MaxValue && _space is { } space ? space.Address((uint)index) : null;
}

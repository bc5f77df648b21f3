namespace Cenote.Memory;

/// <summary>A range of reserved addresses, committed from the front.</summary>
internal readonly unsafe struct Reservation(byte* address, uint granules, uint committed)
{
    public readonly byte* Address = address;
    public readonly uint Granules = granules;
    public readonly uint Committed = committed;

    public nuint Bytes => (nuint)Granules * AddressSpace.GranuleBytes;
}

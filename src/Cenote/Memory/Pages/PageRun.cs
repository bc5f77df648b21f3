using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>Consecutive granules of an <see cref="AddressSpace"/>, lent to a slab or a segment.</summary>
internal readonly unsafe struct PageRun(byte* address, uint index, uint granules)
{
    public readonly byte* Address = address;

    /// <summary>Index of the first 8-byte unit; 0 if the run has only an address.</summary>
    public readonly uint Index = index;

    public readonly uint Granules = granules;

    public nuint Bytes => (nuint)Granules * AddressSpace.GranuleBytes;

    public PageRun Take(uint granules)
    {
        Invariant.Holds(granules <= Granules, "A run has the granules that are taken from it.");
        return new(Address, Index, granules);
    }

    public PageRun Skip(uint granules)
    {
        Invariant.Holds(granules <= Granules, "A run has the granules that are skipped.");
        return new PageRun(
            Address + ((nuint)granules * AddressSpace.GranuleBytes),
            Index == 0 ? 0 : Index + (granules * AddressSpace.GranuleUnits),
            Granules - granules);
    }

    public bool IsFollowedBy(PageRun next) =>
        Address + Bytes == next.Address
        && next.Index == (Index == 0 ? 0 : Index + (Granules * AddressSpace.GranuleUnits));

    public PageRun Join(PageRun next)
    {
        Invariant.Holds(IsFollowedBy(next), "Runs that are joined follow each other.");
        return new(Address, Index, Granules + next.Granules);
    }
}

using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>Consecutive granules of an <see cref="AddressSpace"/>, lent or vacant.</summary>
internal readonly unsafe struct PageRun(byte* address, uint index, uint granules)
{
    public readonly byte* Address = address;

    /// <summary>The index of the first 8-byte unit; 0 if the run has only an address.</summary>
    public readonly uint Index = index;

    public readonly uint Granules = granules;

    public nuint Bytes => (nuint)Granules * AddressSpace.GranuleBytes;

    public PageRun Take(uint granules)
    {
        Invariant.Holds(granules <= Granules, "The run has at least as many granules as are taken.");
        return new(Address, Index, granules);
    }

    public PageRun Skip(uint granules)
    {
        Invariant.Holds(granules <= Granules, "The run has at least as many granules as are skipped.");
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
        Invariant.Holds(IsFollowedBy(next), "Only adjacent runs are joined.");
        return new(Address, Index, Granules + next.Granules);
    }
}

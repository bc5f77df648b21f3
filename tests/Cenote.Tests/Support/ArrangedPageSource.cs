using System.Runtime.CompilerServices;
using Cenote.Memory.Pages;

namespace Cenote.Tests.Support;

/// <summary>
/// Pages out of one block, all of them readable and zeros from the start, so that reading too far is a wrong answer and no end of
/// the process.
/// </summary>
/// <param name="granules">Granules of the block.</param>
/// <param name="order">Which granule each request for one gets; without it, the first request gets the whole block.</param>
internal sealed unsafe class ArrangedPageSource(int granules, params int[] order) : PageSource
{
    private readonly byte[] _block = GC.AllocateArray<byte>((granules + 1) * (int)AddressSpace.GranuleBytes, pinned: true);
    private int _requests;

    public override byte* TryReserve(nuint bytes)
    {
        nuint start = (nuint)Unsafe.AsPointer(ref _block[0]);
        nuint first = (start + AddressSpace.GranuleBytes - 1) & ~(nuint)(AddressSpace.GranuleBytes - 1);
        return (byte*)(first + (order.Length == 0 ? 0 : (nuint)order[_requests++] * AddressSpace.GranuleBytes));
    }

    public override bool TryCommit(byte* address, nuint bytes) => true;

    public override bool Discard(byte* address, nuint bytes) => false;

    public override bool TryRenew(byte* address, nuint bytes) => true;

    public override void PreferHugePages(byte* address, nuint bytes)
    {
    }

    public override bool TryRelease(byte* address, nuint bytes) => true;
}

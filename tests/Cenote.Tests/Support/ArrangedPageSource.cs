using System.Runtime.CompilerServices;
using Cenote.Memory.Pages;

namespace Cenote.Tests.Support;

/// <summary>
/// Pages from one block, all readable and initially zero, so that an overread gives a wrong result instead of a crash.
/// </summary>
/// <param name="granules">The size of the block, in granules.</param>
/// <param name="order">The granule for each single-granule request; if empty, the first request gets the whole block.</param>
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

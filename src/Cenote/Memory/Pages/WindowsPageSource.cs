namespace Cenote.Memory.Pages;

/// <summary>Provides pages through VirtualAlloc, on Windows.</summary>
/// <param name="calls">The functions of Windows.</param>
/// <param name="memoryBytes">The memory of the machine in bytes, for tests.</param>
/// <remarks>
/// From the documentation: VirtualAlloc reserves at multiples of 64 KiB. Committing committed pages is not an error and keeps
/// their content; new pages are zeroed. DiscardVirtualMemory (Windows 8.1) requires whole committed pages, keeps them committed
/// and readable, and leaves their content undefined; it returns an error code, 0 for success. If it is unavailable, VirtualAlloc
/// with MEM_RESET does the same, but the memory is released only under memory pressure. VirtualFree with MEM_RELEASE requires the
/// start of the reservation and a size of 0, so parts cannot be released. Pages cannot be moved between addresses. Reserving
/// costs no commit charge. Committed pages are charged until they are decommitted or released, even if they are discarded. A call
/// must stay within one reservation.
/// </remarks>
internal sealed unsafe class WindowsPageSource(IWindowsCalls calls, ulong? memoryBytes = null) : PageSource
{
    private const uint MemoryCommit = 0x1000;
    private const uint MemoryReserve = 0x2000;
    private const uint MemoryRelease = 0x8000;
    private const uint MemoryReset = 0x80000;
    private const uint PageNoAccess = 0x01;
    private const uint PageReadWrite = 0x04;

    // Read in advance: disposal needs the value, and reading it allocates, which would fail on a full heap.
    public override ulong MemoryBytes { get; } = memoryBytes ?? MachineMemory.System.Bytes;

    public override bool CountsCommitted => true;

    public override long MaximumQuarantineBytes =>
        (long)Math.Min(MemoryBytes / RangeCache.QuarantineDivisor, RangeCache.MaximumQuarantineBytes);

    public override byte* TryReserve(nuint bytes)
    {
        MemoryRefusal.Forget();
        return (byte*)calls.Allocate(0, bytes, MemoryReserve, PageNoAccess);
    }

    public override bool TryCommit(byte* address, nuint bytes)
    {
        MemoryRefusal.Forget();
        return calls.Allocate((nint)address, bytes, MemoryCommit, PageReadWrite) != 0;
    }

    public override bool Discard(byte* address, nuint bytes)
    {
        _ = TryReset(address, bytes);
        return false;
    }

    // A run may extend into the next reservation. A granule cannot, because reservations start at granule boundaries.
    public override bool TryReset(byte* address, nuint bytes)
    {
        if (TryResetOnce(address, bytes))
        {
            return true;
        }

        bool isReset = true;
        for (byte* end = address + bytes; address < end && isReset;)
        {
            nuint part = Math.Min((nuint)(end - address), AddressSpace.GranuleBytes - ((nuint)address % AddressSpace.GranuleBytes));
            isReset = part < bytes && TryResetOnce(address, part);
            address += part;
        }

        return isReset;
    }

    public override bool TryRenew(byte* address, nuint bytes) => true;

    public override void PreferHugePages(byte* address, nuint bytes)
    {
    }

    public override bool TryRelease(byte* address, nuint bytes) => calls.Free((nint)address, 0, MemoryRelease) != 0;

    private bool TryResetOnce(byte* address, nuint bytes)
    {
        try
        {
            return calls.Discard((nint)address, bytes) == 0;
        }
        catch (EntryPointNotFoundException)
        {
            return calls.Allocate((nint)address, bytes, MemoryReset, PageReadWrite) != 0;
        }
    }
}

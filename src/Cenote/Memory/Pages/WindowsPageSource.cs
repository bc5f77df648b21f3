namespace Cenote.Memory.Pages;

/// <summary>Provides pages through VirtualAlloc, on Windows.</summary>
/// <remarks>
/// From the documentation. VirtualAlloc reserves at multiples of 64 KiB. Committing committed pages is no error and keeps their
/// content; new pages are zeros. DiscardVirtualMemory (Windows 8.1) requires whole committed pages, keeps them committed and
/// readable, and leaves their content undefined; it returns an error code, 0 for success. Where it is missing, VirtualAlloc with
/// MEM_RESET does the same, but the memory is released only under memory pressure. VirtualFree with MEM_RELEASE requires the
/// start of the reservation and a size of 0: a part cannot be released. Pages cannot be moved between addresses.
/// </remarks>
internal sealed unsafe class WindowsPageSource(IWindowsCalls calls) : PageSource
{
    private const uint MemoryCommit = 0x1000;
    private const uint MemoryReserve = 0x2000;
    private const uint MemoryRelease = 0x8000;
    private const uint MemoryReset = 0x80000;
    private const uint PageNoAccess = 0x01;
    private const uint PageReadWrite = 0x04;

    public override byte* TryReserve(nuint bytes) => (byte*)calls.Allocate(0, bytes, MemoryReserve, PageNoAccess);

    public override bool TryCommit(byte* address, nuint bytes) =>
        calls.Allocate((nint)address, bytes, MemoryCommit, PageReadWrite) != 0;

    public override bool Discard(byte* address, nuint bytes)
    {
        _ = TryReset(address, bytes);
        return false;
    }

    public override bool TryReset(byte* address, nuint bytes)
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

    public override bool TryRenew(byte* address, nuint bytes) => true;

    public override void PreferHugePages(byte* address, nuint bytes)
    {
    }

    public override bool TryRelease(byte* address, nuint bytes) => calls.Free((nint)address, 0, MemoryRelease) != 0;
}

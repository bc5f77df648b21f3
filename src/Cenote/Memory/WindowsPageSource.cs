using System.Runtime.InteropServices;

namespace Cenote.Memory;

/// <summary>Pages by VirtualAlloc.</summary>
internal sealed unsafe partial class WindowsPageSource : PageSource
{
    private const uint MemoryCommit = 0x1000;
    private const uint MemoryReserve = 0x2000;
    private const uint MemoryDecommit = 0x4000;
    private const uint MemoryRelease = 0x8000;
    private const uint PageNoAccess = 0x01;
    private const uint PageReadWrite = 0x04;

    public override byte* TryReserve(nuint bytes) => (byte*)AllocateMemory(0, bytes, MemoryReserve, PageNoAccess);

    public override bool TryCommit(byte* address, nuint bytes) =>
        AllocateMemory((nint)address, bytes, MemoryCommit, PageReadWrite) != 0;

    // Decommitting would make a dangling span an access violation; discarded pages stay readable.
    public override void Discard(byte* address, nuint bytes) => _ = DiscardMemory((nint)address, bytes);

    public override void Decommit(byte* address, nuint bytes) => _ = FreeMemory((nint)address, bytes, MemoryDecommit);

    public override void PreferHugePages(byte* address, nuint bytes)
    {
    }

    public override void Release(byte* address, nuint bytes) => _ = FreeMemory((nint)address, 0, MemoryRelease);

    [LibraryImport("kernel32", EntryPoint = "VirtualAlloc")]
    private static partial nint AllocateMemory(nint address, nuint size, uint type, uint protection);

    [LibraryImport("kernel32", EntryPoint = "DiscardVirtualMemory")]
    private static partial uint DiscardMemory(nint address, nuint size);

    [LibraryImport("kernel32", EntryPoint = "VirtualFree")]
    private static partial int FreeMemory(nint address, nuint size, uint type);
}

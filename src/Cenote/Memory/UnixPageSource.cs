using System.Runtime.InteropServices;

namespace Cenote.Memory;

/// <summary>Pages by mmap: Linux, macOS and the BSDs.</summary>
internal sealed unsafe partial class UnixPageSource : PageSource
{
    private const int ProtectNone = 0;
    private const int ProtectReadWrite = 1 | 2;
    private const int MapPrivate = 2;
    private const int MapFixed = 0x10;
    private const int AdviseDontNeed = 4;
    private const int AdviseHugePage = 14;

    private static readonly bool s_linux = OperatingSystem.IsLinux() || OperatingSystem.IsAndroid();
    private static readonly int s_mapAnonymous = s_linux ? 0x20 : 0x1000;
    private static readonly int s_mapNoReserve = s_linux ? 0x4000 : OperatingSystem.IsMacOS() ? 0x40 : 0;

    public override byte* TryReserve(nuint bytes)
    {
        // Without access rights the range counts neither as memory nor towards strict overcommit limits.
        nint address = MapMemory(0, bytes, ProtectNone, MapPrivate | s_mapAnonymous | s_mapNoReserve, -1, 0);
        return address == -1 ? null : (byte*)address;
    }

    public override bool TryCommit(byte* address, nuint bytes) =>
        ProtectMemory((nint)address, bytes, ProtectReadWrite) == 0;

    public override void Discard(byte* address, nuint bytes)
    {
        if (s_linux)
        {
            _ = AdviseMemory((nint)address, bytes, AdviseDontNeed);
        }
        else
        {
            // Elsewhere the advice frees lazily or not at all; mapping over the range swaps in fresh pages in one step.
            _ = MapMemory((nint)address, bytes, ProtectReadWrite, MapPrivate | MapFixed | s_mapAnonymous, -1, 0);
        }
    }

    public override void Decommit(byte* address, nuint bytes) =>
        _ = MapMemory((nint)address, bytes, ProtectNone, MapPrivate | MapFixed | s_mapAnonymous | s_mapNoReserve, -1, 0);

    public override void PreferHugePages(byte* address, nuint bytes)
    {
        if (s_linux)
        {
            _ = AdviseMemory((nint)address, bytes, AdviseHugePage);
        }
    }

    public override void Release(byte* address, nuint bytes) => _ = UnmapMemory((nint)address, bytes);

    [LibraryImport("libc", EntryPoint = "mmap")]
    private static partial nint MapMemory(nint address, nuint length, int protection, int flags, int file, nint offset);

    [LibraryImport("libc", EntryPoint = "mprotect")]
    private static partial int ProtectMemory(nint address, nuint length, int protection);

    [LibraryImport("libc", EntryPoint = "madvise")]
    private static partial int AdviseMemory(nint address, nuint length, int advice);

    [LibraryImport("libc", EntryPoint = "munmap")]
    private static partial int UnmapMemory(nint address, nuint length);
}

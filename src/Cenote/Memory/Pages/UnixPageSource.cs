namespace Cenote.Memory.Pages;

/// <summary>Provides pages through mmap, on Linux, macOS and the BSDs.</summary>
/// <remarks>
/// From the manuals: mmap without access rights and with MAP_NORESERVE counts neither as memory nor toward strict overcommit; it
/// maps whole pages and returns -1 on failure. mprotect may fail for lack of memory or mappings (65,530 on Linux); pages that it
/// did not reach are then unchanged. MADV_DONTNEED zeroes private anonymous memory on Linux, and fails for locked pages
/// (mlockall). On other systems MADV_DONTNEED is only a hint, so a new mapping replaces the range instead, which is atomic for
/// other threads. mremap with MREMAP_DONTUNMAP (Linux 5.7) leaves the old range mapped; older systems and emulators reject the
/// flag. With MREMAP_FIXED it first unmaps the new addresses: if it then fails for lack of memory or addresses, another
/// thread's mmap may get them. MADV_POPULATE_WRITE (Linux 5.14) faults pages in without changing them. Older systems reject it.
/// Pages that it cannot populate fault on the first write, as without it. munmap of a whole mapping fails only if it must
/// split a mapping that the kernel has merged, and there are too many mappings; it then unmaps nothing. All lengths are
/// multiples of the page size: 4, 16 or 64 KiB.
/// </remarks>
internal sealed unsafe class UnixPageSource(IUnixCalls calls, UnixConstants constants, ProcessLimits? limits = null)
    : PageSource
{
    private const int ProtectNone = 0;
    private const int ProtectReadWrite = 1 | 2;
    private const int ProtectRead = 1;
    private const int MapShared = 1;
    private const int MapPrivate = 2;
    private const int MapFixed = 0x10;
    private const int AdviseDontNeed = 4;
    private const int AdviseHugePage = 14;
    private const int AdviseNoHugePage = 15;
    private const int AdvisePopulateWrite = 23;
    private const int RemapMayMove = 1;
    private const int RemapFixed = 2;
    private const int RemapDontUnmap = 4;
    private const int MoveFlags = RemapMayMove | RemapFixed | RemapDontUnmap;

    // With pages of 16 or 64 KiB, a huge page of 32 or 512 MiB would be too large.
    private readonly bool _hasHugePages = constants.IsLinux && Environment.SystemPageSize == 4_096;
    private readonly int _mapFlags = MapPrivate | constants.Anonymous | constants.NoReserve;

    // Moving is tried once, with temporary pages, because a refused move may lose the new addresses.
    private readonly Lazy<bool> _canMove = new(() => constants.IsLinux && CanMovePages(calls, constants));

    public override bool CountsCommitted => limits is { Data: not ProcessLimits.None };

    public override long MaximumQuarantineBytes => CountsCommitted
        ? Math.Min((long)(MemoryBytes / RangeCache.QuarantineDivisor), limits!.Data / RangeCache.QuarantineDivisor)
        : base.MaximumQuarantineBytes;

    public override bool MayMap() => limits?.TryCountMappings() != false;

    public override bool MayReserve(nuint bytes, bool isNeeded) => limits?.HasAddresses(bytes, isNeeded) != false;

    public override byte* TryReserve(nuint bytes)
    {
        MemoryRefusal.Forget();
        nint address = calls.Map(0, bytes, ProtectNone, _mapFlags);
        if (address == -1)
        {
            return null;
        }

        limits?.AddReserved((long)bytes);
        return (byte*)address;
    }

    public override bool TryCommit(byte* address, nuint bytes)
    {
        MemoryRefusal.Forget();
        return limits?.HasData(bytes) != false && calls.Protect((nint)address, bytes, ProtectReadWrite) == 0;
    }

    public override bool Discard(byte* address, nuint bytes) =>
        constants.IsLinux ? calls.Advise((nint)address, bytes, AdviseDontNeed) == 0 : TryRenew(address, bytes);

    public override bool CanMove => _canMove.Value;

    public override bool TryMove(byte* from, byte* to, nuint bytes) =>
        calls.Remap((nint)from, bytes, MoveFlags, (nint)to) == (nint)to;

    public override bool TryRenew(byte* address, nuint bytes) =>
        calls.Map((nint)address, bytes, ProtectReadWrite, _mapFlags | MapFixed) == (nint)address;

    public override bool TryMapFile(SafeHandle file, byte* address, nuint bytes) =>
        calls.MapFile((nint)address, bytes, ProtectRead, MapShared | MapFixed, file) == (nint)address;

    public override void PreferHugePages(byte* address, nuint bytes)
    {
        if (_hasHugePages)
        {
            _ = calls.Advise((nint)address, bytes, AdviseHugePage);
        }
    }

    public override void AvoidHugePages(byte* address, nuint bytes)
    {
        if (_hasHugePages)
        {
            _ = calls.Advise((nint)address, bytes, AdviseNoHugePage);
        }
    }

    public override void Populate(byte* address, nuint bytes)
    {
        if (constants.IsLinux)
        {
            _ = calls.Advise((nint)address, bytes, AdvisePopulateWrite);
        }
    }

    public override bool TryRelease(byte* address, nuint bytes)
    {
        limits?.ForgetRefusal();
        bool isReleased = calls.Unmap((nint)address, bytes) == 0;
        limits?.AddReserved(isReleased ? -(long)bytes : 0);
        return isReleased;
    }

    private static bool CanMovePages(IUnixCalls calls, UnixConstants constants)
    {
        const nint Bytes = (nint)AddressSpace.GranuleBytes;
        nint from = calls.Map(0, 2 * (nuint)Bytes, ProtectReadWrite, MapPrivate | constants.Anonymous);
        if (from == -1)
        {
            return false;
        }

        bool moves = calls.Remap(from, (nuint)Bytes, MoveFlags, from + Bytes) == from + Bytes;
        _ = calls.Unmap(from, (nuint)(moves ? 2 * Bytes : Bytes));
        return moves;
    }
}

namespace Cenote.Memory.Pages;

/// <summary>The source of pages. Tests replace it to inject failures; only slow paths pay for the virtual calls.</summary>
internal abstract unsafe class PageSource
{
    /// <summary>The pages of the current operating system.</summary>
    public static PageSource System { get; } = OfThisSystem();

    /// <summary>Keeps the addresses of disposed owners; null to release them at once.</summary>
    public RangeCache? Cache { get; init; }

    /// <summary>Limits all owners in total to the memory of the machine; null for no limit.</summary>
    public MemoryBudget? Budget { get; init; }

    /// <summary>The memory of the machine or container, in bytes.</summary>
    public virtual ulong MemoryBytes => MachineMemory.System.Bytes;

    /// <summary>Whether this many bytes are available, for callers that would use all of them.</summary>
    public bool HasMemory(ulong bytes) => Budget?.HasAvailable((long)Math.Min(bytes, long.MaxValue)) ?? bytes <= MemoryBytes;

    /// <summary>Whether the operating system limits committed memory, which discarding does not reduce.</summary>
    public virtual bool CountsCommitted => false;

    /// <summary>
    /// The maximum number of quarantined bytes of disposed owners. If the operating system limits committed memory, quarantined
    /// memory counts against that limit.
    /// </summary>
    public virtual long MaximumQuarantineBytes => RangeCache.MaximumQuarantineBytes;

    /// <summary>Whether the process can create another reservation and still have enough mappings for everything else.</summary>
    public virtual bool MayMap() => true;

    /// <summary>Whether the process can reserve this many more addresses and still have enough for everything else.</summary>
    /// <param name="bytes">Bytes of address space.</param>
    /// <param name="isNeeded">Whether the owner cannot work without them.</param>
    public virtual bool MayReserve(nuint bytes, bool isNeeded) => true;

    /// <summary>
    /// Reserves addresses without memory; null if refused. Reading them before <see cref="TryCommit"/> causes an access
    /// violation.
    /// </summary>
    public abstract byte* TryReserve(nuint bytes);

    /// <summary>
    /// Makes reserved pages readable and writable, filled with zeros. Pages that are already committed keep their content.
    /// </summary>
    public abstract bool TryCommit(byte* address, nuint bytes);

    /// <summary>
    /// Returns the memory of committed pages to the operating system and keeps the pages readable and writable.
    /// </summary>
    /// <returns>Whether all pages now contain zeros. If not, each page contains zeros or its old content.</returns>
    public abstract bool Discard(byte* address, nuint bytes);

    /// <summary>Like <see cref="Discard"/>, but the content of the pages is undefined afterwards.</summary>
    /// <returns>Whether the operating system took the memory.</returns>
    public virtual bool TryReset(byte* address, nuint bytes) => Discard(address, bytes);

    public virtual bool CanMove => false;

    /// <summary>
    /// Moves committed pages with their content to reserved addresses. The old addresses stay readable and writable, even for
    /// threads that are using them.
    /// </summary>
    /// <returns>False if the operating system refuses. The pages then stay in place, and the state of the new addresses is
    /// unknown: they must be neither used nor released.</returns>
    public virtual bool TryMove(byte* from, byte* to, nuint bytes) => false;

    /// <summary>Replaces committed pages with new ones, which the operating system can merge with neighboring mappings.</summary>
    /// <returns>False if the operating system refuses. The state of the addresses is then unknown: they must be neither used nor
    /// released.</returns>
    public abstract bool TryRenew(byte* address, nuint bytes);

    /// <summary>Requests huge pages if that is cheap. Only a hint.</summary>
    public abstract void PreferHugePages(byte* address, nuint bytes);

    /// <summary>Withdraws the request for huge pages. Resident huge pages stay resident.</summary>
    public virtual void AvoidHugePages(byte* address, nuint bytes)
    {
    }

    /// <summary>
    /// Prefaults committed pages that are about to be written, in one call instead of one page fault each. Only a hint.
    /// </summary>
    public virtual void Populate(byte* address, nuint bytes)
    {
    }

    /// <summary>
    /// Maps a file to reserved pages, read-only and shared with other processes. Windows cannot map files into a reservation.
    /// </summary>
    /// <returns>False if that fails. The addresses are then unusable, but can be released.</returns>
    public virtual bool TryMapFile(SafeHandle file, byte* address, nuint bytes) => false;

    /// <summary>Releases a whole reservation; false, with no change, if the operating system refuses.</summary>
    public abstract bool TryRelease(byte* address, nuint bytes);

    private static PageSource OfThisSystem()
    {
        var keeper = new RangeCache(TimeProvider.System, static () => GC.CollectionCount(GC.MaxGeneration));
        var budget = new MemoryBudget(new Lazy<MachineMemory>(static () => MachineMemory.System), keeper);
        return OperatingSystem.IsWindows()
            ? new WindowsPageSource(new Kernel32Calls()) { Cache = keeper, Budget = budget }
            : new UnixPageSource(
                new LibcCalls(),
                UnixConstants.OfThisSystem(),
                OperatingSystem.IsLinux()
                    ? ProcessLimits.ReadCurrent((long)Math.Min(MachineMemory.System.Bytes, long.MaxValue))
                    : null)
            {
                Cache = keeper,
                Budget = budget,
            };
    }
}

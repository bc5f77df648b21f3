namespace Cenote.Memory.Pages;

/// <summary>The source of pages. Only slow paths call it, so tests replace it to inject failures.</summary>
internal abstract unsafe class PageSource
{
    /// <summary>The pages of the current operating system.</summary>
    public static PageSource System { get; } = OfThisSystem();

    /// <summary>Keeps the addresses of disposed owners; null if they are released at once.</summary>
    public RangeCache? Cache { get; init; }

    /// <summary>Limits all owners together to the memory of the machine; null for no limit.</summary>
    public MemoryBudget? Budget { get; init; }

    /// <summary>Memory of the machine or container in bytes.</summary>
    public virtual ulong MemoryBytes => MachineMemory.System.Bytes;

    /// <summary>Whether this much memory is available, for callers that would use all of it.</summary>
    public bool HasMemory(ulong bytes) => Budget?.HasAvailable((long)Math.Min(bytes, long.MaxValue)) ?? bytes <= MemoryBytes;

    /// <summary>
    /// The maximum number of quarantined bytes of disposed owners. Where the system limits committed memory, quarantined memory counts
    /// against that limit.
    /// </summary>
    public virtual long MaximumQuarantineBytes => RangeCache.MaximumQuarantineBytes;

    /// <summary>Whether the process may create another reservation and still has enough mappings for everything else.</summary>
    public virtual bool MayMap() => true;

    /// <summary>Whether the process may reserve this many more addresses and still has enough for everything else.</summary>
    /// <param name="bytes">Bytes of addresses.</param>
    /// <param name="isNeeded">Whether the owner fails without them.</param>
    public virtual bool MayReserve(nuint bytes, bool isNeeded) => true;

    /// <summary>
    /// Reserves addresses without memory; null if refused. Reading them before <see cref="TryCommit"/> is an access violation.
    /// </summary>
    public abstract byte* TryReserve(nuint bytes);

    /// <summary>
    /// Makes reserved pages readable and writable, as zeros. Pages that are already committed keep their content.
    /// </summary>
    public abstract bool TryCommit(byte* address, nuint bytes);

    /// <summary>
    /// Returns the memory of committed pages to the operating system and keeps the pages readable and writable.
    /// </summary>
    /// <returns>Whether they now hold zeros. If not, each page holds zeros or its old content.</returns>
    public abstract bool Discard(byte* address, nuint bytes);

    /// <summary>Like <see cref="Discard"/>, but the content of the pages is undefined afterwards.</summary>
    /// <returns>Whether the system took the memory.</returns>
    public virtual bool TryReset(byte* address, nuint bytes) => Discard(address, bytes);

    public virtual bool CanMove => false;

    /// <summary>
    /// Moves committed pages with their content to reserved addresses. The old addresses stay readable and writable, even for
    /// threads that are using them.
    /// </summary>
    /// <returns>False if the system refuses. The pages then stay in place, and the state of the new addresses is unknown: they
    /// must neither be used nor released.</returns>
    public virtual bool TryMove(byte* from, byte* to, nuint bytes) => false;

    /// <summary>Replaces committed pages with fresh ones, which the system can merge with neighboring mappings.</summary>
    /// <returns>False if the system refuses. The state of the addresses is then unknown: they must neither be used nor
    /// released.</returns>
    public abstract bool TryRenew(byte* address, nuint bytes);

    /// <summary>Requests huge pages where that is cheap; a hint that may be ignored.</summary>
    public abstract void PreferHugePages(byte* address, nuint bytes);

    /// <summary>Withdraws the request; huge pages that are resident stay.</summary>
    public virtual void AvoidHugePages(byte* address, nuint bytes)
    {
    }

    /// <summary>
    /// Prefaults committed pages that are about to be written, in one call instead of a page fault for each; a hint that may be
    /// ignored.
    /// </summary>
    public virtual void Populate(byte* address, nuint bytes)
    {
    }

    /// <summary>
    /// Maps a file to reserved pages, read only and shared with other processes. Windows cannot map a file into a reservation.
    /// </summary>
    /// <returns>False if that fails: the addresses are unusable then, but can be released.</returns>
    public virtual bool TryMapFile(SafeHandle file, byte* address, nuint bytes) => false;

    /// <summary>Releases a whole reservation; false if the system refuses, and it is unchanged.</summary>
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

using System.Runtime.InteropServices;

namespace Cenote.Memory.Pages;

/// <summary>Where pages come from. Only slow paths call it, so tests replace it to inject failures.</summary>
internal abstract unsafe class PageSource
{
    /// <summary>The pages of the operating system this process runs on.</summary>
    public static PageSource System { get; } = OfThisSystem();

    /// <summary>What keeps the addresses of owners that have ended; null if they are released at once.</summary>
    public RangeKeeper? Keeper { get; init; }

    /// <summary>Limits all owners together to the memory of the machine; null for no limit.</summary>
    public MemoryBudget? Budget { get; init; }

    /// <summary>How much memory the machine has, or the container that the process runs in.</summary>
    public virtual ulong MemoryBytes => MachineMemory.System.Bytes;

    /// <summary>Whether there is this much memory, for a caller that would use all of it.</summary>
    public bool HasMemory(ulong bytes) => Budget?.Has((long)Math.Min(bytes, long.MaxValue)) ?? bytes <= MemoryBytes;

    /// <summary>
    /// The maximum number of resting bytes of disposed owners. Where the system limits committed memory, resting memory counts
    /// against that limit.
    /// </summary>
    public virtual long MaximumRestingBytes => RangeKeeper.MaximumRestingBytes;

    /// <summary>Whether the process may have another reservation and keeps enough mappings for everything else.</summary>
    public virtual bool MayMap() => true;

    /// <summary>Whether the process may have this many addresses more and keeps enough for everything else.</summary>
    /// <param name="bytes">Bytes of addresses.</param>
    /// <param name="isNeeded">Whether the owner cannot work without them.</param>
    public virtual bool HasAddresses(nuint bytes, bool isNeeded) => true;

    /// <summary>
    /// Reserves addresses without memory behind them; null if refused. Reading them before <see cref="TryCommit"/> is an access
    /// violation.
    /// </summary>
    public abstract byte* TryReserve(nuint bytes);

    /// <summary>
    /// Makes reserved pages readable and writable, as zeros. Pages that are committed already keep what they hold.
    /// </summary>
    public abstract bool TryCommit(byte* address, nuint bytes);

    /// <summary>Gives the memory behind committed pages back and keeps them readable and writable.</summary>
    /// <returns>Whether they hold zeros from now on. If not, they hold zeros or what they held before.</returns>
    public abstract bool Discard(byte* address, nuint bytes);

    /// <summary>Like <see cref="Discard"/>, but the content of the pages is undefined afterwards.</summary>
    /// <returns>Whether the system took the memory.</returns>
    public virtual bool TryGiveBack(byte* address, nuint bytes) => Discard(address, bytes);

    /// <summary>Whether pages can be moved to other addresses.</summary>
    public virtual bool CanMove => false;

    /// <summary>
    /// Moves committed pages, with what they hold, to reserved addresses elsewhere. The addresses that they leave stay readable
    /// and writable, even for threads that are using them.
    /// </summary>
    /// <returns>
    /// False if the system refuses. The pages then stay where they are, and the state of the new addresses is unknown: they
    /// must neither be used nor released.
    /// </returns>
    public virtual bool TryMove(byte* from, byte* to, nuint bytes) => false;

    /// <summary>
    /// Replaces committed pages with fresh ones, which the system can count as one range with neighbours like them.
    /// </summary>
    /// <returns>False if the system refuses; nobody knows then what has become of the addresses: they must neither be used nor
    /// released.</returns>
    public abstract bool TryRenew(byte* address, nuint bytes);

    /// <summary>Asks for large pages where that is cheap; a hint that may be ignored.</summary>
    public abstract void PreferHugePages(byte* address, nuint bytes);

    /// <summary>
    /// Puts memory behind committed pages that are about to be written, in one call instead of an interruption for each page; a
    /// hint that may be ignored.
    /// </summary>
    public virtual void Populate(byte* address, nuint bytes)
    {
    }

    /// <summary>
    /// Lets reserved pages show a file, to be read only and shared with every other process that does the same. On Windows a file
    /// cannot be put into a reservation.
    /// </summary>
    /// <returns>False if it cannot be done: the addresses are of no use then, but can be released.</returns>
    public virtual bool TryMapFile(SafeHandle file, byte* address, nuint bytes) => false;

    /// <summary>Releases a whole reservation; false if the system refuses, and then it is as it was.</summary>
    public abstract bool TryRelease(byte* address, nuint bytes);

    private static PageSource OfThisSystem()
    {
        var keeper = new RangeKeeper(TimeProvider.System, static () => GC.CollectionCount(GC.MaxGeneration));
        var budget = new MemoryBudget(new Lazy<MachineMemory>(static () => MachineMemory.System), keeper);
        return OperatingSystem.IsWindows()
            ? new WindowsPageSource(new Kernel32Calls()) { Keeper = keeper, Budget = budget }
            : new UnixPageSource(
                new LibcCalls(),
                UnixConstants.OfThisSystem(),
                OperatingSystem.IsLinux()
                    ? ProcessLimits.OfThisProcess((long)Math.Min(MachineMemory.System.Bytes, long.MaxValue))
                    : null)
            {
                Keeper = keeper,
                Budget = budget,
            };
    }
}

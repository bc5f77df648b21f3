namespace Cenote.Memory.Pages;

/// <summary>Constants that differ between Unix systems, from each system's sys/mman.h.</summary>
internal readonly record struct UnixConstants
{
    /// <summary>Linux on all processors that .NET supports, except that <see cref="NoReserve"/> differs on POWER.</summary>
    public static UnixConstants Linux { get; } = new() { Anonymous = 0x20, NoReserve = 0x4000, IsLinux = true };

    /// <summary>
    /// macOS, iOS and tvOS. These systems ignore MAP_NORESERVE: pages without access rights take no swap space.
    /// </summary>
    public static UnixConstants Apple { get; } = new() { Anonymous = 0x1000, NoReserve = 0x40 };

    /// <summary>The BSDs. FreeBSD removed MAP_NORESERVE in version 11 and rejects unknown flags.</summary>
    public static UnixConstants Bsd { get; } = new() { Anonymous = 0x1000 };

    /// <summary>MAP_ANONYMOUS.</summary>
    public required int Anonymous { get; init; }

    /// <summary>MAP_NORESERVE; 0 if the system has none.</summary>
    public int NoReserve { get; init; }

    /// <summary>Whether MADV_DONTNEED is a command, not a hint, and mremap and MADV_HUGEPAGE exist.</summary>
    public bool IsLinux { get; init; }

    public static UnixConstants OfThisSystem() =>
        OperatingSystem.IsLinux() || OperatingSystem.IsAndroid()
            ? RuntimeInformation.ProcessArchitecture == Architecture.Ppc64le ? Linux with { NoReserve = 0x40 } : Linux
            : OperatingSystem.IsMacOS() || OperatingSystem.IsIOS() || OperatingSystem.IsTvOS() ? Apple : Bsd;
}

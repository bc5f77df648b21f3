namespace Cenote.Memory;

/// <summary>Where pages come from. Only slow paths call it, so tests replace it to inject failures.</summary>
internal abstract unsafe class PageSource
{
    /// <summary>The pages of the operating system this process runs on.</summary>
    public static PageSource System { get; } =
        OperatingSystem.IsWindows() ? new WindowsPageSource() : new UnixPageSource();

    /// <summary>Reserves addresses without memory behind them; null if refused. Reading them before <see cref="TryCommit"/> is an access violation.</summary>
    public abstract byte* TryReserve(nuint bytes);

    /// <summary>Makes reserved pages readable and writable, as zeros.</summary>
    public abstract bool TryCommit(byte* address, nuint bytes);

    /// <summary>Gives the memory behind committed pages back and keeps them readable: they then hold zeros or what they held before.</summary>
    public abstract void Discard(byte* address, nuint bytes);

    /// <summary>Makes committed pages reserved ones again: what they held is gone, and they must be committed before they are read.</summary>
    public abstract void Decommit(byte* address, nuint bytes);

    /// <summary>Asks for large pages where that is cheap; a hint that may be ignored.</summary>
    public abstract void PreferHugePages(byte* address, nuint bytes);

    /// <summary>Ends a whole reservation.</summary>
    public abstract void Release(byte* address, nuint bytes);
}

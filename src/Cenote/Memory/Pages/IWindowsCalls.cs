namespace Cenote.Memory.Pages;

/// <summary>The Windows functions that <see cref="WindowsPageSource"/> needs, as documented. Tests replace them.</summary>
internal interface IWindowsCalls
{
    /// <summary>VirtualAlloc; 0 if it fails.</summary>
    nint Allocate(nint address, nuint size, uint type, uint protection);

    /// <summary>DiscardVirtualMemory; 0 if it succeeds, otherwise an error code.</summary>
    uint Discard(nint address, nuint size);

    /// <summary>VirtualFree; 0 if it fails.</summary>
    int Free(nint address, nuint size, uint type);
}

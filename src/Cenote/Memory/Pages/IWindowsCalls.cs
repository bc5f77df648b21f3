namespace Cenote.Memory.Pages;

/// <summary>
/// The calls of Windows that <see cref="WindowsPageSource"/> needs, as its documentation describes them. Tests replace them.
/// </summary>
internal interface IWindowsCalls
{
    /// <summary>VirtualAlloc; 0 if it fails.</summary>
    nint Allocate(nint address, nuint size, uint type, uint protection);

    /// <summary>DiscardVirtualMemory; 0 if it succeeds, otherwise the number of an error.</summary>
    uint Discard(nint address, nuint size);

    /// <summary>VirtualFree; 0 if it fails.</summary>
    int Free(nint address, nuint size, uint type);
}

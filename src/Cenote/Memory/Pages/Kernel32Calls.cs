namespace Cenote.Memory.Pages;

internal sealed partial class Kernel32Calls : IWindowsCalls
{
    /// <summary>
    /// Binds the functions that release memory in advance, by calling each with arguments that make it fail. Binding allocates,
    /// which would fail on a full heap.
    /// </summary>
    public Kernel32Calls()
    {
        _ = Free(0, 0, 0);
        try
        {
            _ = Discard(0, 0);
        }
        catch (EntryPointNotFoundException)
        {
            // Unavailable before Windows 8.1.
        }
    }

    public nint Allocate(nint address, nuint size, uint type, uint protection) => AllocateMemory(address, size, type, protection);

    public uint Discard(nint address, nuint size) => DiscardMemory(address, size);

    public int Free(nint address, nuint size, uint type) => FreeMemory(address, size, type);

    [LibraryImport("kernel32", EntryPoint = "VirtualAlloc")]
    private static partial nint AllocateMemory(nint address, nuint size, uint type, uint protection);

    [LibraryImport("kernel32", EntryPoint = "DiscardVirtualMemory")]
    private static partial uint DiscardMemory(nint address, nuint size);

    [LibraryImport("kernel32", EntryPoint = "VirtualFree")]
    private static partial int FreeMemory(nint address, nuint size, uint type);
}

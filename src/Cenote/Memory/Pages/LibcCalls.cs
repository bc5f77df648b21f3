namespace Cenote.Memory.Pages;

/// <summary>Calls the functions of the C library.</summary>
/// <remarks>
/// The offset argument of mmap is as wide as an address on every 64-bit system, and always 0. The last argument of mremap is
/// variadic, but Linux passes it like any other argument.
/// </remarks>
internal sealed partial class LibcCalls : IUnixCalls
{
    /// <summary>
    /// Binds in advance the functions that release memory, with calls that do nothing. Binding allocates, which would fail on a
    /// full heap.
    /// </summary>
    public LibcCalls()
    {
        _ = Advise(0, 0, 0);
        _ = Unmap(0, 0);
    }

    public nint Map(nint address, nuint length, int protection, int flags) =>
        MapMemory(address, length, protection, flags, -1, 0);

    public nint MapFile(nint address, nuint length, int protection, int flags, SafeHandle file) =>
        MapMemory(address, length, protection, flags, file, 0);

    public int Protect(nint address, nuint length, int protection) => ProtectMemory(address, length, protection);

    public int Advise(nint address, nuint length, int advice) => AdviseMemory(address, length, advice);

    public int Unmap(nint address, nuint length) => UnmapMemory(address, length);

    public nint Remap(nint address, nuint length, int flags, nint to) => RemapMemory(address, length, length, flags, to);

    [LibraryImport("libc", EntryPoint = "mmap")]
    private static partial nint MapMemory(nint address, nuint length, int protection, int flags, int file, nint offset);

    [LibraryImport("libc", EntryPoint = "mmap")]
    private static partial nint MapMemory(nint address, nuint length, int protection, int flags, SafeHandle file, nint offset);

    [LibraryImport("libc", EntryPoint = "mprotect")]
    private static partial int ProtectMemory(nint address, nuint length, int protection);

    [LibraryImport("libc", EntryPoint = "madvise")]
    private static partial int AdviseMemory(nint address, nuint length, int advice);

    [LibraryImport("libc", EntryPoint = "munmap")]
    private static partial int UnmapMemory(nint address, nuint length);

    [LibraryImport("libc", EntryPoint = "mremap")]
    private static partial nint RemapMemory(nint address, nuint length, nuint newLength, int flags, nint to);
}

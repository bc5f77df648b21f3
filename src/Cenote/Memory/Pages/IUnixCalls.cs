namespace Cenote.Memory.Pages;

/// <summary>The system calls that <see cref="UnixPageSource"/> needs, as described in the manuals. Tests replace them.</summary>
internal interface IUnixCalls
{
    /// <summary>mmap of anonymous memory; -1 if it fails.</summary>
    nint Map(nint address, nuint length, int protection, int flags);

    /// <summary>mmap of a file from its start; -1 if it fails.</summary>
    nint MapFile(nint address, nuint length, int protection, int flags, SafeHandle file);

    /// <summary>mprotect; 0 if it succeeds.</summary>
    int Protect(nint address, nuint length, int protection);

    /// <summary>madvise; 0 if it succeeds.</summary>
    int Advise(nint address, nuint length, int advice);

    /// <summary>munmap; 0 if it succeeds.</summary>
    int Unmap(nint address, nuint length);

    /// <summary>mremap, available only on Linux; -1 if it fails.</summary>
    nint Remap(nint address, nuint length, int flags, nint to);
}

using System.Runtime.InteropServices;

namespace Cenote.Tests.Support;

/// <summary>The process's file mode mask (umask).</summary>
internal static partial class FileModes
{
    /// <summary>No permissions for the group and others.</summary>
    public const uint OwnerOnly = 0x3F;

    /// <summary>Sets the mask of the whole process and returns the former one.</summary>
    public static uint SetMask(uint mask) => UMask(mask);

    [LibraryImport("libc", EntryPoint = "umask")]
    private static partial uint UMask(uint mask);
}

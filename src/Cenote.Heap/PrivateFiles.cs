using Microsoft.Win32.SafeHandles;

namespace Cenote.Heap;

/// <summary>Temporary files that hold the memory of another process, which nobody else may read.</summary>
internal static class PrivateFiles
{
    private const UnixFileMode OnlyOwner = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>A new temporary file without a name on Unix; elsewhere, one that is deleted when it is closed.</summary>
    public static SafeFileHandle CreateNameless()
    {
        string path = Path.Combine(Path.GetTempPath(), $"cenote-heap-{Guid.NewGuid():N}");
        SafeFileHandle file = OperatingSystem.IsWindows()
            ? File.OpenHandle(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None, FileOptions.DeleteOnClose)
            : OpenOnUnix(path);
        if (!OperatingSystem.IsWindows())
        {
            File.Delete(path);
        }

        return file;
    }

    // Only a stream can be told the mode of a file that it creates.
    [System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
    private static SafeFileHandle OpenOnUnix(string path)
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.ReadWrite,
            Share = FileShare.None,
            UnixCreateMode = OnlyOwner,
        };
        new FileStream(path, options).Dispose();
        return File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite);
    }
}

using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Cenote.Heap;

/// <summary>Temporary files that hold the memory of another process, which nobody else may read.</summary>
internal static partial class PrivateFiles
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

    /// <summary>A new folder that only its owner may enter, and a process of another user may write to if that is its owner.</summary>
    /// <param name="owner">The process that is to write to it.</param>
    public static string CreateFolder(int owner)
    {
        string folder = Directory.CreateTempSubdirectory("cenote-heap-").FullName;
        if (OperatingSystem.IsLinux() && UserOf(owner) is { } user && user != UserOf(Environment.ProcessId))
        {
            // Only an administrator may look at the process of somebody else, and that one may give a folder away.
            _ = ChangeOwner(folder, user, uint.MaxValue);
        }

        return folder;
    }

    /// <summary>Takes all others the right to read a file.</summary>
    public static void Close(string path)
    {
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, OnlyOwner);
        }
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

    private static uint? UserOf(int process)
    {
        string? line = File.ReadLines($"/proc/{process}/status")
            .FirstOrDefault(static line => line.StartsWith("Uid:", StringComparison.Ordinal));
        return line is not null && uint.TryParse(line.Split('\t')[1], out uint user) ? user : null;
    }

    [LibraryImport("libc", EntryPoint = "chown", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int ChangeOwner(string path, uint user, uint group);
}

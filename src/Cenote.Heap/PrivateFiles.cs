using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Cenote.Heap;

/// <summary>Temporary files that hold the memory of another process, which nobody else may read.</summary>
internal static partial class PrivateFiles
{
    private const UnixFileMode OnlyOwner = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private const int MostAttempts = 20;

    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(10);

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
    /// <param name="parent">The folder that it is in.</param>
    /// <param name="owner">The process that is to write to it.</param>
    /// <exception cref="HeapException">It cannot be made.</exception>
    public static string CreateFolder(string parent, int owner)
    {
        string folder = Path.Combine(parent, $"cenote-heap-{Guid.NewGuid():N}");
        try
        {
            if (OperatingSystem.IsWindows())
            {
                Directory.CreateDirectory(folder);
            }
            else
            {
                Directory.CreateDirectory(folder, OnlyOwner | UnixFileMode.UserExecute);
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw HeapException.Failure($"A folder for the dump cannot be made in '{parent}': {exception.Message}", exception);
        }

        if (OperatingSystem.IsLinux() && UserOf(owner) is { } user && user != UserOf(Environment.ProcessId))
        {
            // Only an administrator may look at the process of somebody else, and that one may give a folder away.
            _ = ChangeOwner(folder, user, uint.MaxValue);
        }

        return folder;
    }

    /// <summary>
    /// Deletes a folder and what is in it, even if the process that writes to it makes its file while the others are deleted: once
    /// the folder is gone, that one cannot.
    /// </summary>
    public static void DeleteFolder(string folder)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                Directory.Delete(folder, recursive: true);
                return;
            }
            catch (DirectoryNotFoundException)
            {
                return;
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                if (attempt == MostAttempts)
                {
                    // On Windows the dump is still open, and goes when it is closed.
                    if (OperatingSystem.IsWindows())
                    {
                        return;
                    }

                    throw HeapException.Failure($"'{folder}' has a dump in it and cannot be deleted: {exception.Message}", exception);
                }

                Thread.Sleep(s_pause);
            }
        }
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
        try
        {
            string? line = File.ReadLines($"/proc/{process}/status")
                .FirstOrDefault(static line => line.StartsWith("Uid:", StringComparison.Ordinal));
            return line is not null && uint.TryParse(line.Split('\t')[1], out uint user) ? user : null;
        }
        catch (IOException)
        {
            // It ended.
            return null;
        }
    }

    [LibraryImport("libc", EntryPoint = "chown", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int ChangeOwner(string path, uint user, uint group);
}

using Cenote.Files;

namespace Cenote.Heap;

/// <summary>Creates files for the memory of other processes. No other user may read these files.</summary>
internal static class PrivateFiles
{
    /// <summary>A new temporary file without a name on Unix; elsewhere, one that is deleted when it is closed.</summary>
    /// <exception cref="IOException">The file cannot be created, or another user renamed it.</exception>
    public static FileStream CreateNameless()
    {
        string path = Path.Combine(Path.GetTempPath(), $"cenote-heap-{Guid.NewGuid():N}");
        if (OperatingSystem.IsWindows())
        {
            return new FileStream(
                path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None, bufferSize: 0, FileOptions.DeleteOnClose);
        }

        FileStream file = Create(path);
        File.Delete(path);
        if (OperatingSystem.IsLinux() && FileStatus.Of(file.SafeFileHandle).Links > 0)
        {
            file.Dispose();
            throw new IOException("another user is renaming files in the folder.");
        }

        return file;
    }

    /// <summary>Creates a file. It is never reopened by name, because other users may have replaced it.</summary>
    public static FileStream Create(string path)
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.ReadWrite,
            Share = FileShare.ReadWrite | FileShare.Delete,
            BufferSize = 0,
        };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        return new FileStream(path, options);
    }
}

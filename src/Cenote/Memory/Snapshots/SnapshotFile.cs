using Microsoft.Win32.SafeHandles;

namespace Cenote.Memory.Snapshots;

/// <summary>Writes files that are either complete or not there at all.</summary>
internal static class SnapshotFile
{
    private const UnixFileMode Reading = UnixFileMode.UserRead | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    /// <summary>
    /// Writes a temporary file next to the target, flushes it to the disk and renames it over the target. When anything fails, the
    /// temporary file is deleted and a former target stays as it was. On Unix the file can only be read, by those who could read the
    /// former one.
    /// </summary>
    /// <param name="path">The target. A link is followed.</param>
    /// <param name="write">Writes the content.</param>
    public static void Write(string path, Action<Stream> write)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        var file = new FileInfo(Path.GetFullPath(path));
        string target = file.LinkTarget is null ? file.FullName : file.ResolveLinkTarget(returnFinalTarget: true)!.FullName;
        if (IsDevice(target))
        {
            Throw.Device(path);
        }

        string temporary = $"{target}.{Guid.NewGuid():N}.tmp";
        SafeFileHandle? former = null;
        try
        {
            WriteNew(temporary, ModeOf(target), write);
            former = TryHold(target);
            File.Move(temporary, target, overwrite: true);
        }
        catch
        {
            File.Delete(temporary);
            throw;
        }
        finally
        {
            if (former is not null)
            {
                _ = Task.Run(former.Dispose);
            }
        }
    }

    /// <summary>
    /// Opens a snapshot for reading. As long as it is open, programs on .NET that ask to have it alone do not get it.
    /// </summary>
    public static FileStream OpenRead(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        return new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read | FileShare.Delete, bufferSize: 0);
    }

    // Whoever lets go of a file last gives back its pages, which takes long for a large one: that is to be another thread. Windows
    // replaces no file that is open.
    private static SafeFileHandle? TryHold(string target)
    {
        try
        {
            // A pipe has a length of 0, and opening it would wait for somebody who writes.
            return OperatingSystem.IsWindows() || new FileInfo(target) is not { Exists: true, Length: > 0 }
                ? null
                : File.OpenHandle(target, share: FileShare.ReadWrite | FileShare.Delete);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    // Who could read the former file; null if there is none.
    private static UnixFileMode? ModeOf(string target) =>
        !OperatingSystem.IsWindows() && File.Exists(target) ? File.GetUnixFileMode(target) & Reading : null;

    // Pieces of a MiB need no buffer. Nobody is to change a snapshot in place, because others may have mapped it.
    private static void WriteNew(string path, UnixFileMode? mode, Action<Stream> write)
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.Write,
            Share = FileShare.None,
            BufferSize = 0,
        };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = mode ?? Reading;
        }

        try
        {
            using var stream = new FileStream(path, options);
            KeepReaders(stream.SafeFileHandle, mode);
            write(stream);
            stream.Flush(flushToDisk: true);
        }
        catch (ArgumentOutOfRangeException exception) when (exception.ParamName == "value")
        {
            // What .NET makes of EFBIG: a file larger than the file system or a quota allows.
            Throw.TooLarge(exception);
        }
    }

    // A new file is as the umask has it. One that takes the place of another that everybody could read must not be narrower. What its
    // group could read is no matter: this one may have another group.
    private static void KeepReaders(SafeFileHandle file, UnixFileMode? former)
    {
        if (former is { } mode && mode.HasFlag(UnixFileMode.OtherRead) && !OperatingSystem.IsWindows())
        {
            UnixFileMode now = File.GetUnixFileMode(file);
            if ((mode & ~now) != UnixFileMode.None)
            {
                File.SetUnixFileMode(file, now | mode);
            }
        }
    }

    // .NET takes devices for ordinary files, and renaming a file over one would remove it for everybody.
    private static bool IsDevice(string target) =>
        !OperatingSystem.IsWindows()
        && (target.StartsWith("/dev/", StringComparison.Ordinal) || target.StartsWith("/proc/", StringComparison.Ordinal))
        && !target.StartsWith("/dev/shm/", StringComparison.Ordinal);
}

using Microsoft.Win32.SafeHandles;

namespace Cenote.Files;

internal sealed partial class FileTarget
{
    /// <summary>Read and write permissions for all users, as the maximum permissions of a new file.</summary>
    public const UnixFileMode ReadWrite = ReadOnly | UnixFileMode.UserWrite | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;

    /// <summary>
    /// Read permissions for all users, as the maximum permissions of a new file that must not be changed in place.
    /// </summary>
    public const UnixFileMode ReadOnly = UnixFileMode.UserRead | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    private const int MaxAttempts = 20;

    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(50);

    /// <summary>
    /// Writes the file. A replacement is written under another name in the same folder, flushed to disk and renamed; if writing
    /// fails, the old file is unchanged. A file that is written in place is lost if writing fails.
    /// </summary>
    /// <param name="most">
    /// The maximum permissions of a new file. The new file gets no permission that the old one lacked, and is owned by this user.
    /// </param>
    /// <param name="write">
    /// Writes the content. Its second argument is true if the stream is a regular file, which may be written on other threads.
    /// </param>
    /// <exception cref="IOException">Writing failed.</exception>
    /// <exception cref="UnauthorizedAccessException">Write access is denied.</exception>
    public void Write(UnixFileMode most, Action<Stream, bool> write) =>
        Write(most, write, OperatingSystem.IsWindows(), static (from, to) => File.Move(from, to, overwrite: true));

    /// <summary>For tests: writes the file as on a given operating system, with a given rename function.</summary>
    /// <inheritdoc cref="Write(UnixFileMode, Action{Stream, bool})"/>
    /// <inheritdoc cref="Replace"/>
    internal void Write(UnixFileMode most, Action<Stream, bool> write, bool isWindows, Action<string, string> move)
    {
        try
        {
            switch (_way)
            {
                case Way.Replaced:
                    WriteToTemporary(most, write, isWindows, move);
                    break;
                case Way.InPlace:
                    WriteTo(Open(FullName, FileMode.Truncate, FileShare.None), isFile: true, write);
                    break;
                case Way.Streamed:
                    WriteTo(Open(FullName, FileMode.Open, FileShare.ReadWrite), isFile: false, write);
                    break;
                default:
                    WriteToDescriptor(write);
                    break;
            }
        }
        catch (ArgumentOutOfRangeException exception) when (exception.ParamName == "value")
        {
            // .NET throws this for EFBIG: the file is larger than the file system or a quota allows.
            throw new IOException($"'{FullName}' is larger than its file system or a quota allows.", exception);
        }
    }

    /// <summary>
    /// Renames a file over another one. On a system that cannot replace an open file, retries for about one second. On other
    /// systems, a file that cannot be replaced, for example because it was mounted after the check, is written in place.
    /// </summary>
    /// <param name="temporary">The new file.</param>
    /// <param name="target">The old file, which need not exist.</param>
    /// <param name="isWindows">Whether the system cannot replace an open file.</param>
    /// <param name="move">Renames the file; tests pass a function that fails.</param>
    internal static void Replace(string temporary, string target, bool isWindows, Action<string, string> move)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                move(temporary, target);
                return;
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException && File.Exists(target))
            {
                if (!isWindows)
                {
                    CopyInPlace(temporary, target);
                    return;
                }

                if (attempt == MaxAttempts)
                {
                    throw new IOException(
                        $"'{target}' cannot be replaced, because it is read-only or another program has it open: "
                        + $"{exception.Message} "
                        + "Make it writable, or close it in the other program, and write it again; or write to another name.",
                        exception);
                }
            }

            Thread.Sleep(s_pause);
        }
    }

    private static void CopyInPlace(string temporary, string target)
    {
        using FileStream from = File.OpenRead(temporary);
        WriteTo(Open(target, FileMode.Truncate, FileShare.None), isFile: true, (to, _) => from.CopyTo(to));
    }

    private void WriteToTemporary(
        UnixFileMode most, Action<Stream, bool> write, bool isWindows, Action<string, string> move)
    {
        string temporary = TemporaryFor(FullName);
        SafeFileHandle? former = null;
        try
        {
            WriteTo(CreateNew(temporary, most), isFile: true, write);
            Replace(temporary, FullName, isWindows, (from, to) =>
            {
                former = isWindows ? null : TryHold();
                try
                {
                    move(from, to);
                }
                catch
                {
                    former?.Dispose();
                    throw;
                }
            });
        }
        finally
        {
            File.Delete(temporary);
            if (former is not null)
            {
                _ = Task.Run(former.Dispose);
            }
        }
    }

    // Writes to the descriptor itself and moves its position, so that other writes to the descriptor do not overwrite this one.
    private void WriteToDescriptor(Action<Stream, bool> write)
    {
        using var handle = new SafeFileHandle(_descriptor, ownsHandle: false);
        using var stream = new FileStream(handle, FileAccess.Write, bufferSize: 0);
        write(stream, false);
        stream.Flush(flushToDisk: true);
        if (stream.CanSeek)
        {
            _ = Seek(_descriptor, stream.Position, 0);
        }
    }

    private static void WriteTo(FileStream stream, bool isFile, Action<Stream, bool> write)
    {
        using (stream)
        {
            write(stream, isFile);
            stream.Flush(flushToDisk: true);
        }
    }

    // Unbuffered, because all writes are large. Writing in place fails while a .NET program has the file open for reading.
    private static FileStream Open(string path, FileMode mode, FileShare share) =>
        new(path, mode, FileAccess.Write, share, bufferSize: 0);

    // The umask limits the permissions of a new file. A file that replaces a world-readable one must also be world-readable.
    // Group permissions alone are not restored, because the new file may have another group.
    private FileStream CreateNew(string path, UnixFileMode most)
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.Write,
            Share = FileShare.None,
            BufferSize = 0,
        };
        if (OperatingSystem.IsWindows())
        {
            return new FileStream(path, options);
        }

        UnixFileMode mode = (_existing?.Mode ?? most) & most;
        options.UnixCreateMode = mode;
        var stream = new FileStream(path, options);
        UnixFileMode now = File.GetUnixFileMode(stream.SafeFileHandle);
        if (_existing is not null && mode.HasFlag(UnixFileMode.OtherRead) && (mode & ~now) != UnixFileMode.None)
        {
            File.SetUnixFileMode(stream.SafeFileHandle, now | mode);
        }

        return stream;
    }

    // Opens the old file, so that the rename does not free its pages, which is slow for a large file. Another thread closes the
    // handle. Not called on Windows, which cannot replace an open file.
    private SafeFileHandle? TryHold()
    {
        try
        {
            return _existing is null
                ? null
                : File.OpenHandle(FullName, share: FileShare.ReadWrite | FileShare.Delete);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

using Microsoft.Win32.SafeHandles;

namespace Cenote.Files;

/// <content>What is written, and how it takes the place of a former file.</content>
internal sealed partial class FileTarget
{
    /// <summary>Who may read and write a file, at most, unless its former one says otherwise.</summary>
    public const UnixFileMode ReadWrite = ReadOnly | UnixFileMode.UserWrite | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;

    /// <summary>The same for a file that is not to be changed in place.</summary>
    public const UnixFileMode ReadOnly = UnixFileMode.UserRead | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    private const int MaxAttempts = 20;

    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(50);

    /// <summary>
    /// Writes the file. One that is replaced is written under another name in the same folder, flushed to the disk and renamed:
    /// when
    /// anything fails, the former file stays as it was. One that is written in place is lost then.
    /// </summary>
    /// <param name="most">
    /// The permissions that a new file has at most. It has none that its former one did not have, and is owned by this user.
    /// </param>
    /// <param name="write">Writes the content. It is passed whether the stream is a file that other threads may write to.</param>
    /// <exception cref="IOException">It could not be written.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public void Write(UnixFileMode most, Action<Stream, bool> write)
    {
        try
        {
            switch (_way)
            {
                case Way.Replaced:
                    WriteBeside(most, write);
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
            // What .NET makes of EFBIG: a file larger than the file system or a quota allows.
            throw new IOException($"'{FullName}' is too large for where it is to be written.", exception);
        }
    }

    /// <summary>
    /// Renames a file over another one. Where the system replaces no file that is open, it tries for a second; elsewhere, a file
    /// that must not be replaced, because it was mounted since it was looked at, for instance, is written in place.
    /// </summary>
    /// <param name="temporary">The new file.</param>
    /// <param name="target">The former one, or none.</param>
    /// <param name="isWindows">Whether the system replaces no file that is open.</param>
    /// <param name="move">Renames, which tests let fail.</param>
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
                        + "Close it there and write it again, or write to another name.",
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

    private void WriteBeside(UnixFileMode most, Action<Stream, bool> write)
    {
        string temporary = TemporaryFor(FullName);
        SafeFileHandle? former = null;
        try
        {
            WriteTo(CreateNew(temporary, most), isFile: true, write);
            Replace(temporary, FullName, OperatingSystem.IsWindows(), (from, to) =>
            {
                former = TryHold();
                try
                {
                    File.Move(from, to, overwrite: true);
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

    // Through the descriptor itself, so that what is written to it before and after does not overwrite this.
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

    // A stream without a buffer, because all that is written comes in large pieces. A reader on .NET keeps others from writing
    // in place.
    private static FileStream Open(string path, FileMode mode, FileShare share) =>
        new(path, mode, FileAccess.Write, share, bufferSize: 0);

    // A new file is as the umask has it. One that takes the place of another that everybody could read must not be narrower.
    // What its
    // group could read is no matter: this one may have another group.
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

        UnixFileMode mode = (_former?.Mode ?? most) & most;
        options.UnixCreateMode = mode;
        var stream = new FileStream(path, options);
        UnixFileMode now = File.GetUnixFileMode(stream.SafeFileHandle);
        if (_former is not null && mode.HasFlag(UnixFileMode.OtherRead) && (mode & ~now) != UnixFileMode.None)
        {
            File.SetUnixFileMode(stream.SafeFileHandle, now | mode);
        }

        return stream;
    }

    // Whoever lets go of a file last gives back its pages, which takes long for a large one: that is to be another thread.
    // Windows
    // replaces no file that is open.
    private SafeFileHandle? TryHold()
    {
        try
        {
            return OperatingSystem.IsWindows() || _former is null
                ? null
                : File.OpenHandle(FullName, share: FileShare.ReadWrite | FileShare.Delete);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

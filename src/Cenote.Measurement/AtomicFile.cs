namespace Cenote.Measurement;

/// <summary>Writes files that are either complete or not there at all.</summary>
public static class AtomicFile
{
    /// <summary>
    /// Writes a temporary file next to the target, flushes it to the disk and renames it over the target. When anything fails,
    /// a full disk for instance, the temporary file is deleted and a former target stays as it was.
    /// </summary>
    /// <param name="path">The target.</param>
    /// <param name="write">Writes the content.</param>
    /// <remarks>A link is followed: what it points to is replaced, not the link.</remarks>
    /// <exception cref="IOException">The file could not be written, or it is a device.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory or the target may not be written.</exception>
    public static void Write(string path, Action<Stream> write)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        ArgumentNullException.ThrowIfNull(write);

        string target = Resolve(path);
        if (IsDevice(path))
        {
            throw new IOException($"'{path}' is a device, which a file must not replace.");
        }

        string temporary = TemporaryName(target);
        try
        {
            WriteNew(temporary, write);
            File.Move(temporary, target, overwrite: true);
        }
        catch
        {
            File.Delete(temporary);
            throw;
        }
    }

    /// <summary>Finds out whether <see cref="Write"/> could create its temporary file, by creating and deleting one.</summary>
    /// <param name="path">The target, which stays as it is.</param>
    /// <exception cref="IOException">It could not, for example because there is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory may not be written.</exception>
    public static void Probe(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        File.Create(TemporaryName(Resolve(path)), bufferSize: 1, FileOptions.DeleteOnClose).Dispose();
    }

    /// <summary>
    /// Whether a path leads to a device, such as <c>/dev/null</c> or <c>/dev/stdout</c>. .NET takes devices for ordinary files,
    /// and renaming a file over one would remove it for everybody.
    /// </summary>
    /// <param name="path">The path, or a link to it.</param>
    public static bool IsDevice(string path)
    {
        string target = Resolve(path);
        return !OperatingSystem.IsWindows()
            && (IsWithin(target, "/dev/") || IsWithin(target, "/proc/") || IsWithin(path, "/dev/") || IsWithin(path, "/proc/"))
            && !IsWithin(target, "/dev/shm/");
    }

    /// <summary>Whether writing to one path would replace what another one leads to.</summary>
    /// <param name="path">A path, or a link to one.</param>
    /// <param name="other">Another path, or a link to one.</param>
    public static bool IsSameTarget(string path, string other)
    {
        StringComparison comparison = OperatingSystem.IsLinux() ? StringComparison.Ordinal : StringComparison.OrdinalIgnoreCase;
        return string.Equals(Resolve(path), Resolve(other), comparison);
    }

    /// <summary>The full path of what is replaced: the file itself, or what a link leads to in the end.</summary>
    /// <param name="path">A path, or a link to one.</param>
    public static string Resolve(string path)
    {
        var file = new FileInfo(Path.GetFullPath(path));
        return file.LinkTarget is null ? file.FullName : file.ResolveLinkTarget(returnFinalTarget: true)!.FullName;
    }

    private static void WriteNew(string path, Action<Stream> write)
    {
        try
        {
            using var stream = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None);
            write(stream);
            stream.Flush(flushToDisk: true);
        }
        catch (ArgumentOutOfRangeException exception) when (exception.ParamName == "value")
        {
            // What .NET makes of EFBIG: a file larger than the file system or a quota allows.
            throw new IOException("The file is too large for where it is to be written.", exception);
        }
    }

    private static string TemporaryName(string target) => $"{target}.{Guid.NewGuid():N}.tmp";

    private static bool IsWithin(string path, string directory) => path.StartsWith(directory, StringComparison.Ordinal);
}

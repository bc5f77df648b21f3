using System.Globalization;

namespace Cenote.Files;

/// <summary>
/// A file whose whole content is to be written; its type determines how. A regular file is replaced by a new one. A regular file
/// that cannot be replaced, such as a mounted file, is written in place. Character devices and descriptors of this process are
/// written to directly. All other types are rejected.
/// </summary>
internal sealed partial class FileTarget
{
    private const int MaxLinks = 40;

    private readonly Way _way;
    private readonly FileStatus? _existing;
    private readonly int _descriptor;

    private FileTarget(string path, Way way, FileStatus? former, int descriptor = -1)
    {
        FullName = path;
        _way = way;
        _existing = former;
        _descriptor = descriptor;
    }

    private enum Way
    {
        Replaced,
        InPlace,
        Streamed,
        Descriptor,
    }

    /// <summary>
    /// The full path of the file. Links are resolved if the file is new, or if it is a regular file that still has a name.
    /// </summary>
    public string FullName { get; }

    /// <summary>Whether the target is, or will be, a regular file.</summary>
    public bool IsFile => _way is Way.Replaced or Way.InPlace;

    /// <summary>Whether a new file replaces the target, or no file exists yet.</summary>
    public bool IsReplaced => _way == Way.Replaced;

    /// <summary>Determines how to write a file, by creating a temporary file or by opening the existing one.</summary>
    /// <param name="path">
    /// The file. Symbolic links are followed. The target of a link need not exist, but its folder must.
    /// </param>
    /// <exception cref="IOException">The path is a folder, pipe, socket, disk or kernel file, or its folder does not
    /// exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder accepts no new file, and no existing file can be
    /// opened.</exception>
    public static FileTarget Find(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        string full = Path.GetFullPath(path);
        if (Path.EndsInDirectorySeparator(full) || Directory.Exists(full))
        {
            throw Reject(path, "is a directory; name a file in it.");
        }

        if (!FileStatus.IsSupported)
        {
            return full.StartsWith(@"\\.\", StringComparison.Ordinal)
                ? throw Reject(path, "is a device; name a file.")
                : FindNew(path, Resolve(full));
        }

        return FileStatus.Of(full) is { } former ? FindExisting(path, full, former) : FindNew(path, Resolve(full));
    }

    /// <summary>Whether a path refers to the standard output of this process, such as <c>/dev/stdout</c>.</summary>
    public static bool IsStandardOutput(string path)
    {
        try
        {
            return FileStatus.IsSupported && DescriptorOf(Path.GetFullPath(path)) == 1;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Whether both paths refer to the same regular or new file, so that writing to one changes the other.</summary>
    public static bool IsSame(string path, string other)
    {
        string one = Resolve(path);
        string two = Resolve(other);
        if (!FileStatus.IsSupported || string.Equals(one, two, StringComparison.Ordinal))
        {
            StringComparison comparison =
                OperatingSystem.IsLinux() ? StringComparison.Ordinal : StringComparison.OrdinalIgnoreCase;
            return string.Equals(one, two, comparison)
                && (!FileStatus.IsSupported || FileStatus.Of(one) is not { Kind: not FileKind.Regular });
        }

        return FileStatus.Of(one) is { } file
            ? file.Kind == FileKind.Regular && file.IsSame(FileStatus.Of(two))
            : FileStatus.Of(two) is null
                && string.Equals(Path.GetFileName(one), Path.GetFileName(two), StringComparison.Ordinal)
                && FileStatus.Of(FolderOf(one)) is { } folder
                && folder.IsSame(FileStatus.Of(FolderOf(two)));
    }

    private static FileTarget FindExisting(string path, string full, FileStatus former)
    {
        if (DescriptorOf(full) is { } descriptor)
        {
            return WriteNothing(descriptor, 0, 0) == 0
                ? new FileTarget(full, Way.Descriptor, former, descriptor)
                : throw Reject(path, $"cannot be written: {Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError())}.");
        }

        switch (former.Kind)
        {
            case FileKind.Regular:
                return FindRegular(path, full, former);
            case FileKind.CharacterDevice:
                Open(full, FileMode.Open, FileShare.ReadWrite).Dispose();
                return new FileTarget(full, Way.Streamed, former);
            case FileKind.Pipe:
                throw Reject(path, "is a named pipe; opening it would block until another process reads from it. Write to a file or to standard output.");
            case FileKind.Socket:
                throw Reject(path, "is a socket, which cannot be opened for writing; specify the path of a file.");
            default:
                throw Reject(path, "is a block device, such as a disk; name a file.");
        }
    }

    private static FileTarget FindRegular(string path, string full, FileStatus former)
    {
        if (IsKernelFile(former))
        {
            throw Reject(path, "belongs to the system; name a file in another folder.");
        }

        // The file of another process's descriptor may be unlinked, or a different file may have its name.
        string target = Resolve(full);
        bool hasName = former.IsSame(FileStatus.Of(target));
        if (hasName && !former.IsPinned && !IsHeldByFolder(former, FileStatus.Of(FolderOf(target))))
        {
            try
            {
                Probe(target);
                return new FileTarget(target, Way.Replaced, former);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException && CanOpen(target))
            {
                return new FileTarget(target, Way.InPlace, former);
            }
        }

        string inPlace = hasName ? target : full;
        Open(inPlace, FileMode.Open, FileShare.None).Dispose();
        return new FileTarget(inPlace, Way.InPlace, former);
    }

    private static FileTarget FindNew(string path, string target)
    {
        if (Directory.Exists(target))
        {
            throw Reject(path, "is a directory; name a file in it.");
        }

        if (!Directory.Exists(FolderOf(target)))
        {
            throw new DirectoryNotFoundException($"'{path}' cannot be created, because its directory does not exist.");
        }

        Probe(target);
        return new FileTarget(target, Way.Replaced, former: null);
    }

    // In a folder with the sticky bit, only root and the owners of file and folder can replace a file by renaming.
    private static bool IsHeldByFolder(FileStatus file, FileStatus? folder) =>
        folder is { } sticky
        && sticky.Mode.HasFlag(UnixFileMode.StickyBit)
        && FileStatus.Self is not 0 and var self
        && file.User != self
        && sticky.User != self;

    // Writing to a file in /proc or /sys sends a command to the kernel, so these files are rejected. If /proc or /sys is not
    // mounted, it is an ordinary folder of the root file system.
    private static bool IsKernelFile(FileStatus file) =>
        file.Device != FileStatus.Of("/")?.Device
        && (FileStatus.Of("/proc")?.Device == file.Device || FileStatus.Of("/sys")?.Device == file.Device);

    private static bool CanOpen(string path)
    {
        try
        {
            Open(path, FileMode.Open, FileShare.None).Dispose();
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static void Probe(string target)
    {
        try
        {
            File.Create(TemporaryFor(target), bufferSize: 1, FileOptions.DeleteOnClose).Dispose();
        }
        catch (UnauthorizedAccessException exception)
        {
            throw new UnauthorizedAccessException($"No file can be created in '{FolderOf(target)}'.", exception);
        }
    }

    // The descriptor of this process that a path refers to, possibly through /dev/stdout or /dev/fd. Opening the path again would
    // create another descriptor with a separate position.
    private static int? DescriptorOf(string path)
    {
        for (int links = 0; links < MaxLinks; links++)
        {
            string folder = FolderOf(path);
            if (int.TryParse(Path.GetFileName(path), NumberStyles.None, CultureInfo.InvariantCulture, out int descriptor)
                && FileStatus.Of("/proc/self/fd") is { } descriptors
                && descriptors.IsSame(FileStatus.Of(folder)))
            {
                return descriptor;
            }

            if (new FileInfo(path).LinkTarget is not { } target)
            {
                break;
            }

            path = Path.GetFullPath(target, folder);
        }

        return null;
    }

    private static string Resolve(string path)
    {
        var file = new FileInfo(Path.GetFullPath(path));
        return file.LinkTarget is null ? file.FullName : file.ResolveLinkTarget(returnFinalTarget: true)!.FullName;
    }

    // The target's name may already have the maximum of 255 bytes, so the temporary name does not contain it.
    private static string TemporaryFor(string target) =>
        Path.Combine(FolderOf(target), $"cenote-{Guid.NewGuid().ToString("N")[..16]}.tmp");

    private static string FolderOf(string path) => Path.GetDirectoryName(path) ?? path;

    private static IOException Reject(string path, string reason) => new($"'{path}' {reason}");

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial nint WriteNothing(int descriptor, nint bytes, nuint count);

    [LibraryImport("libc", EntryPoint = "lseek", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial long Seek(int descriptor, long offset, int origin);
}

using System.Buffers.Binary;
using Microsoft.Win32.SafeHandles;

namespace Cenote.Files;

/// <summary>The type, owner and identity of a file, which .NET does not report. Supports Linux and Apple systems.</summary>
internal readonly partial struct FileStatus
{
    private const int CurrentFolder = -100;
    private const int NoFollow = 0x100;
    private const int EmptyPath = 0x1000;
    private const uint BasicStats = 0x7FF;
    private const int StatBytes = 256;
    private const ulong Immutable = 0x10;
    private const ulong AppendOnly = 0x20;
    private const ulong MountRoot = 0x2000;
    private const int NoEntry = 2;
    private const int AccessDenied = 13;
    private const int NotADirectory = 20;

    private readonly ulong _inode;
    private readonly int _mode;

    // The layout of struct statx is the same on every architecture.
    private FileStatus(ReadOnlySpan<byte> found)
    {
        if (IsLinux)
        {
            ulong attributes = BinaryPrimitives.ReadUInt64LittleEndian(found[8..]);
            IsPinned = (attributes & (Immutable | AppendOnly | MountRoot)) != 0;
            Links = BinaryPrimitives.ReadUInt32LittleEndian(found[16..]);
            User = BinaryPrimitives.ReadUInt32LittleEndian(found[20..]);
            Group = BinaryPrimitives.ReadUInt32LittleEndian(found[24..]);
            _mode = BinaryPrimitives.ReadUInt16LittleEndian(found[28..]);
            _inode = BinaryPrimitives.ReadUInt64LittleEndian(found[32..]);
            Device = BinaryPrimitives.ReadUInt64LittleEndian(found[136..]);
        }
        else
        {
            Device = BinaryPrimitives.ReadUInt32LittleEndian(found);
            _mode = BinaryPrimitives.ReadUInt16LittleEndian(found[4..]);
            Links = BinaryPrimitives.ReadUInt16LittleEndian(found[6..]);
            _inode = BinaryPrimitives.ReadUInt64LittleEndian(found[8..]);
            User = BinaryPrimitives.ReadUInt32LittleEndian(found[16..]);
            Group = BinaryPrimitives.ReadUInt32LittleEndian(found[20..]);
        }
    }

    /// <summary>Whether the layout of the file status is known for this system.</summary>
    public static bool IsSupported => IsLinux || OperatingSystem.IsMacOS() || OperatingSystem.IsIOS() || OperatingSystem.IsTvOS();

    /// <summary>The effective user ID of this process.</summary>
    public static uint Self => GetEffectiveUserId();

    public FileKind Kind => (FileKind)(_mode & 0xF000);

    public UnixFileMode Mode => (UnixFileMode)(_mode & 0xFFF);

    public uint User { get; }

    public uint Group { get; }

    /// <summary>The number of hard links.</summary>
    public uint Links { get; }

    /// <summary>The ID of the device that contains the file.</summary>
    public ulong Device { get; }

    /// <summary>
    /// Whether a rename cannot replace the file, because the file is a mount point, immutable or append-only. Always false on
    /// systems other than Linux. Detecting mount points requires Linux 5.8.
    /// </summary>
    public bool IsPinned { get; }

    private static bool IsLinux => OperatingSystem.IsLinux() || OperatingSystem.IsAndroid();

    /// <summary>The status of the file at a path; null if it does not exist.</summary>
    /// <exception cref="UnauthorizedAccessException">A folder of the path cannot be entered.</exception>
    /// <exception cref="IOException">The path cannot be resolved.</exception>
    public static FileStatus? Of(string path, bool followsLinks = true)
    {
        byte[] found = new byte[StatBytes];
        int result = (IsLinux, followsLinks, RuntimeInformation.ProcessArchitecture == Architecture.X64) switch
        {
            (true, _, _) => Stat(CurrentFolder, path, followsLinks ? 0 : NoFollow, BasicStats, found),
            (_, true, true) => AppleStatX64(path, found),
            (_, true, false) => AppleStat(path, found),
            (_, false, true) => AppleLinkStatX64(path, found),
            (_, false, false) => AppleLinkStat(path, found),
        };
        if (result == 0)
        {
            return new FileStatus(found);
        }

        int error = Marshal.GetLastPInvokeError();
        return error switch
        {
            NoEntry or NotADirectory => null,
            AccessDenied => throw new UnauthorizedAccessException($"Access to the path '{path}' is denied."),
            _ => throw new IOException($"'{path}' cannot be reached: {Marshal.GetPInvokeErrorMessage(error)}."),
        };
    }

    /// <summary>The status of an open file; Linux only.</summary>
    public static FileStatus Of(SafeFileHandle file)
    {
        byte[] found = new byte[StatBytes];
        return Stat(file, string.Empty, EmptyPath, BasicStats, found) == 0
            ? new FileStatus(found)
            : throw new IOException(Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError()));
    }

    public bool IsSame(FileStatus? other) => other is { } file && file.Device == Device && file._inode == _inode;

    [LibraryImport("libc", EntryPoint = "geteuid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial uint GetEffectiveUserId();

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Stat(int folder, string path, int flags, uint mask, [Out] byte[] found);

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Stat(SafeFileHandle file, string path, int flags, uint mask, [Out] byte[] found);

    [LibraryImport("libc", EntryPoint = "stat", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int AppleStat(string path, [Out] byte[] found);

    [LibraryImport("libc", EntryPoint = "lstat", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int AppleLinkStat(string path, [Out] byte[] found);

    [LibraryImport("libc", EntryPoint = "lstat$INODE64", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int AppleLinkStatX64(string path, [Out] byte[] found);

    [LibraryImport("libc", EntryPoint = "stat$INODE64", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int AppleStatX64(string path, [Out] byte[] found);
}

using Cenote.Files;
using Microsoft.Win32.SafeHandles;

namespace Cenote.Heap;

/// <summary>
/// Creates a private folder for a dump. The process that writes the dump may belong to another, hostile user. On Linux this class
/// also creates the file and holds it open: that user can write to the file, but can neither list nor change the folder.
/// Symbolic links are not followed.
/// </summary>
internal sealed partial class DumpFolder : IDisposable
{
    private const UnixFileMode OnlyOwner = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private const UnixFileMode OwnFolder = OnlyOwner | UnixFileMode.UserExecute;
    private const UnixFileMode Passable = OwnFolder | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
    private const string FileName = "heap.dmp";
    private const int MaxAttempts = 20;
    private const int NonBlocking = 0x800;
    private const int CloseOnExec = 0x80000;

    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(10);

    private readonly SafeFileHandle? _folder;
    private readonly bool _isForeign;
    private FileStream? _file;

    /// <summary>Creates the folder.</summary>
    /// <param name="parent">The parent folder.</param>
    /// <param name="process">The process that writes the dump.</param>
    /// <exception cref="HeapException">The folder or file cannot be created.</exception>
    public DumpFolder(string parent, int process)
    {
        Name = Path.Combine(parent, $"cenote-heap-{Guid.NewGuid():N}");
        try
        {
            if (OperatingSystem.IsWindows())
            {
                Directory.CreateDirectory(Name);
            }
            else
            {
                Directory.CreateDirectory(Name, OwnFolder);
            }

            if (OperatingSystem.IsLinux())
            {
                _folder = Open(Name);
                if (FileStatus.Of(_folder) is { Kind: not FileKind.Directory } or { Mode: not OwnFolder } || !IsOwn(_folder))
                {
                    throw HeapException.Failure($"'{Name}' was replaced by another user; no dump is taken.");
                }

                _file = PrivateFiles.Create(Path.Combine(Inside, FileName));
                uint user = FileOwner.OfProcess(process) ?? FileStatus.Self;
                if (user != FileStatus.Self)
                {
                    // Only an administrator can inspect another user's process, and an administrator can change the owner of a
                    // file.
                    _isForeign = true;
                    _ = ChangeOwner(_file.SafeFileHandle, user, uint.MaxValue);
                    File.SetUnixFileMode(_folder, Passable);
                }
            }
        }
        catch (Exception exception)
        {
            _file?.Dispose();
            _folder?.Dispose();
            if (exception is IOException or UnauthorizedAccessException)
            {
                throw HeapException.Failure(
                    $"A folder for the dump cannot be created in '{parent}': {exception.Message}", exception);
            }

            throw;
        }
    }

    /// <summary>The folder.</summary>
    public string Name { get; }

    /// <summary>The file that the process writes.</summary>
    public string DumpName => Path.Combine(Name, FileName);

    /// <summary>Whether there is a dump, or a part of one.</summary>
    public bool HasDump => _file is not null ? _file.Length > 0 : File.Exists(DumpName);

    // Uses the descriptor, because another folder may have this name by now.
    private string Inside => _folder is null ? Name : $"/proc/self/fd/{_folder.DangerousGetHandle()}";

    /// <summary>
    /// Changes the owner of the file from the user of the process to the current user, so that no other user can open it.
    /// </summary>
    public void TakeBack()
    {
        if (_isForeign && !OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(_folder!, OwnFolder);
            if (_file is not null)
            {
                _ = ChangeOwner(_file.SafeFileHandle, FileStatus.Self, uint.MaxValue);
                File.SetUnixFileMode(_file.SafeFileHandle, OnlyOwner);
            }
        }
    }

    /// <summary>Opens the dump. Call this at most once.</summary>
    public FileStream OpenDump()
    {
        FileStream file = _file
            ?? new FileStream(DumpName, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        _file = null;
        return file;
    }

    /// <summary>Moves the dump to another path.</summary>
    /// <param name="to">The new path.</param>
    /// <param name="overwrite">Whether an existing file is replaced.</param>
    public void Move(string to, bool overwrite) => File.Move(Path.Combine(Inside, FileName), to, overwrite);

    /// <summary>
    /// Deletes the folder and its contents, even if the process concurrently creates files.
    /// </summary>
    public void Dispose()
    {
        TakeBack();
        _file?.Dispose();
        try
        {
            Delete();
        }
        finally
        {
            _folder?.Dispose();
        }
    }

    private static bool IsOwn(SafeFileHandle folder) => FileStatus.Of(folder).User == FileStatus.Self;

    private void Delete()
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                foreach (FileSystemInfo entry in new DirectoryInfo(Inside).EnumerateFileSystemInfos())
                {
                    if (entry is DirectoryInfo { LinkTarget: null } folder)
                    {
                        folder.Delete(recursive: true);
                    }
                    else
                    {
                        entry.Delete();
                    }
                }

                // A user with write access to the parent folder may have renamed this folder.
                if (_folder is null || FileStatus.Of(_folder).IsSame(FileStatus.Of(Name, followsLinks: false)))
                {
                    Directory.Delete(Name);
                }

                return;
            }
            catch (DirectoryNotFoundException)
            {
                return;
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                if (attempt == MaxAttempts)
                {
                    // On Windows the dump is still open, and is deleted when it is closed.
                    if (OperatingSystem.IsWindows())
                    {
                        return;
                    }

                    throw HeapException.Failure($"'{Name}' contains a dump and cannot be deleted: {exception.Message}", exception);
                }

                Thread.Sleep(s_pause);
            }
        }
    }

    // Follows no link, and does not wait for the other end of a pipe.
    private static SafeFileHandle Open(string path)
    {
        bool isArm = RuntimeInformation.ProcessArchitecture is Architecture.Arm64 or Architecture.Arm;
        int noFollow = isArm ? 0x8000 : 0x20000;
        SafeFileHandle file = OpenFile(path, noFollow | NonBlocking | CloseOnExec);
        if (file.IsInvalid)
        {
            string reason = Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError());
            file.Dispose();
            throw new IOException($"{reason}.");
        }

        return file;
    }

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial SafeFileHandle OpenFile(string path, int flags);

    [LibraryImport("libc", EntryPoint = "fchown", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int ChangeOwner(SafeFileHandle file, uint user, uint group);
}

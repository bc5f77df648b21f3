using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Cenote.Heap;

/// <summary>
/// A new folder that only its owner may enter, for a dump. That owner is the user of the process that writes to it, who may be
/// hostile: on Linux the folder is held open and taken back before anything in it is touched, and no link in it is followed.
/// </summary>
internal sealed partial class DumpFolder : IDisposable
{
    private const UnixFileMode OnlyOwner = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private const int MostAttempts = 20;
    private const int NonBlocking = 0x800;
    private const int CloseOnExec = 0x80000;

    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(10);

    private readonly SafeFileHandle? _folder;
    private readonly uint _user;

    /// <summary>Makes a folder.</summary>
    /// <param name="parent">The folder that it is in.</param>
    /// <param name="process">The process that is to write to it.</param>
    /// <exception cref="HeapException">It cannot be made.</exception>
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
                Directory.CreateDirectory(Name, OnlyOwner | UnixFileMode.UserExecute);
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw HeapException.Failure($"A folder for the dump cannot be made in '{parent}': {exception.Message}", exception);
        }

        if (OperatingSystem.IsLinux())
        {
            _folder = Open(Name);
            _user = FileOwner.OfProcess(process) ?? FileOwner.Self;
            if (FileOwner.Of(_folder) is not { } found || !FileKind.IsFolder(found.Mode) || found.User != FileOwner.Self)
            {
                throw HeapException.Failure($"'{Name}' was replaced by somebody else; no dump is taken.");
            }

            if (_user != FileOwner.Self)
            {
                // Only an administrator may look at the process of somebody else, and that one may give a folder away.
                _ = ChangeOwner(_folder, _user, uint.MaxValue);
            }
        }
    }

    /// <summary>The folder.</summary>
    public string Name { get; }

    // Whatever has its name by now.
    private string Inside => _folder is null ? Name : $"/proc/self/fd/{_folder.DangerousGetHandle()}";

    /// <summary>Whether there is a file, or anything else, of this name.</summary>
    public bool Has(string name) => File.Exists(Path.Combine(Inside, name));

    /// <summary>Takes the folder from its owner, so that nobody else can change what is in it.</summary>
    public void TakeBack()
    {
        if (_folder is not null && !OperatingSystem.IsWindows() && _user != FileOwner.Self)
        {
            _ = ChangeOwner(_folder, FileOwner.Self, uint.MaxValue);
            File.SetUnixFileMode(_folder, OnlyOwner | UnixFileMode.UserExecute);
        }
    }

    /// <summary>Opens a file that the process has written, and takes all others the right to read it.</summary>
    /// <exception cref="HeapException">It is a link, no ordinary file, or that of another user.</exception>
    public SafeFileHandle OpenFile(string name)
    {
        if (_folder is null || OperatingSystem.IsWindows())
        {
            return File.OpenHandle(Path.Combine(Name, name), FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        }

        SafeFileHandle file = Open(Path.Combine(Inside, name));
        if (FileOwner.Of(file) is not { } found || !FileKind.IsRegular(found.Mode) || found.User != _user)
        {
            file.Dispose();
            throw HeapException.Failure("What was written is no dump: it is no ordinary file of the user of the process.");
        }

        File.SetUnixFileMode(file, OnlyOwner);
        return file;
    }

    /// <summary>Gives a file in it another name.</summary>
    public void Move(string name, string to) => File.Move(Path.Combine(Inside, name), to, overwrite: true);

    /// <summary>
    /// Deletes the folder and the files in it, even if the process that writes to it makes its file while the others are deleted: once
    /// the folder is gone, that one cannot. Folders in it are not entered, as they may be links by then.
    /// </summary>
    public void Dispose()
    {
        TakeBack();
        try
        {
            Delete();
        }
        finally
        {
            _folder?.Dispose();
        }
    }

    private void Delete()
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                foreach (string file in Directory.GetFileSystemEntries(Inside))
                {
                    File.Delete(file);
                }

                Directory.Delete(Name);
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

                    throw HeapException.Failure($"'{Name}' has a dump in it and cannot be deleted: {exception.Message}", exception);
                }

                Thread.Sleep(s_pause);
            }
        }
    }

    // Not through a link, and without waiting for the other end of a pipe.
    private static SafeFileHandle Open(string path)
    {
        bool isArm = RuntimeInformation.ProcessArchitecture is Architecture.Arm64 or Architecture.Arm;
        int noFollow = isArm ? 0x8000 : 0x20000;
        SafeFileHandle file = OpenFile(path, noFollow | NonBlocking | CloseOnExec);
        if (file.IsInvalid)
        {
            string reason = Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError());
            file.Dispose();
            throw HeapException.Failure($"The dump cannot be read: {reason}.");
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

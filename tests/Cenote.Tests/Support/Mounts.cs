using System.ComponentModel;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;

namespace Cenote.Tests.Support;

/// <summary>Mounts that are visible to only one thread and are removed when it ends.</summary>
internal static partial class Mounts
{
    private const int NewNamespace = 0x20000;
    private const nuint ReadOnly = 1;
    private const nuint Remount = 32;
    private const nuint Bind = 4096;
    private const nuint Recursive = 16384;
    private const nuint Private = 1 << 18;

    /// <summary>Runs an action on a thread with private mounts; false if that is not allowed.</summary>
    public static bool Run(Action action)
    {
        bool isAllowed = false;
        ExceptionDispatchInfo? failure = null;
        var thread = new Thread(() =>
        {
            try
            {
                isAllowed = Unshare(NewNamespace) == 0 && Mount("none", "/", null, Recursive | Private, 0) == 0;
                if (isAllowed)
                {
                    action();
                }
            }
            catch (Exception exception)
            {
                failure = ExceptionDispatchInfo.Capture(exception);
            }
        });
        thread.Start();
        thread.Join();
        failure?.Throw();
        return isAllowed;
    }

    /// <summary>Mounts a file or a folder over another one.</summary>
    public static void Over(string source, string target) => Check(Mount(source, target, null, Bind, 0));

    /// <summary>Makes a folder read-only, but not the mounts in it.</summary>
    public static void MakeReadOnly(string folder)
    {
        Over(folder, folder);
        Check(Mount("none", folder, null, Bind | Remount | ReadOnly, 0));
    }

    private static void Check(int result)
    {
        if (result != 0)
        {
            throw new Win32Exception(Marshal.GetLastPInvokeError());
        }
    }

    [LibraryImport("libc", EntryPoint = "unshare", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Unshare(int flags);

    [LibraryImport("libc", EntryPoint = "mount", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Mount(string source, string target, string? type, nuint flags, nint data);
}

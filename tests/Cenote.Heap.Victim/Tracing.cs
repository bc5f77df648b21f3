using System.Globalization;
using System.Runtime.InteropServices;

namespace Cenote.Heap.Victim;

/// <summary>Traces all threads of a process, as a dump writer does, until the input ends.</summary>
internal static partial class Tracing
{
    private const nint Seize = 0x4206;

    public static int Run(string process)
    {
        foreach (string thread in Directory.EnumerateDirectories($"/proc/{process}/task"))
        {
            if (Trace(Seize, int.Parse(Path.GetFileName(thread), CultureInfo.InvariantCulture), 0, 0) < 0)
            {
                return Marshal.GetLastPInvokeError();
            }
        }

        Console.WriteLine("ready");
        _ = Console.In.ReadToEnd();
        return 0;
    }

    [LibraryImport("libc", EntryPoint = "ptrace", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial nint Trace(nint request, int thread, nint address, nint data);
}

using System.Runtime.InteropServices;

namespace Cenote.Benchmarks.Buffers;

/// <summary>The CPU time of the calling thread, which excludes the time when other threads had the processor.</summary>
internal static partial class ThreadClock
{
    private const int ThreadCpuTime = 3;

    public static bool IsSupported => OperatingSystem.IsLinux();

    public static double Nanoseconds()
    {
        _ = GetTime(ThreadCpuTime, out TimeSpec time);
        return (time.Seconds * 1e9) + time.Nanoseconds;
    }

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int GetTime(int clock, out TimeSpec time);

    [StructLayout(LayoutKind.Sequential)]
    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}

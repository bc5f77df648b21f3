namespace Cenote.Heap;

/// <summary>On Linux, raises the priority of the calling thread, so that a busy machine delays it less.</summary>
internal static partial class UrgentThread
{
    // PRIO_PROCESS. With an ID of 0, Linux changes only the calling thread. Threads that it creates inherit the priority.
    private const int Process = 0;
    private const uint CallingThread = 0;
    private const int Highest = -20;

    /// <summary>
    /// Runs a function at the highest priority, or at the current one if the system does not allow a higher one.
    /// </summary>
    public static T Run<T>(Func<T> function)
    {
        if (!OperatingSystem.IsLinux())
        {
            return function();
        }

        int priority = GetPriority(Process, CallingThread);
        _ = SetPriority(Process, CallingThread, Highest);
        try
        {
            return function();
        }
        finally
        {
            _ = SetPriority(Process, CallingThread, priority);
        }
    }

    [LibraryImport("libc", EntryPoint = "getpriority")]
    private static partial int GetPriority(int which, uint who);

    [LibraryImport("libc", EntryPoint = "setpriority")]
    private static partial int SetPriority(int which, uint who, int priority);
}

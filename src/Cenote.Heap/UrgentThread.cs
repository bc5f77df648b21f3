namespace Cenote.Heap;

/// <summary>Raises the priority of the calling thread, so that a busy machine delays it less.</summary>
internal static partial class UrgentThread
{
    // PRIO_PROCESS, which on Linux is the calling thread; threads that it creates inherit the priority.
    private const int CallingThread = 0;
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

        int priority = GetPriority(CallingThread, 0);
        _ = SetPriority(CallingThread, 0, Highest);
        try
        {
            return function();
        }
        finally
        {
            _ = SetPriority(CallingThread, 0, priority);
        }
    }

    [LibraryImport("libc", EntryPoint = "getpriority")]
    private static partial int GetPriority(int which, uint who);

    [LibraryImport("libc", EntryPoint = "setpriority")]
    private static partial int SetPriority(int which, uint who, int priority);
}

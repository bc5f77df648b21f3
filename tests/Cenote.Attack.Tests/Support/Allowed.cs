namespace Cenote.Attack.Tests.Support;

/// <summary>Calls of which an exception is an answer, too, if it is one that the library documents.</summary>
internal static class Allowed
{
    /// <summary>Whether the call succeeded; false if it threw what it may throw.</summary>
    public static bool Try(Action call)
    {
        try
        {
            call();
            return true;
        }
        catch (Exception exception) when (IsAnswer(exception))
        {
            return false;
        }
    }

    /// <summary>
    /// The same for a value that another thread writes at the same time: one read of it may see null and another not.
    /// </summary>
    public static bool TryTorn(Action call)
    {
        try
        {
            return Try(call);
        }
        catch (NullReferenceException)
        {
            return false;
        }
    }

    /// <summary>An exception that says what the caller did wrong, or that there is no memory.</summary>
    public static bool IsAnswer(Exception exception) => exception
        is InvalidOperationException or ArgumentException or NotSupportedException or KeyNotFoundException
        or OutOfMemoryException or SynchronizationLockException or LockRecursionException or IndexOutOfRangeException;
}

namespace Cenote.Attack.Tests.Support;

/// <summary>Runs calls that may throw exceptions documented by the library.</summary>
internal static class Allowed
{
    /// <summary>Whether the call succeeded; false if it threw an allowed exception.</summary>
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
    /// Like <see cref="Try"/>, for a value that another thread writes concurrently: a null check may read another value than the
    /// use after it, so <see cref="NullReferenceException"/> is allowed too.
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

    /// <summary>Whether the exception reports a mistake of the caller or a lack of memory.</summary>
    public static bool IsAnswer(Exception exception) => exception
        is InvalidOperationException or ArgumentException or NotSupportedException or KeyNotFoundException
        or OutOfMemoryException or SynchronizationLockException or LockRecursionException or IndexOutOfRangeException;
}

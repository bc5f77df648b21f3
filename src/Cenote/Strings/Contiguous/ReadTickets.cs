namespace Cenote.Strings;

/// <summary>
/// The readers of the calling thread that hold their lock. Each has a ticket, which its copies share; the first copy that returns
/// the ticket releases the lock.
/// </summary>
/// <remarks>
/// Per thread, because a lock has one owner thread and a reader never leaves it. Few tickets are outstanding at a time.
/// </remarks>
internal static class ReadTickets
{
    [ThreadStatic]
    private static List<ulong>? s_outstanding;

    [ThreadStatic]
    private static ulong s_last;

    public static ulong Issue()
    {
        (s_outstanding ??= []).Add(++s_last);
        return s_last;
    }

    public static bool IsOutstanding(ulong ticket) => s_outstanding?.Contains(ticket) ?? false;

    /// <summary>Returns a ticket; false if it was already returned.</summary>
    public static bool TryReturn(ulong ticket) => s_outstanding?.Remove(ticket) ?? false;
}

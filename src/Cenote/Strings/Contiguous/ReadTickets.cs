namespace Cenote.Strings;

/// <summary>
/// The calling thread's readers that hold a lock. All copies of a reader share its ticket; the first copy that returns the ticket
/// releases the lock.
/// </summary>
/// <remarks>
/// Tickets are per thread, because a read lock belongs to its thread, and a reader never leaves that thread. Few are outstanding
/// at a time.
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

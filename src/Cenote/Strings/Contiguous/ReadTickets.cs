namespace Cenote.Strings;

/// <summary>
/// Which readers of the calling thread hold their lock: each has a ticket, which its copies share, and whoever gives it back
/// first gives back the lock.
/// </summary>
/// <remarks>
/// A lock belongs to its thread and a reader never leaves that thread, so no other thread needs to know. Few are out at a time.
/// </remarks>
internal static class ReadTickets
{
    [ThreadStatic]
    private static List<ulong>? s_out;

    [ThreadStatic]
    private static ulong s_last;

    public static ulong Draw()
    {
        (s_out ??= []).Add(++s_last);
        return s_last;
    }

    public static bool IsOut(ulong ticket) => s_out?.Contains(ticket) ?? false;

    /// <summary>False if it was given back before.</summary>
    public static bool TryReturn(ulong ticket) => s_out?.Remove(ticket) ?? false;
}

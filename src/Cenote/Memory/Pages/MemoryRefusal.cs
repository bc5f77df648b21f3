namespace Cenote.Memory.Pages;

/// <summary>
/// Why the last request of this thread for memory was refused, with numbers, for the message of the exception. Each refusal
/// replaces it.
/// </summary>
internal static class MemoryRefusal
{
    public const string MachineMemory = "bytes of memory that this machine or container has";
    public const string ProcessData = "bytes of writable memory that the process may have (RLIMIT_DATA)";
    public const string ProcessAddresses = "bytes of addresses that the process may have (RLIMIT_AS)";
    public const string ProcessMappings = "mappings that the process may have (vm.max_map_count)";

    [ThreadStatic]
    private static (string? Limit, long Wanted, long Used, long Most, long Reserve) s_last;

    /// <summary>Records a refusal by a limit.</summary>
    /// <param name="limit">What is limited: one of the constants.</param>
    /// <param name="wanted">What was requested.</param>
    /// <param name="used">What is in use.</param>
    /// <param name="most">The limit.</param>
    /// <param name="reserve">What is kept free for the rest of the process.</param>
    public static void Note(string limit, long wanted, long used, long most, long reserve) =>
        s_last = (limit, wanted, used, most, reserve);

    /// <summary>Records that the next refusal is by the operating system, unless a limit is recorded after this call.</summary>
    public static void Forget() => s_last = default;

    /// <summary>The sentence of a message that says what was refused, and why.</summary>
    /// <param name="what">What the memory was for.</param>
    public static string Of(string what)
    {
        var last = s_last;
        return last.Limit is null
            ? $"The operating system refused the memory for {what}."
            : $"The memory for {what} was refused: it takes {last.Wanted} more of the {last.Most} {last.Limit}, of which {last.Used} "
                + $"are in use and {last.Reserve} are kept free for the rest of the process.";
    }
}

namespace Cenote.Memory.Pages;

/// <summary>
/// Records why this thread's last memory request was refused, for the exception message. Each refusal replaces the record.
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
    /// <param name="limit">The name of the limit, one of the constants.</param>
    /// <param name="wanted">The amount requested.</param>
    /// <param name="used">The amount in use.</param>
    /// <param name="most">The amount that the limit allows.</param>
    /// <param name="reserve">The amount kept free for the rest of the process.</param>
    public static void Note(string limit, long wanted, long used, long most, long reserve) =>
        s_last = (limit, wanted, used, most, reserve);

    /// <summary>Clears the record. The message names the operating system, unless a limit is recorded after this call.</summary>
    public static void Forget() => s_last = default;

    /// <summary>Formats a sentence with the purpose of the memory and the reason for the refusal.</summary>
    /// <param name="what">The purpose of the memory.</param>
    public static string Of(string what)
    {
        var last = s_last;
        return last.Limit is null
            ? $"The operating system refused the memory for {what}."
            : $"The memory for {what} was refused: of the {last.Most} {last.Limit}, {last.Used} are in use, "
                + $"{last.Reserve} are kept free for the rest of the process, and {last.Wanted} more were requested.";
    }
}

using Cenote.Memory.Pages;

namespace Cenote.Memory.Cells;

/// <summary>Throw helpers for heaps, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void NoMemoryToReserve(ulong bytes, bool limitReached, long maximumBytes) =>
        throw new OutOfMemoryException(
            limitReached
                ? $"{bytes} bytes of strings do not fit within the pool's MaximumBytes of {maximumBytes}. The pool is "
                    + "unchanged: reserve less, or raise the limit."
                : MemoryRefusal.Of($"{bytes} bytes of strings")
                    + " The pool is unchanged: reserve less, or call Trim, then try again.");

    [DoesNotReturn]
    public static void NoMemoryForTables(ulong bytes, bool limitReached, long maximumBytes, long least) =>
        throw new OutOfMemoryException(
            limitReached
                ? $"An empty pool holds {bytes} bytes, but MaximumBytes is {maximumBytes}. Set it to at least {least}, so "
                    + "that a short string fits."
                : MemoryRefusal.Of($"the first {bytes} bytes of a pool")
                    + " Dispose other owners of memory, or raise the process's limit on memory, addresses or mappings.");
}

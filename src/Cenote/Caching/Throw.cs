using Cenote.Memory.Pages;

namespace Cenote.Caching;

/// <summary>Throw helpers for caches, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void SnapshotDamaged() =>
        throw new InvalidDataException("The snapshot is damaged: an entry or a part is missing or invalid. Save the cache again.");

    [DoesNotReturn]
    public static void CacheDisposed(string cacheName) =>
        throw new ObjectDisposedException(
            cacheName, "The cache and its entries are disposed. Dispose the cache only after its last use.");

    [DoesNotReturn]
    public static void LimitBeyondMachine(long bytes, ulong machineBytes) =>
        throw new OutOfMemoryException(
            $"A cache of {bytes} bytes exceeds the memory of this machine or container, which is {machineBytes} bytes. Lower "
            + "MaximumBytes, or set ShareOfMemory.");

    [DoesNotReturn]
    public static void NoMemoryForCache(long bytes) =>
        throw new OutOfMemoryException(
            MemoryRefusal.Of($"a cache of {bytes} bytes")
            + " Lower MaximumBytes, or allow the process more memory or address space.");

    [DoesNotReturn]
    public static void ShareOutOfRange(double share, string parameter = "options") =>
        throw new ArgumentOutOfRangeException(
            parameter, share, $"ShareOfMemory is {share}, but must be more than 0 and at most 1, or 0 to use MaximumBytes.");

    [DoesNotReturn]
    public static void ExpirationNotPositive(string option, TimeSpan value, string parameter = "options") =>
        throw new ArgumentOutOfRangeException(
            parameter, value, $"{option} is {value}, but must be more than zero, or Timeout.InfiniteTimeSpan for no expiration.");

    [DoesNotReturn]
    public static void SpanShorterThanSizeHint(int asked, int given) =>
        throw new InvalidOperationException(
            $"The writer's GetSpan returned {given} bytes for a size hint of {asked}. It must return at least that many bytes.");
}

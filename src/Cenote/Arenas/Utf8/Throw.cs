using Cenote.Memory.Pages;

namespace Cenote.Arenas;

/// <content>Exceptions of the UTF-8 store.</content>
internal static partial class Throw
{
    [DoesNotReturn]
    public static void Utf8StoreDisposed() =>
        throw new ObjectDisposedException(
            nameof(Utf8StringStore), "The store and its strings are disposed. Keep the store for as long as its ids "
            + "are used.");

    [DoesNotReturn]
    public static void StaleStoreId(long id) =>
        throw new InvalidOperationException(
            $"The id {id:x} is stale: its string was removed, the store was reset after the string was added, or the id belongs "
            + "to another store. Use TryGetSpan or TryRemove if that can happen.");

    [DoesNotReturn]
    public static void Utf8NotNullTerminated() =>
        throw new InvalidOperationException(
            "The strings of this store do not end with NUL, so native code must not get a pointer to them. Create the store with "
            + "Utf8StringStoreOptions.NullTerminated.");

    [DoesNotReturn]
    public static void NoMemoryForUtf8Store(int length) =>
        throw new OutOfMemoryException(
            MemoryRefusal.Of($"a string of {length} bytes")
            + " The store is unchanged: remove strings, reset it, or use another one.");

    [DoesNotReturn]
    public static void Utf8StoreLimitReached(int length, long bytesReserved, long maximumBytes) =>
        throw new OutOfMemoryException(
            $"A string of {length} bytes does not fit within the store's MaximumBytes of {maximumBytes}, of which it holds "
            + $"{bytesReserved}. The store is unchanged: remove strings, reset it, or raise the limit.");

    [DoesNotReturn]
    public static void Utf8StoreTextTooLong(string parameter, int length, int longest) =>
        throw new ArgumentOutOfRangeException(
            parameter,
            length,
            $"A string can have at most {longest} bytes. The store is unchanged: add the string in parts.");

    [DoesNotReturn]
    public static void NoStoreIdsLeft(int idBits) =>
        throw new OutOfMemoryException(
            $"The store has too few unused ids of {idBits} bits left, and never reuses an id. The store is unchanged: move its "
            + "strings to a new store, or increase IdBits.");
}

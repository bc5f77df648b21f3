using System.Diagnostics.CodeAnalysis;
using Cenote.Memory.Pages;

namespace Cenote.Arenas;

/// <content>Exceptions of the UTF-8 store.</content>
internal static partial class Throw
{
    [DoesNotReturn]
    public static void Utf8ArenaDisposed() =>
        throw new ObjectDisposedException(
            nameof(Utf8StringStore), "The store has been disposed, and its texts with it. Keep the store for as long as its ids "
            + "are used.");

    [DoesNotReturn]
    public static void StaleArenaId(long id) =>
        throw new InvalidOperationException(
            $"The id {id:x} is stale: its text was removed, the store was reset after it was added, or it belongs to another "
            + "store. Use TryGetSpan or TryRemove where that is expected.");

    [DoesNotReturn]
    public static void Utf8NotNullTerminated() =>
        throw new InvalidOperationException(
            "The texts of this store do not end with a NUL, so native code must not get a pointer to them. Make the store with "
            + "Utf8StringStoreOptions.NullTerminated.");

    [DoesNotReturn]
    public static void NoMemoryForUtf8Arena(int length) =>
        throw new OutOfMemoryException(
            MemoryRefusal.Of($"a string of {length} bytes")
            + " The store is unchanged: remove strings, reset it, or use another one.");

    [DoesNotReturn]
    public static void Utf8ArenaLimitReached(int length, long bytesReserved, long maximumBytes) =>
        throw new OutOfMemoryException(
            $"A string of {length} bytes does not fit below the store's MaximumBytes of {maximumBytes}, of which it holds "
            + $"{bytesReserved}. The store is unchanged: remove strings, reset it, or raise the limit.");

    [DoesNotReturn]
    public static void Utf8ArenaTextTooLong(string parameter, int length, int longest) =>
        throw new ArgumentOutOfRangeException(
            parameter,
            length,
            $"A text has {longest} bytes at most. The store is unchanged: add the text in parts.");

    [DoesNotReturn]
    public static void NoArenaIdsLeft(int idBits) =>
        throw new OutOfMemoryException(
            $"The store has given out all ids of {idBits} bits, and none is used twice. It is unchanged: move its texts to a new "
            + "store, or give it more IdBits.");
}

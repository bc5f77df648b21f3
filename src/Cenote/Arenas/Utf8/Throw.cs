using System.Diagnostics.CodeAnalysis;
using Cenote.Memory.Pages;

namespace Cenote.Arenas;

/// <content>Exceptions of the UTF-8 arena.</content>
internal static partial class Throw
{
    [DoesNotReturn]
    public static void Utf8ArenaDisposed() =>
        throw new ObjectDisposedException(
            nameof(Utf8StringArena), "The arena has been disposed, and its texts with it. Keep the arena for as long as its ids "
            + "are used.");

    [DoesNotReturn]
    public static void StaleArenaId(long id) =>
        throw new InvalidOperationException(
            $"The id {id:x} is stale: its text was removed, the arena was reset after it was added, or it belongs to another "
            + "arena. Use TryGetSpan or TryRemove where that is expected.");

    [DoesNotReturn]
    public static void Utf8NotNullTerminated() =>
        throw new InvalidOperationException(
            "The texts of this arena do not end with a NUL, so native code must not get a pointer to them. Make the arena with "
            + "Utf8StringArenaOptions.NullTerminated.");

    [DoesNotReturn]
    public static void NoMemoryForUtf8Arena(int length) =>
        throw new OutOfMemoryException(
            MemoryRefusal.Of($"a string of {length} bytes")
            + " The arena is unchanged: remove strings, reset it, or use another one.");

    [DoesNotReturn]
    public static void Utf8ArenaLimitReached(int length, long bytesReserved, long maximumBytes) =>
        throw new OutOfMemoryException(
            $"A string of {length} bytes does not fit below the arena's MaximumBytes of {maximumBytes}, of which it holds "
            + $"{bytesReserved}. The arena is unchanged: remove strings, reset it, or raise the limit.");

    [DoesNotReturn]
    public static void Utf8ArenaTextTooLong(string parameter, int length, int longest) =>
        throw new ArgumentOutOfRangeException(
            parameter,
            length,
            $"A text has {longest} bytes at most. The arena is unchanged: add the text in parts.");

    [DoesNotReturn]
    public static void NoArenaIdsLeft(int idBits) =>
        throw new OutOfMemoryException(
            $"The arena has given out all ids of {idBits} bits, and none is used twice. It is unchanged: move its texts to a new "
            + "arena, or give it more IdBits.");
}

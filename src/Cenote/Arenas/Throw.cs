using Cenote.Memory.Pages;

namespace Cenote.Arenas;

/// <summary>Throw helpers for arenas, outside of hot paths.</summary>
[StackTraceHidden]
internal static partial class Throw
{
    [DoesNotReturn]
    public static void ArenaDisposed() =>
        throw new ObjectDisposedException(
            "StringArena", "The arena and its strings are disposed. Keep the arena, or the list that owns it, for as long as its "
            + "values are used.");

    [DoesNotReturn]
    public static void StaleArenaString() =>
        throw new InvalidOperationException(
            "The value is stale: its arena was reset, disposed or collected, or it belongs to another arena. Test IsAlive if "
            + "that can happen.");

    [DoesNotReturn]
    public static void NotNullTerminated() =>
        throw new InvalidOperationException(
            "The strings of this arena do not end with NUL, so native code must not get a pointer to them. Create the arena with "
            + "StringArenaOptions.NullTerminated.");

    [DoesNotReturn]
    public static void NoMemoryForArena(int length) =>
        throw new OutOfMemoryException(
            MemoryRefusal.Of($"a string of {length} chars")
            + " An arena holds at most 32 GiB. The arena is unchanged: reset it, or use another one.");

    [DoesNotReturn]
    public static void ArenaLimitReached(int length, long bytesReserved, long maximumBytes) =>
        throw new OutOfMemoryException(
            $"A string of {length} chars does not fit within the arena's MaximumBytes of {maximumBytes}, of which it holds "
            + $"{bytesReserved}. The arena is unchanged: reset it, or raise the limit.");

    [DoesNotReturn]
    public static void NoPlacesLeft() =>
        throw new OutOfMemoryException(
            "The arenas of this process have used up all string positions, which are never reused, or there are too many arenas. Dispose "
            + "unused arenas, or start a new process.");

    [DoesNotReturn]
    public static void NoMemoryToSort(int count, ulong bytes) =>
        throw new OutOfMemoryException(
            $"The {bytes} bytes of memory to sort {count} strings were refused. Their order is unchanged: sort fewer at a "
            + "time, or free memory.");

    [DoesNotReturn]
    public static void NotInList(string parameter, int index, int count) =>
        throw new ArgumentOutOfRangeException(
            parameter, index, $"The index must be within the list, which has {count} strings.");

    [DoesNotReturn]
    public static T EnumeratorHasNoList<T>() =>
        throw new InvalidOperationException(
            "This is a default enumerator, which has no list. Use GetEnumerator.");

    [DoesNotReturn]
    public static void NoMemoryForList(int count) =>
        throw new OutOfMemoryException(
            MemoryRefusal.Of($"more than {count} values") + " The list is unchanged: clear it, or use another one.");

    [DoesNotReturn]
    public static void KeysAndValuesDiffer(string parameter, int keys, int values) =>
        throw new ArgumentException(
            $"Pass as many keys as values; there are {keys} keys and {values} values.", parameter);
}

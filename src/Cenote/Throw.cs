using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Cenote;

/// <summary>Every exception of the library, out of the hot paths that raise them.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void Disposed(string poolName) =>
        throw new ObjectDisposedException(poolName, "The pool has been disposed, and its strings with it. Keep the pool for as long as its handles are used.");

    [DoesNotReturn]
    public static void StaleHandle() =>
        throw new InvalidOperationException(
            "The handle is stale: its string was freed, its pool was cleared, or it belongs to another pool. Test IsAlive, or use TryGetSpan, where that is expected.");

    [DoesNotReturn]
    public static void NoMemory<T>(int length, bool limitReached, long maximumBytes) =>
        throw new OutOfMemoryException(
            limitReached
                ? $"A string of {LengthOf<T>(length)} needs more memory than there is below the pool's MaximumBytes of {maximumBytes}. The pool is unchanged: free strings, call Trim, or raise the limit."
                : $"The operating system refused the memory for a string of {LengthOf<T>(length)}. The pool is unchanged: free strings or call Trim, then try again.");

    [DoesNotReturn]
    public static void NoMemoryToReserve(ulong bytes, bool limitReached, long maximumBytes) =>
        throw new OutOfMemoryException(
            limitReached
                ? $"Room for {bytes} bytes of text does not fit below the pool's MaximumBytes of {maximumBytes}. The pool is unchanged: reserve less, or raise the limit."
                : $"The operating system refused the memory for {bytes} bytes of text. The pool is unchanged: reserve less, or call Trim, then try again.");

    [DoesNotReturn]
    public static void NoMemoryForThread(bool limitReached, long maximumBytes) =>
        throw new OutOfMemoryException(
            limitReached
                ? $"What a further thread needs does not fit below the pool's MaximumBytes of {maximumBytes}. The pool is unchanged: free strings, call Trim, or raise the limit."
                : "The operating system refused the memory that a further thread of the pool needs. The pool is unchanged: free strings or call Trim, then try again.");

    [DoesNotReturn]
    public static T WriterHasNoPool<T>() =>
        throw new InvalidOperationException($"This writer is default, and no pool made it. Get one from {typeof(T).Name}.GetWriter.");

    [DoesNotReturn]
    public static void NoMemoryForTables(ulong bytes, bool limitReached, long maximumBytes) =>
        throw new OutOfMemoryException(
            limitReached
                ? $"An empty pool holds {bytes} bytes, and MaximumBytes is {maximumBytes}. Raise the limit."
                : $"The operating system refused the first {bytes} bytes of a pool.");

    [DoesNotReturn]
    public static void TooLong<T>(string parameter, long length, int maximum) =>
        throw new ArgumentOutOfRangeException(parameter, length, $"A pooled string has at most {maximum} {UnitOf<T>()}.");

    [DoesNotReturn]
    public static void ResultTooLong<T>(long length, int maximum) =>
        throw new OutOfMemoryException($"The result would have {length} {UnitOf<T>()}; a pooled string has at most {maximum}.");

    [DoesNotReturn]
    public static void TooShort(string parameter, int length, int minimum) =>
        throw new ArgumentException(
            $"The string has {length} chars, and this pool refuses strings of fewer than {minimum} (MinimumLength, ShortStrings.Throw). Keep short strings managed, or choose another ShortStrings.", parameter);

    [DoesNotReturn]
    public static void IndexOutOfRange<T>(string parameter, int value, int length) =>
        throw new ArgumentOutOfRangeException(parameter, value, $"The index must lie within the string, which has {length} {UnitOf<T>()}.");

    [DoesNotReturn]
    public static T EmptyHandleHasNoPool<T>(string operation) =>
        throw new InvalidOperationException(
            $"{operation} on the empty handle cannot make a string: the empty handle belongs to no pool. Call Allocate on the pool instead.");

    [DoesNotReturn]
    public static void NothingToReplace(string parameter) =>
        throw new ArgumentException("The text to replace must not be empty.", parameter);

    [DoesNotReturn]
    public static void FillInProgress(string operation) =>
        throw new InvalidOperationException($"{operation} was called while a Create callback is still writing a string of this pool. Call it after Create has returned.");

    [DoesNotReturn]
    public static T JsonNeedsPool<T>(string type, string call) =>
        throw new NotSupportedException(
            $"No {type} can be read from JSON, for the text needs a place that the serializer does not know. Read a string, or the text of a Utf8JsonReader in a converter of your own, and call {call}.");

    [DoesNotReturn]
    public static void IdHasNoText() =>
        throw new NotSupportedException(
            "A PooledStringId cannot be written as JSON: only its pool knows the text. Serialize the handle, pool.Resolve(id), or write pool.AsSpan(id).");

    [DoesNotReturn]
    public static void ReaderIsClosed() =>
        throw new ObjectDisposedException("Reader", "The reader, or a copy of it, was disposed, or it is default: it holds no lock. Take one from EnterRead, and read before it is disposed.");

    [DoesNotReturn]
    public static int ComparesWithItsKindOnly(string parameter, string type) =>
        throw new ArgumentException($"A {type} compares with another one only.", parameter);

    [DoesNotReturn]
    public static T ComparerHasNoPool<T>(string comparer, string handle) =>
        throw new NotSupportedException($"This comparer has no pool to allocate a key from. Use new {comparer}(pool), or add the key as a {handle}.");

    [DoesNotReturn]
    public static T InvalidUtf8Key<T>(string parameter) =>
        throw new ArgumentException("The key is not valid UTF-8: the pool would store another text in its place, which the key does not find again.", parameter);

    [DoesNotReturn]
    public static void NoMemoryForPool(ulong bytes) =>
        throw new OutOfMemoryException($"The operating system refused the memory or the address space for a pool with a block of {bytes} bytes.");

    [DoesNotReturn]
    public static void PoolIsFull(int length, int free) =>
        throw new OutOfMemoryException(
            $"A string of {length} chars does not fit into the pool, which has room for one of {free} and does not grow. The pool is unchanged: free strings, or set AllowGrowth.");

    [DoesNotReturn]
    public static void BlockIsFull(int length) =>
        throw new OutOfMemoryException(
            $"With a string of {length} chars the block of the pool would exceed 2 GiB. The pool is unchanged: free strings, or use a SegmentedStringPool.");

    [DoesNotReturn]
    public static void GrowthIsNotAllowed(int additionalBytes) =>
        throw new OutOfMemoryException(
            $"{additionalBytes} bytes cannot be added to a pool that does not grow. It is unchanged: pass 0 to compact it only, or set AllowGrowth first.");

    [DoesNotReturn]
    public static void CapacityOutOfRange(string parameter, int value) =>
        throw new ArgumentOutOfRangeException(parameter, value, "The block of the pool would exceed 2 GiB. Use a SegmentedStringPool for more text.");

    [DoesNotReturn]
    public static void ObjectPoolDisposed() =>
        throw new ObjectDisposedException("ObjectPool", "The pool has been disposed and has no more objects to give. Those that are out may still be freed.");

    [DoesNotReturn]
    public static void FreedTwice() =>
        throw new InvalidOperationException("The object was freed twice. The pool has it once: whoever freed it the second time must not use it any more.");

    [DoesNotReturn]
    public static void FactoryReturnedNull() =>
        throw new InvalidOperationException("The factory of the pool returned null. The pool is unchanged.");

    [DoesNotReturn]
    public static void FactoryReturnedSame() =>
        throw new InvalidOperationException("The factory of the pool returned an object that the pool has. It has it once: make a new object each time.");

    [DoesNotReturn]
    public static void LeaseHasEnded() =>
        throw new InvalidOperationException("The lease has ended: it, or a copy of it, was disposed, and its object may be somebody else's now.");

    [DoesNotReturn]
    public static void DisposalsFailed(List<Exception> failures) =>
        throw new AggregateException("Objects of the pool threw while they were disposed. All others were disposed, too.", failures);

    [DoesNotReturn]
    public static void ArenaDisposed() =>
        throw new ObjectDisposedException("StringArena", "The arena has been disposed, and its strings with it. Keep the arena for as long as its values are used.");

    [DoesNotReturn]
    public static void StaleArenaString() =>
        throw new InvalidOperationException(
            "The value is stale: its arena was reset after it was added, or it belongs to another arena. Test IsAlive where that is expected.");

    [DoesNotReturn]
    public static void NoMemoryForArena(int length) =>
        throw new OutOfMemoryException(
            $"The operating system refused the memory for a string of {length} chars, or the arena has its 32 GiB. The arena is unchanged: reset it, or use another one.");

    [DoesNotReturn]
    public static void ArenaLimitReached(int length, long bytesReserved, long maximumBytes) =>
        throw new OutOfMemoryException(
            $"A string of {length} chars does not fit below the arena's MaximumBytes of {maximumBytes}, of which it holds {bytesReserved}. The arena is "
            + "unchanged: reset it, or raise the limit.");

    [DoesNotReturn]
    public static void NoPlacesLeft() =>
        throw new OutOfMemoryException("The arenas of this process have given out all places for strings, or there are too many arenas at once. Dispose arenas that are done with, or start a new process.");

    [DoesNotReturn]
    public static void NoMemoryToSort(int count, ulong bytes) =>
        throw new OutOfMemoryException(
            $"The memory of {bytes} bytes to sort {count} strings was refused. They are in their old order: sort fewer at a time, or free memory.");

    [DoesNotReturn]
    public static void NotInList(string parameter, int index, int count) =>
        throw new ArgumentOutOfRangeException(parameter, index, $"The index must lie within the list, which has {count} strings.");

    [DoesNotReturn]
    public static T EnumeratorHasNoList<T>() =>
        throw new InvalidOperationException("This is the default enumerator, which has no list and nothing to enumerate. Take one from GetEnumerator.");

    [DoesNotReturn]
    public static void NoMemoryForList(int count) =>
        throw new OutOfMemoryException($"The operating system refused the memory for more than {count} values. The list is unchanged: clear it, or use another one.");

    [DoesNotReturn]
    public static void KeysAndValuesDiffer(string parameter, int keys, int values) =>
        throw new ArgumentException($"There must be as many values as keys; there are {values} and {keys}.", parameter);

    [DoesNotReturn]
    public static void CollectionDisposed(string collectionName) =>
        throw new ObjectDisposedException(collectionName, "The collection has been disposed, and its keys with it. Keep it for as long as it is used.");

    [DoesNotReturn]
    public static void NoMemoryForKey(int length, bool limitReached, long maximumBytes) =>
        throw new OutOfMemoryException(
            limitReached
                ? $"A key of {length} chars does not fit below the collection's MaximumBytes of {maximumBytes}. The collection is unchanged: remove keys, call Trim, or raise the limit."
                : $"The operating system refused the memory for a key of {length} chars. The collection is unchanged: remove keys or call Trim, then try again.");

    [DoesNotReturn]
    public static void NoMemoryForCollection(int capacity, bool limitReached, long maximumBytes) =>
        throw new OutOfMemoryException(
            limitReached
                ? $"A table for {capacity} keys does not fit below MaximumBytes of {maximumBytes}."
                : $"The operating system refused the memory or the address space for a table for {capacity} keys.");

    [DoesNotReturn]
    public static void KeyTooLong(string parameter, int length, int maximum) =>
        throw new ArgumentOutOfRangeException(parameter, length, $"A key has at most {maximum} chars.");

    [DoesNotReturn]
    public static void ComparerChangedCollection() =>
        throw new InvalidOperationException(
            "The Equals of a value changed the part of the dictionary in which the value is, while it was asked under the part's "
            + "lock. Nothing else was changed: compare without changing the dictionary.");

    [DoesNotReturn]
    public static T KeyNotFound<T>(ReadOnlySpan<char> key, bool isSecret) =>
        throw new KeyNotFoundException($"The given key{(isSecret ? "" : $" '{key}'")} was not present in the dictionary.");

    [DoesNotReturn]
    public static void KeyExists(string parameter, ReadOnlySpan<char> key, bool isSecret) =>
        throw new ArgumentException(
            $"An item with the same key has already been added.{(isSecret ? "" : $" Key: {key}")}", parameter);

    [DoesNotReturn]
    public static void CollectionChanged() =>
        throw new InvalidOperationException("Keys were added, or the collection was cleared or trimmed, after the enumerator was made.");

    [DoesNotReturn]
    public static void NotEnumerating() =>
        throw new InvalidOperationException(
            "There is no current entry: MoveNext was not called or returned false, or this is a default value. Get an enumerator "
            + "with GetEnumerator, or write foreach.");

    [DoesNotReturn]
    public static void StaleEntry() =>
        throw new InvalidOperationException(
            "The entry is stale: its key was removed, keys were added, or the collection was cleared or trimmed, after the entry was "
            + "read. Copy what must outlive that.");

    [DoesNotReturn]
    public static void PredicateChangedCollection() =>
        throw new InvalidOperationException(
            "The predicate of RemoveWhere has added or removed keys, or cleared, trimmed or disposed the collection. Let it only say "
            + "which entries to remove.");

    [DoesNotReturn]
    public static void ValueTooLarge<T>(int most) =>
        throw new NotSupportedException(
            $"A {typeof(T).Name} has {Unsafe.SizeOf<T>()} bytes, and a value of a concurrent dictionary has at most {most}. Keep such values elsewhere, and their index or a reference here.");

    [DoesNotReturn]
    public static void NoIgnoreCase(string parameter) =>
        throw new ArgumentException(
            "A concurrent dictionary compares keys ordinally. Leave IgnoreCase unset, and fold the case of keys first.", parameter);

    [DoesNotReturn]
    public static void BatchTooShort(string parameter, int length, int keys) =>
        throw new ArgumentException($"There are {keys} keys, and room or values for {length} of them.", parameter);

    [DoesNotReturn]
    public static void TableDisposed() =>
        throw new ObjectDisposedException("StringTable", "The table has been disposed, and its texts with it. Keep the table for as long as its ids are used.");

    [DoesNotReturn]
    public static void NotInTable(string parameter, int id, int count) =>
        throw new ArgumentOutOfRangeException(parameter, id, $"The table has given out the ids from 0 to {count - 1}.");

    [DoesNotReturn]
    public static int TableIsFull(int count, int maximumCount, long maximumTextBytes)
    {
        string limit = count == maximumCount ? $"MaximumCount is {maximumCount}" : $"MaximumTextBytes is {maximumTextBytes}";
        throw new OutOfMemoryException($"{limit}: the table has {count} texts and no room for this one. Those that are there are still found.");
    }

    [DoesNotReturn]
    public static void NoMemoryForTable(int count) =>
        throw new OutOfMemoryException($"The operating system refused the memory for more than {count} texts. The table is unchanged.");

    [DoesNotReturn]
    public static string InternerIsFull(int length, long maximumBytes) =>
        throw new OutOfMemoryException(
            $"A string of {length} chars does not fit below the interner's MaximumBytes of {maximumBytes}. Those that are there are still found: remove some, raise the "
            + "limit, or use TryIntern.");

    [DoesNotReturn]
    public static void InternTableIsFull(int count) =>
        throw new OutOfMemoryException($"The interner has {count} strings, and its table cannot be larger. It is unchanged: remove strings, or use another interner.");

    [DoesNotReturn]
    public static void NoMemoryForInterner(int capacity) =>
        throw new OutOfMemoryException($"The memory for an interner with a Capacity of {capacity} was refused. Make it smaller.");

    [DoesNotReturn]
    public static void InternerEnded() =>
        throw new ObjectDisposedException(
            "WeakStringInterner", "The interner has been finalized, and gives its handles back. Keep a reference to it for as long as it is used.");

    [DoesNotReturn]
    public static void ScratchLength(string parameter, int length, uint maximum) =>
        throw new ArgumentOutOfRangeException(parameter, length, $"A scratch buffer of these elements has 0 to {maximum} of them.");

    [DoesNotReturn]
    public static void NoMemoryForScratch(ulong bytes) =>
        throw new OutOfMemoryException($"A scratch buffer of {bytes} bytes is more than one array can hold. Nothing has changed: rent less at a time.");

    [DoesNotReturn]
    public static void ScratchHeldAbove() =>
        throw new InvalidOperationException(
            "Scratch memory was released while memory that was rented after it is still held: an inner buffer or list was never released, the releases are "
            + "out of order, or this is a second release through a copy. Declare each with 'using'. The memory from here on was left to the garbage collector.");

    [DoesNotReturn]
    public static void ScratchReleasedTwice() =>
        throw new InvalidOperationException(
            "Scratch memory was released that is not held: it was released before, through a copy of this buffer or by the end of a frame, or together with a "
            + "buffer or frame around it. Do not copy buffers that are released, and declare each with 'using'.");

    [DoesNotReturn]
    public static void ScratchFrameClosedTwice() =>
        throw new InvalidOperationException("A scratch frame was closed twice through a copy, or after the frame around it. Do not copy frames, and declare each with 'using'.");

    [DoesNotReturn]
    public static void ScratchFrameLeft() =>
        throw new InvalidOperationException(
            "A scratch frame was closed while a buffer, list or frame that was begun inside it is still held, or one from before the frame was released "
            + "inside it. Rent from the frame itself, or declare each with 'using'. The memory from the frame on was left to the garbage collector.");

    [DoesNotReturn]
    public static void ScratchFrameLost() =>
        throw new InvalidOperationException(
            "A scratch frame was closed whose memory is gone: a buffer that was rented before the frame was released while the frame was open. Release it after the frame.");

    [DoesNotReturn]
    public static void ScratchFrameIsNotInnermost() =>
        throw new InvalidOperationException("Memory was rented from a scratch frame that is closed, or while a frame inside it is open. Rent from the innermost frame.");

    [DoesNotReturn]
    public static void ScratchRange(string parameter, int value, int length) =>
        throw new ArgumentOutOfRangeException(parameter, value, $"The range must lie within the {length} elements.");

    [DoesNotReturn]
    public static void ScratchListIsFull(long count, int maximum) =>
        throw new OutOfMemoryException($"A list of {count} elements is longer than an array can be, which has at most {maximum}. The list is unchanged.");

    [DoesNotReturn]
    public static void NotAListOfText(string elementType) =>
        throw new NotSupportedException($"Values are formatted into a ScratchList<char> or a ScratchList<byte>, and this is one of {elementType}.");

    [DoesNotReturn]
    public static void TextHandlerHasNoList() =>
        throw new InvalidOperationException(
            "This is the default handler, which has no list to append to. The compiler makes one for list.Append($\"...\"); do not make one yourself.");

    [DoesNotReturn]
    public static void AdvancedTooFar(string parameter, int count, int room) =>
        throw new ArgumentOutOfRangeException(parameter, count, $"GetSpan gave room for {room} elements.");

    private static string LengthOf<T>(int length) =>
        typeof(T) == typeof(char) ? $"{length} chars ({(long)length * sizeof(char)} bytes)" : $"{length} bytes";

    /// <summary>What the length of a text counts: a text consists of chars, or of the bytes of UTF-8.</summary>
    private static string UnitOf<T>() => typeof(T) == typeof(char) ? "chars" : "bytes";
}

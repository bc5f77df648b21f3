using Cenote.Keys;
using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>Throw helpers for collections, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void CollectionDisposed(string collectionName) =>
        throw new ObjectDisposedException(
            collectionName, "The collection is disposed. Dispose it only after its last use.");

    [DoesNotReturn]
    public static void NoMemoryForKey(int length, bool limitReached, long maximumBytes, string kind = "collection") =>
        throw new OutOfMemoryException(
            limitReached
                ? $"A key of {length} chars does not fit within the {kind}'s MaximumBytes of {maximumBytes}. The {kind} "
                    + "is unchanged: remove keys, call Trim, or raise the limit."
                : MemoryRefusal.Of($"a key of {length} chars")
                    + $" The {kind} is unchanged: remove keys or call Trim, then try again.");

    [DoesNotReturn]
    public static void BatchOverlaps(string parameter) =>
        throw new ArgumentException(
            $"{parameter} overlaps the keys or other results, which would be overwritten. Pass separate memory.",
            parameter);

    [DoesNotReturn]
    public static void NoMemoryForNumber(bool limitReached, long maximumBytes) =>
        throw new OutOfMemoryException(
            limitReached
                ? $"Another number does not fit within the index's MaximumBytes of {maximumBytes}. The index is unchanged: remove "
                    + "keys and call Trim, or raise the limit."
                : MemoryRefusal.Of("another number")
                    + " The index is unchanged: remove keys and call Trim, then try again.");

    /// <summary>Throws because a limit, the machine or the operating system refused memory for a table.</summary>
    [DoesNotReturn]
    public static void NoTable(int capacity, long bytes, AddressSpace space)
    {
        if (space.LimitReached)
        {
            LimitBelowTable(capacity, space.MaximumBytes, bytes);
        }

        if (!space.HasMemory(bytes))
        {
            CommonThrow.TableBeyondMemory(capacity, bytes);
        }

        NoMemoryForCollection(capacity);
    }

    [DoesNotReturn]
    public static void NoMemoryForCollection(int capacity) =>
        throw new OutOfMemoryException(
            MemoryRefusal.Of($"a table for {capacity} keys")
            + " Dispose other pools, collections or caches, or raise the process's limit on memory, addresses or mappings.");

    [DoesNotReturn]
    public static void NoMemoryForSnapshot(long keys, bool limitReached, long maximumBytes) =>
        throw new OutOfMemoryException(
            limitReached
                ? $"The {keys} keys of the snapshot do not fit within MaximumBytes of {maximumBytes}. Raise the limit."
                : MemoryRefusal.Of($"the {keys} keys of the snapshot"));

    [DoesNotReturn]
    public static void SnapshotHasDuplicateKey() =>
        throw new InvalidDataException("The snapshot is damaged: a key occurs twice. Restore the original file, or save it again.");

    [DoesNotReturn]
    public static void ChangedWhileSaved() =>
        throw new InvalidOperationException(
            "Keys were added or removed, or the collection was cleared or trimmed, during Save. The output is not "
            + "a valid snapshot: change the collection before or after Save.");

    [DoesNotReturn]
    public static void ValuesHaveReferences<T>() =>
        throw new NotSupportedException(
            $"A snapshot stores values as bytes, but {typeof(T).Name} contains references. Store the objects elsewhere, and save "
            + "a dictionary of their indexes.");

    [DoesNotReturn]
    public static void LimitBelowTable(int capacity, long maximumBytes, long least) =>
        throw new OutOfMemoryException(
            $"A table for {capacity} keys does not fit within MaximumBytes of {maximumBytes}. Raise the limit: the "
            + $"table, with memory for one key, needs at least {least} bytes.");

    [DoesNotReturn]
    public static void ComparerChangedCollection() =>
        throw new InvalidOperationException(
            "A value's Equals changed the dictionary during a comparison. The operation had no effect: compare without changing "
            + "the dictionary.");

    [DoesNotReturn]
    public static void ComparerWouldWait() =>
        throw new InvalidOperationException(
            "A comparer, or a key's or value's Equals, called the dictionary and would have had to wait for another "
            + "thread, which may be waiting for this one. Compare without calling the dictionary.");

    [DoesNotReturn]
    public static T KeyNotFound<T>(TextKey key, bool isSecret) =>
        throw new KeyNotFoundException(
            $"The given key{(isSecret ? "" : $" '{key.ToString()}'")} was not present in the dictionary.");

    [DoesNotReturn]
    public static void KeyExists(string parameter, TextKey key, bool isSecret) =>
        throw new ArgumentException(
            $"An item with the same key has already been added.{(isSecret ? "" : $" Key: {key.ToString()}")}", parameter);

    [DoesNotReturn]
    public static void CollectionChanged() =>
        throw new InvalidOperationException(
            "Keys were added, or the collection was cleared or trimmed, after the enumerator was created. Add keys after the "
            + "loop; removing keys in it is allowed, except with EnumerateSorted.");

    [DoesNotReturn]
    public static void KeyRemovedWhileSorted() =>
        throw new InvalidOperationException("A key was removed during EnumerateSorted. Remove keys after the loop, or use RemoveWhere.");

    [DoesNotReturn]
    public static void NotEnumerating() =>
        throw new InvalidOperationException(
            "There is no current entry: MoveNext was not called or returned false, or this is a default value. Get an "
            + "enumerator with GetEnumerator, or use foreach.");

    [DoesNotReturn]
    public static void StaleEntry() =>
        throw new InvalidOperationException(
            "The entry is stale: after it was read, its key was removed, keys were added, or the collection was cleared or "
            + "trimmed. Copy the key and the value if you need them after such a change.");

    [DoesNotReturn]
    public static void PredicateChangedCollection() =>
        throw new InvalidOperationException(
            "The predicate of RemoveWhere added or removed keys, or cleared, trimmed or disposed the collection. It may "
            + "only select the entries to remove.");

    [DoesNotReturn]
    public static void ValueTooLarge<T>(int most) =>
        throw new NotSupportedException(
            $"A value of type {typeof(T).Name} takes {Unsafe.SizeOf<T>()} bytes, but values of a concurrent dictionary can take "
            + $"at most {most}. Store such values elsewhere, and their indexes or references here.");

    [DoesNotReturn]
    public static void NoIgnoreCase(string parameter) =>
        throw new ArgumentException(
            "A concurrent dictionary does not support IgnoreCase. Leave the option unset, and fold the case of keys "
            + "first.", parameter);

    [DoesNotReturn]
    public static void BatchTooShort(string parameter, int length, int keys) =>
        throw new ArgumentException(
            $"The span has {length} elements, but there are {keys} keys. Pass a span with an element for each key.", parameter);

    [DoesNotReturn]
    public static void RangeOutsideText<T>(string parameter, int index, Range part, int length) =>
        throw new ArgumentOutOfRangeException(
            parameter,
            part,
            $"{parameter}[{index}] is {part}, which is not within the data of {length} {CommonThrow.UnitOf<T>()}. "
            + $"Pass a range within 0 to {length} whose start is not after its end.");

    [DoesNotReturn]
    public static TValue KeyNotFound<TKey, TValue>(TKey key) =>
        throw new KeyNotFoundException($"The given key '{key}' was not present in the dictionary.");

    [DoesNotReturn]
    public static void KeyExists<TKey>(string parameter, TKey key) =>
        throw new ArgumentException($"An item with the same key has already been added. Key: {key}", parameter);

    [DoesNotReturn]
    public static void NoMemoryForEntry(uint bytes, bool limitReached, long maximumBytes) =>
        throw new OutOfMemoryException(
            limitReached
                ? $"An entry of {bytes} bytes does not fit within the dictionary's MaximumBytes of {maximumBytes}. The dictionary "
                    + "is unchanged: remove keys, call Trim, or raise the limit."
                : MemoryRefusal.Of($"an entry of {bytes} bytes")
                    + " The dictionary is unchanged: remove keys and call Trim, then try again.");

    [DoesNotReturn]
    public static void EntriesChanged() =>
        throw new InvalidOperationException(
            "Keys were added or removed, or the dictionary was cleared, after the enumerator was created. To remove "
            + "entries during an enumeration, use RemoveWhere.");

    [DoesNotReturn]
    public static void KeysHavePadding(Type type) =>
        throw new NotSupportedException(
            $"{type.Name} values cannot be compared by their bytes: the type has padding or an explicit layout, or trimming "
            + "removed the metadata of its fields. Implement IEquatable, or pass another comparer.");

    [DoesNotReturn]
    public static void NoSuchItem(long index, long count) =>
        throw new ArgumentOutOfRangeException(
            nameof(index),
            index,
            count == 0
                ? "The list is empty or disposed, so no index is valid."
                : $"The list has {count} items. Pass an index from 0 to {count - 1}.");

    [DoesNotReturn]
    public static void ListIsEmpty() => throw new InvalidOperationException("The list is empty. Check its Count first.");

    [DoesNotReturn]
    public static void ComparerFailed(Exception exception) =>
        throw new InvalidOperationException("The comparer threw an exception; see the inner exception.", exception);

    [DoesNotReturn]
    public static void ItemsChanged() =>
        throw new InvalidOperationException(
            "Items were added or removed after the enumerator was created, or during a sort or a search. "
            + "Change the list before or afterwards.");

    [DoesNotReturn]
    public static void NoMemoryForItems(long capacity, int size, bool limitReached, long maximumBytes) =>
        throw new OutOfMemoryException(
            limitReached
                ? $"{capacity} items of {size} bytes do not fit within the list's MaximumBytes of {maximumBytes}. No item has "
                    + "changed: remove some, call Trim, or raise the limit."
                : MemoryRefusal.Of($"{capacity} items of {size} bytes") + " No item has changed: request fewer, or try again.");

    [DoesNotReturn]
    public static void TableDisposed() =>
        throw new ObjectDisposedException(
            "StringTable", "The table and its strings are disposed. Keep the table for as long as its ids are used.");

    [DoesNotReturn]
    public static void FrozenTableDisposed() =>
        throw new ObjectDisposedException(
            "FrozenStringTable", "The table is disposed. Keep it for as long as its ids are used.");

    [DoesNotReturn]
    public static void DuplicateString(int id) =>
        throw new InvalidDataException($"The snapshot is damaged: the string with id {id} occurs twice. Restore the original file.");

    [DoesNotReturn]
    public static void IdHasNoString(int id) =>
        throw new InvalidDataException($"The snapshot is damaged: id {id} has no string. Restore the original file.");

    [DoesNotReturn]
    public static void NotInTable(string parameter, int id, int count) =>
        throw new ArgumentOutOfRangeException(
            parameter,
            id,
            count == 0 ? "The table is empty: it has no ids." : $"The table has ids from 0 to {count - 1}.");

    [DoesNotReturn]
    public static int TableIsFull(int count, int maximumCount, long maximumTextBytes)
    {
        string limit = count == maximumCount ? $"MaximumCount is {maximumCount}" : $"MaximumTextBytes is {maximumTextBytes}";
        throw new OutOfMemoryException(
            $"{limit}, so the string does not fit in the table of {count} strings. Raise the limit; existing strings can still be "
            + "looked up.");
    }

    [DoesNotReturn]
    public static void NoMemoryForTable(int count) =>
        throw new OutOfMemoryException(
            MemoryRefusal.Of($"more than {count} strings") + " The table is unchanged: free memory, then try again.");
}

using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>Throw helpers for string pools, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void Disposed(string poolName) =>
        throw new ObjectDisposedException(
            poolName, "The pool and its strings are disposed. Keep the pool for as long as its handles are used.");

    [DoesNotReturn]
    public static void StaleHandle(bool scopeHasFreed = false) =>
        throw new InvalidOperationException(
            "The handle is stale: its string was freed, its pool was cleared, or it belongs to another pool. "
            + (scopeHasFreed
                ? "A PooledStringScope has freed strings of this pool that were not kept: call Keep before the scope ends. "
                : "")
            + "If that can happen, use TryGetSpan.");

    [DoesNotReturn]
    public static void NoMemory<T>(int length, bool limitReached, long maximumBytes, long least = 0) =>
        throw new OutOfMemoryException(
            limitReached && least > maximumBytes
                ? $"A string of {LengthOf<T>(length)} does not fit within the pool's MaximumBytes of {maximumBytes}, even if the "
                    + $"pool is empty. Set it to at least {least}."
            : limitReached
                ? $"A string of {LengthOf<T>(length)} needs more memory than is left of the pool's MaximumBytes of "
                    + $"{maximumBytes}. The pool's strings are unchanged: free strings, call Trim, or raise the limit."
                : MemoryRefusal.Of($"a string of {LengthOf<T>(length)}")
                    + " The pool's strings are unchanged: free strings or call Trim, then try again.");

    [DoesNotReturn]
    public static void NoMemoryForThread(bool limitReached, long maximumBytes, long least) =>
        throw new OutOfMemoryException(
            limitReached && least > maximumBytes
                ? $"The memory for another thread does not fit within the pool's MaximumBytes of {maximumBytes}. Set it to at "
                    + $"least {least}."
            : limitReached
                ? $"The memory for another thread does not fit within the pool's MaximumBytes of {maximumBytes}. The "
                    + "pool's strings are unchanged: free strings, call Trim, or raise the limit."
                : MemoryRefusal.Of("another thread of the pool")
                    + " The pool's strings are unchanged: free strings or call Trim, then try again.");

    [DoesNotReturn]
    public static T WriterHasNoPool<T>() =>
        throw new InvalidOperationException(
            $"This is a default writer, which has no pool. Get one from {typeof(T).Name}.GetWriter.");

    [DoesNotReturn]
    public static void TooLong<T>(string parameter, long length, int maximum) =>
        throw new ArgumentOutOfRangeException(
            parameter, length, $"A pooled string can have at most {maximum} {CommonThrow.UnitOf<T>()}.");

    [DoesNotReturn]
    public static void ResultTooLong<T>(long length, int maximum) =>
        throw new OutOfMemoryException(
            $"The result would have {CountOf<T>(length)}; a pooled string can have at most {maximum}.");

    [DoesNotReturn]
    public static void TooShort<T>(string parameter, int length, int minimum) =>
        throw new ArgumentException(
            $"The string has {CountOf<T>(length)}, and this pool rejects strings of fewer than {minimum} "
            + "(MinimumLength, ShortStrings.Throw). Keep short strings managed, or choose another value of ShortStrings.",
            parameter);

    [DoesNotReturn]
    public static void IndexOutOfRange<T>(string parameter, int value, int length) =>
        throw new ArgumentOutOfRangeException(
            parameter, value, $"The index must be within the string, which has {CountOf<T>(length)}.");

    [DoesNotReturn]
    public static T EmptyHandleHasNoPool<T>(string operation) =>
        throw new InvalidOperationException(
            $"{operation} on the empty handle cannot create a string, because the empty handle belongs to no pool. Call {operation} or "
            + "Allocate on the pool instead.");

    [DoesNotReturn]
    public static void NothingToReplace(string parameter) =>
        throw new ArgumentException("The string to replace must not be empty.", parameter);

    [DoesNotReturn]
    public static void FillInProgress(string operation) =>
        throw new InvalidOperationException(
            $"{operation} was called while a Create callback was still writing a string of this pool. Call it after Create has "
            + "returned.");

    [DoesNotReturn]
    public static void IdHasNoText() =>
        throw new NotSupportedException(
            "A PooledStringId cannot be written as JSON, because only its pool has the string. Serialize the handle pool.Resolve(id), "
            + "or write pool.AsSpan(id).");

    [DoesNotReturn]
    public static void ReaderIsClosed() =>
        throw new ObjectDisposedException(
            "Reader", "The reader holds no lock: the reader or a copy of it was disposed, or it is a default value. Get a "
            + "reader from EnterRead, and do not use it after Dispose.");

    [DoesNotReturn]
    public static void ThreadIsReading(LockRecursionException inner) =>
        throw new InvalidOperationException(
            "This thread is reading this SynchronizedStringPool: it has a reader from EnterRead, or is in a callback of Read. "
            + "Dispose the reader before you call another member of the pool. Make changes after Read has "
            + "returned, not in its callback.",
            inner);

    [DoesNotReturn]
    public static int NotComparable(string parameter, string type) =>
        throw new ArgumentException($"A {type} can be compared only with another {type}.", parameter);

    [DoesNotReturn]
    public static T ComparerHasNoPool<T>(string comparer, string handle) =>
        throw new NotSupportedException(
            $"This comparer has no pool to allocate a key from. Use new {comparer}(pool), or add the key as a {handle}.");

    [DoesNotReturn]
    public static T InvalidUtf8Key<T>(string parameter) =>
        throw new ArgumentException(
            "The key is not valid UTF-8: the pool would store a different string, so a lookup would not find it "
            + "again.", parameter);

    [DoesNotReturn]
    public static void PoolBeyondLimit(ulong bytes, ulong least, long maximumBytes) =>
        throw new OutOfMemoryException(
            $"A block of {bytes} bytes, and its lookup table, do not fit within the pool's MaximumBytes of "
            + $"{maximumBytes}. Set it to at least {least}, or make the block smaller.");

    [DoesNotReturn]
    public static void NoMemoryForPool(ulong bytes) =>
        throw new OutOfMemoryException(
            MemoryRefusal.Of($"a pool with a block of {bytes} bytes")
            + " Make the block smaller, or dispose other pools, collections or caches.");

    [DoesNotReturn]
    public static void GrowthBeyondLimit(ulong bytes, long maximumBytes) =>
        throw new OutOfMemoryException(
            $"A block of {bytes} bytes, and its lookup table, need more memory than the pool's MaximumBytes of "
            + $"{maximumBytes} allows. Raise the limit, or add less.");

    [DoesNotReturn]
    public static void PoolIsFull(int length, int free) =>
        throw new OutOfMemoryException(
            $"A string of {CountOf<char>(length)} does not fit into the pool, which has space for {free} and does not grow. "
            + "The pool's strings are unchanged: free strings, or set AllowGrowth.");

    [DoesNotReturn]
    public static void BlockIsFull(int length, ulong bytes) =>
        throw new OutOfMemoryException(
            $"With a string of {CountOf<char>(length)} the block of the pool would exceed {bytes} bytes, its reserved "
            + "address space (half of ReservedAddressBytes, at most 2 GiB). The pool's strings are unchanged: free strings, or use a "
            + "SegmentedStringPool.");

    [DoesNotReturn]
    public static void GrowthIsNotAllowed(int additionalBytes) =>
        throw new OutOfMemoryException(
            $"{additionalBytes} bytes cannot be added to a pool that does not grow. The pool is unchanged: pass 0 to only compact "
            + "it, or set AllowGrowth first.");

    [DoesNotReturn]
    public static void CapacityOutOfRange(string parameter, int value, ulong bytes) =>
        throw new ArgumentOutOfRangeException(
            parameter,
            value,
            $"The block of the pool would exceed {bytes} bytes, its reserved address space (half of "
            + "ReservedAddressBytes, at most 2 GiB). Use a SegmentedStringPool for more text.");

    [DoesNotReturn]
    public static void NoCurrentText() =>
        throw new InvalidOperationException(
            "There is no current string: MoveNext was not called or returned false, or this is a default value. Get the spans "
            + "from AsSpans, and use foreach.");

    private static string LengthOf<T>(int length) =>
        typeof(T) == typeof(char) ? $"{CountOf<T>(length)} ({(long)length * sizeof(char)} bytes)" : CountOf<T>(length);

    private static string CountOf<T>(long length) =>
        length == 1 ? $"1 {CommonThrow.UnitOf<T>()[..^1]}" : $"{length} {CommonThrow.UnitOf<T>()}";

    [DoesNotReturn]
    public static void NoMemoryForBlob(int length, bool limitReached, long maximumBytes) =>
        throw new OutOfMemoryException(
            limitReached
                ? $"{length} bytes do not fit within the store's MaximumBytes of {maximumBytes}. The store is unchanged: "
                    + "free blobs, call Trim, or raise the limit."
                : MemoryRefusal.Of($"{length} bytes") + " The store is unchanged: free blobs or call Trim, then try again.");

    [DoesNotReturn]
    public static void StoreDisposed() =>
        throw new ObjectDisposedException(
            nameof(BlobStore), "The store and its bytes are disposed. Keep the store for as long as its ids are used.");

    [DoesNotReturn]
    public static void StaleBlob() =>
        throw new InvalidOperationException(
            "The id is stale: its bytes were freed, the store was cleared, or the id belongs to another store. Use TryGet if "
            + "that can happen.");
}

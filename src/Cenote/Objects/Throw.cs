namespace Cenote.Objects;

/// <summary>Throw helpers for object pools, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void ObjectPoolDisposed() =>
        throw new ObjectDisposedException(
            "ObjectPool", "The pool is disposed. Keep the pool for as long as objects are allocated from it. Objects allocated "
            + "before can still be freed.");

    [DoesNotReturn]
    public static void FreedTwice() =>
        throw new InvalidOperationException(
            "The object was freed twice: it is already in the pool. Remove the second free, and do not use the object after the first.");

    [DoesNotReturn]
    public static void FactoryReturnedNull() =>
        throw new InvalidOperationException("The pool's factory or policy returned null. Return a new object each time.");

    [DoesNotReturn]
    public static void FactoryReturnedSame() =>
        throw new InvalidOperationException(
            "The pool's factory or policy returned an object that was already added to the pool. Return a new object each time.");

    [DoesNotReturn]
    public static void LeaseHasEnded() =>
        throw new InvalidOperationException(
            "The lease or a copy of it is disposed, or this is the default lease. Do not use the object after Dispose, because "
            + "another caller may be using it.");

    [DoesNotReturn]
    public static void DisposalsFailed(List<Exception> failures) =>
        throw new AggregateException(
            "One or more objects threw when the pool disposed them; see InnerExceptions. All others are disposed.", failures);
}

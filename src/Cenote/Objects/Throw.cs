namespace Cenote.Objects;

/// <summary>Throw helpers for object pools, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void ObjectPoolDisposed() =>
        throw new ObjectDisposedException(
            "ObjectPool", "The pool is disposed and has no more objects. Objects taken before can still be freed.");

    [DoesNotReturn]
    public static void FreedTwice() =>
        throw new InvalidOperationException(
            "The object was freed twice: it is already in the pool. Remove the second free, and do not use the object after the first.");

    [DoesNotReturn]
    public static void FactoryReturnedNull() =>
        throw new InvalidOperationException("The pool's factory returned null. The pool is unchanged: return a new object each time.");

    [DoesNotReturn]
    public static void FactoryReturnedSame() =>
        throw new InvalidOperationException(
            "The pool's factory returned an object that is already in the pool. Return a new object each time.");

    [DoesNotReturn]
    public static void LeaseHasEnded() =>
        throw new InvalidOperationException(
            "The lease, or a copy of it, is disposed, or it is default. Do not use its object after Dispose, because it may be in "
            + "use elsewhere.");

    [DoesNotReturn]
    public static void DisposalsFailed(List<Exception> failures) =>
        throw new AggregateException(
            "Some objects threw when the pool disposed them. All others are disposed.", failures);
}

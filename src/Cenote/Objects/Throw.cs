using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace Cenote.Objects;

/// <summary>All exceptions of the object pools, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void ObjectPoolDisposed() =>
        throw new ObjectDisposedException(
            "ObjectPool", "The pool has been disposed and has no more objects to give. Those that are out may still be freed.");

    [DoesNotReturn]
    public static void FreedTwice() =>
        throw new InvalidOperationException(
            "The object was freed twice. The pool has it once: whoever freed it the second time must not use it any more.");

    [DoesNotReturn]
    public static void FactoryReturnedNull() =>
        throw new InvalidOperationException("The factory of the pool returned null. The pool is unchanged.");

    [DoesNotReturn]
    public static void FactoryReturnedSame() =>
        throw new InvalidOperationException(
            "The factory of the pool returned an object that the pool has. It has it once: make a new object each time.");

    [DoesNotReturn]
    public static void LeaseHasEnded() =>
        throw new InvalidOperationException(
            "The lease has ended: it, or a copy of it, was disposed, and its object may be somebody else's now.");

    [DoesNotReturn]
    public static void DisposalsFailed(List<Exception> failures) =>
        throw new AggregateException(
            "Objects of the pool threw while they were disposed. All others were disposed, too.", failures);
}

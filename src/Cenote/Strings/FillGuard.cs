using System.Buffers;
using Cenote.Threading;

namespace Cenote.Strings;

/// <summary>
/// Counts the running callbacks that write strings of a pool. The pool must not be cleared or disposed until they return.
/// </summary>
internal struct FillGuard
{
    private int _inProgress;

    /// <summary>Counts a callback. Must be followed by a call to <see cref="Run"/>.</summary>
    public void Begin() => Interlocked.Increment(ref _inProgress);

    public void Run<T, TState>(Span<T> text, TState state, SpanAction<T, TState> fill)
        where TState : allows ref struct
    {
        try
        {
            fill(text, state);
        }
        finally
        {
            int left = Interlocked.Decrement(ref _inProgress);
            Invariant.Holds(left >= 0, "Every callback is counted when it begins.");
        }
    }

    public void ThrowIfInProgress(string operation)
    {
        if (Volatile.Read(ref _inProgress) != 0)
        {
            Throw.FillInProgress(operation);
        }
    }
}

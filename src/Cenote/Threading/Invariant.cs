namespace Cenote.Threading;

/// <summary>
/// Asserts invariants in debug builds, like <see cref="Debug.Assert(bool)"/>: a failure ends the test or the process. Release
/// builds omit the call and its arguments.
/// </summary>
/// <remarks>
/// A condition must have no side effects, and must not read data that another thread may change. Readers that run concurrently
/// with a writer see torn state by design, so they assert nothing. Assertions allocate nothing.
/// </remarks>
internal static class Invariant
{
    /// <summary>Asserts a condition.</summary>
    /// <param name="condition">The condition.</param>
    /// <param name="message">The invariant, as a sentence.</param>
    [Conditional("DEBUG")]
    public static void Holds([DoesNotReturnIf(false)] bool condition, string message) => Debug.Assert(condition, message);

    /// <summary>Asserts that the current thread holds a lock.</summary>
    [Conditional("DEBUG")]
    public static void Holds(Lock gate) => Debug.Assert(gate.IsHeldByCurrentThread, "The lock is held.");
}

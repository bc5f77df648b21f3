namespace Cenote.Threading;

/// <summary>
/// Asserts invariants in debug builds, like <see cref="Debug.Assert(bool)"/>: a failure ends the test, or the process. Release
/// builds remove the call and do not evaluate its arguments.
/// </summary>
/// <remarks>
/// A condition must have no side effects and read no data that another thread may change. Readers concurrent with a writer see
/// torn state by design, so they assert nothing. Assertions allocate nothing.
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

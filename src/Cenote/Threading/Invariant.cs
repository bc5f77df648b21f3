using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace Cenote.Threading;

/// <summary>
/// Checks what the code relies on, in debug builds only: a release build removes the call and does not evaluate its arguments. A
/// check that fails ends the test, or the process if there is none, as <see cref="Debug.Assert(bool)"/> does.
/// </summary>
/// <remarks>
/// A condition must have no side effects, and must not read data that another thread may be changing. Readers that run
/// concurrently with a writer see torn state by design, so they make no checks. Allocates nothing.
/// </remarks>
internal static class Invariant
{
    /// <summary>Checks a condition.</summary>
    /// <param name="condition">What must be true.</param>
    /// <param name="message">The invariant, as a sentence.</param>
    [Conditional("DEBUG")]
    public static void Holds([DoesNotReturnIf(false)] bool condition, string message) => Debug.Assert(condition, message);

    /// <summary>Checks that the current thread holds a lock.</summary>
    [Conditional("DEBUG")]
    public static void Holds(Lock gate) => Debug.Assert(gate.IsHeldByCurrentThread, "The lock is held.");
}

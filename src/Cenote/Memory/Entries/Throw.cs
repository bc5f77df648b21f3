using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace Cenote.Memory.Entries;

/// <summary>The exceptions of entries.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void ChangedMeanwhile() =>
        throw new InvalidOperationException(
            "Another thread has changed the dictionary during a change. Use a ConcurrentNativeDictionary, or a lock.");
}

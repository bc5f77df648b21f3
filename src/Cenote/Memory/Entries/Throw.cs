namespace Cenote.Memory.Entries;

/// <summary>Throw helpers for entries, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void ChangedConcurrently() =>
        throw new InvalidOperationException(
            "Two threads changed the dictionary at the same time. Use a ConcurrentNativeDictionary, or a lock.");
}

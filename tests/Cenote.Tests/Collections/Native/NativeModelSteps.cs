namespace Cenote.Tests.Collections.Native;

/// <summary>The number of steps of all models of this process.</summary>
internal static class NativeModelSteps
{
    private static long s_all;

    /// <summary>Adds a model's steps and returns the total so far.</summary>
    public static long Add(long steps) => Interlocked.Add(ref s_all, steps);
}

namespace Cenote.Tests.Collections.Native;

/// <summary>How many steps the models of this process have taken.</summary>
internal static class NativeModelSteps
{
    private static long s_all;

    /// <summary>Adds those of a model, and returns all so far.</summary>
    public static long Add(long steps) => Interlocked.Add(ref s_all, steps);
}

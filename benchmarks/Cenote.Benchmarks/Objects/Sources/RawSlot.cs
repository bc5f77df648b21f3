namespace Cenote.Benchmarks.Objects.Sources;

/// <summary>The item of the current thread, outside any generic type, which would cost more to reach.</summary>
internal static class RawSlot
{
    [ThreadStatic]
    public static byte[]? Item;
}

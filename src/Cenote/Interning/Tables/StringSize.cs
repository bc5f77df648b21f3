namespace Cenote.Interning;

/// <summary>The size of strings on the managed heap.</summary>
internal static class StringSize
{
    // Header, type, length and terminator. Objects are aligned to the size of a pointer.
    private static readonly int s_overhead = (2 * IntPtr.Size) + sizeof(int) + sizeof(char);

    /// <summary>Bytes of a string with this many chars.</summary>
    public static long Of(int length)
    {
        long bytes = s_overhead + ((long)length * sizeof(char));
        return (bytes + IntPtr.Size - 1) & ~(IntPtr.Size - 1L);
    }
}

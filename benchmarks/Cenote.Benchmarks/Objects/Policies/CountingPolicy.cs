namespace Cenote.Benchmarks.Objects.Policies;

/// <summary>Arrays of bytes, counted as they are made.</summary>
internal readonly struct CountingPolicy : IRivalPolicy<byte[]>
{
    private static int s_made;

    /// <summary>Arrays that were made so far, for all pools.</summary>
    public static int Made => Volatile.Read(ref s_made);

    public Action<byte[]>? Cleaner => null;

    public byte[] Create()
    {
        Interlocked.Increment(ref s_made);
        return default(BytePolicy).Create();
    }

    public bool Cleanup(byte[] item) => true;
}

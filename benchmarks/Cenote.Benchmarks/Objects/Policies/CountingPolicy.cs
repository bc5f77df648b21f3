using System.Runtime.CompilerServices;

namespace Cenote.Benchmarks.Objects.Policies;

/// <summary>Arrays of bytes, counted as they are made.</summary>
internal readonly struct CountingPolicy(StrongBox<int> made) : IRivalPolicy<byte[]>
{
    public Action<byte[]>? Cleaner => null;

    public byte[] Create()
    {
        Interlocked.Increment(ref made.Value);
        return default(BytePolicy).Create();
    }

    public bool Cleanup(byte[] item) => true;
}

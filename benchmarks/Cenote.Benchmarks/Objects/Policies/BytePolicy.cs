using System.Runtime.CompilerServices;

namespace Cenote.Benchmarks.Objects.Policies;

/// <summary>Arrays of 256 bytes, never cleaned.</summary>
internal readonly struct BytePolicy : IRivalPolicy<byte[]>
{
    /// <summary>Bytes of each item.</summary>
    public const int Length = 256;

    public Action<byte[]>? Cleaner => null;

    // Not inlined: an array that does not leave its method may be put on the stack.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public byte[] Create() => new byte[Length];

    public bool Cleanup(byte[] item) => true;
}

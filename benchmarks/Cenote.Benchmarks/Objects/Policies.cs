using System.Runtime.CompilerServices;
using Cenote.Objects;
using Microsoft.Extensions.ObjectPool;

namespace Cenote.Benchmarks.Objects;

/// <summary>Creates and cleans the items of all rivals' pools. Implemented by structs, as Cenote's pool requires.</summary>
internal interface IRivalPolicy<T> : IPoolPolicy<T>
    where T : class
{
    /// <summary>The work of <see cref="IPoolPolicy{T}.Cleanup"/>, for a pool with delegates; null if not needed.</summary>
    Action<T>? Cleaner { get; }
}

/// <summary>Arrays of 256 bytes, never cleaned.</summary>
internal readonly struct BytePolicy : IRivalPolicy<byte[]>
{
    /// <summary>The size of each item, in bytes.</summary>
    public const int Length = 256;

    public Action<byte[]>? Cleaner => null;

    // Not inlined: otherwise the JIT may stack-allocate an array that does not escape.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public byte[] Create() => new byte[Length];

    public bool Cleanup(byte[] item) => true;
}

/// <summary>Arrays of bytes, of which one byte is cleaned.</summary>
internal readonly struct CleaningPolicy : IRivalPolicy<byte[]>
{
    public Action<byte[]>? Cleaner => static item => item[1] = 0;

    public byte[] Create() => default(BytePolicy).Create();

    public bool Cleanup(byte[] item)
    {
        item[1] = 0;
        return true;
    }
}

/// <summary>Arrays of bytes, counted when they are created.</summary>
internal readonly struct CountingPolicy : IRivalPolicy<byte[]>
{
    private static int s_made;

    /// <summary>Number of arrays created so far, for all pools.</summary>
    public static int Made => Volatile.Read(ref s_made);

    public Action<byte[]>? Cleaner => null;

    public byte[] Create()
    {
        Interlocked.Increment(ref s_made);
        return default(BytePolicy).Create();
    }

    public bool Cleanup(byte[] item) => true;
}

/// <summary>A policy for Microsoft's pool.</summary>
internal sealed class MicrosoftPolicy<T, TPolicy>(TPolicy policy) : IPooledObjectPolicy<T>
    where T : class
    where TPolicy : struct, IRivalPolicy<T>
{
    public T Create() => policy.Create();

    public bool Return(T obj) => policy.Cleanup(obj);
}

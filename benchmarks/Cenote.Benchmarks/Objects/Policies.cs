using System.Runtime.CompilerServices;
using Cenote.Objects;
using Microsoft.Extensions.ObjectPool;

namespace Cenote.Benchmarks.Objects;

/// <summary>How the pools of all rivals make and clean their items. Implemented by structs, as one rival wants it.</summary>
internal interface IRivalPolicy<T> : IPoolPolicy<T>
    where T : class
{
    /// <summary>
    /// What <see cref="IPoolPolicy{T}.Cleanup"/> does, for a pool that is told by a delegate; null if that is nothing.
    /// </summary>
    Action<T>? Cleaner { get; }
}

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

/// <summary>A policy as Microsoft's pool wants it.</summary>
internal sealed class MicrosoftPolicy<T, TPolicy>(TPolicy policy) : IPooledObjectPolicy<T>
    where T : class
    where TPolicy : struct, IRivalPolicy<T>
{
    public T Create() => policy.Create();

    public bool Return(T obj) => policy.Cleanup(obj);
}

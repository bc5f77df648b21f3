using System.Buffers;
using System.Runtime.CompilerServices;

namespace Cenote.Benchmarks.Objects;

/// <summary>
/// Allocates and frees arrays. Implemented by structs, so that work is compiled separately for each rival.
/// </summary>
internal interface ISource
{
    byte[] Allocate();

    void Free(byte[] item);
}

/// <summary>No pool: each item is created, and left to the garbage collector.</summary>
internal readonly struct NewSource<TPolicy> : ISource
    where TPolicy : struct, IRivalPolicy<byte[]>
{
    public byte[] Allocate() => default(TPolicy).Create();

    public void Free(byte[] item)
    {
    }
}

/// <summary>The shared array pool.</summary>
internal readonly struct ArrayPoolSource : ISource
{
    public byte[] Allocate() => ArrayPool<byte>.Shared.Rent(BytePolicy.Length);

    public void Free(byte[] item) => ArrayPool<byte>.Shared.Return(item);
}

/// <summary>A pool of Microsoft.Extensions.ObjectPool.</summary>
internal readonly struct MicrosoftSource<TPolicy> : ISource
    where TPolicy : struct, IRivalPolicy<byte[]>
{
    public byte[] Allocate() => HeldPools<TPolicy>.Microsoft.Get();

    public void Free(byte[] item) => HeldPools<TPolicy>.Microsoft.Return(item);
}

/// <summary>A pool with a policy.</summary>
internal readonly struct PolicySource<TPolicy> : ISource
    where TPolicy : struct, IRivalPolicy<byte[]>
{
    public byte[] Allocate() => HeldPools<TPolicy>.Policy.Allocate();

    public void Free(byte[] item) => HeldPools<TPolicy>.Policy.Free(item);
}

/// <summary>A pool with delegates.</summary>
internal readonly struct DelegatesSource<TPolicy> : ISource
    where TPolicy : struct, IRivalPolicy<byte[]>
{
    public byte[] Allocate() => HeldPools<TPolicy>.Delegates.Allocate();

    public void Free(byte[] item) => HeldPools<TPolicy>.Delegates.Free(item);
}

/// <summary>No pool: reuses a fixed set of items in turn, more than can be in transit. For one allocating thread.</summary>
internal readonly struct RotatingSource(byte[][] items, StrongBox<int> next) : ISource
{
    /// <param name="count">Number of items, a power of two.</param>
    public static RotatingSource Of(int count) =>
        new([.. Enumerable.Range(0, count).Select(_ => default(BytePolicy).Create())], new StrongBox<int>());

    public byte[] Allocate() => items[next.Value++ & (items.Length - 1)];

    public void Free(byte[] item)
    {
    }
}

/// <summary>A thread-static field that holds one item: the minimum cost of a thread-safe pool.</summary>
internal readonly struct RawSlotSource<TPolicy> : ISource
    where TPolicy : struct, IRivalPolicy<byte[]>
{
    public byte[] Allocate()
    {
        byte[]? item = RawSlot.Item;
        RawSlot.Item = null;
        return item ?? default(TPolicy).Create();
    }

    public void Free(byte[] item) => RawSlot.Item = item;
}

/// <summary>The current thread's item. Not in a generic type, whose thread statics are slower to access.</summary>
internal static class RawSlot
{
    [ThreadStatic]
    public static byte[]? Item;
}

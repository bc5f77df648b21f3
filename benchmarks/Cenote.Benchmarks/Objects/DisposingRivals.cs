using System.Runtime.CompilerServices;
using Cenote.Measurement;
using Cenote.Objects;
using MicrosoftPools = Microsoft.Extensions.ObjectPool;

namespace Cenote.Benchmarks.Objects;

/// <summary>How the items of <see cref="DisposingRivals"/> are used.</summary>
internal enum DisposingWork
{
    /// <summary>Allocates and frees items in a loop, on each thread.</summary>
    Loop,

    /// <summary>Allocates and frees each item in a call of a separate method, which is not inlined.</summary>
    Call,
}

/// <summary>
/// Allocates and frees items of pools that dispose surplus items, on one thread or on several concurrently. Microsoft's pool is
/// the one that its provider creates for disposable items.
/// </summary>
/// <param name="crew">The threads; null for only the calling one.</param>
/// <param name="work">How items are used.</param>
/// <param name="pairsPerThread">The number of allocations on each thread.</param>
internal sealed class DisposingRivals(Crew? crew, DisposingWork work, int pairsPerThread) : IPoolRivals
{
    public int Operations => (crew?.Count ?? 1) * pairsPerThread;

    public void Microsoft() => Run(default(MicrosoftItems));

    public void Policy() => Run(default(PolicyItems));

    public void Delegates() => Run(default(DelegatesItems));

    private void Run<TItems>(TItems items)
        where TItems : struct, IItems
    {
        Action<TItems, int> pairs = work == DisposingWork.Loop ? Loop : Calls;
        if (crew is null)
        {
            pairs(items, pairsPerThread);
        }
        else
        {
            crew.Run(_ => pairs(items, pairsPerThread));
        }
    }

    private static void Loop<TItems>(TItems items, int count)
        where TItems : struct, IItems
    {
        for (int i = 0; i < count; i++)
        {
            DisposableBytes item = items.Allocate();
            item.Bytes[0] = (byte)i;
            items.Free(item);
        }
    }

    private static void Calls<TItems>(TItems items, int count)
        where TItems : struct, IItems
    {
        for (int i = 0; i < count; i++)
        {
            Pair(items, (byte)i);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Pair<TItems>(TItems items, byte value)
        where TItems : struct, IItems
    {
        DisposableBytes item = items.Allocate();
        item.Bytes[0] = value;
        items.Free(item);
    }

    private interface IItems
    {
        DisposableBytes Allocate();

        void Free(DisposableBytes item);
    }

    private readonly struct MicrosoftItems : IItems
    {
        public DisposableBytes Allocate() => Held.Microsoft.Get();

        public void Free(DisposableBytes item) => Held.Microsoft.Return(item);
    }

    private readonly struct PolicyItems : IItems
    {
        public DisposableBytes Allocate() => Held.Policy.Allocate();

        public void Free(DisposableBytes item) => Held.Policy.Free(item);
    }

    private readonly struct DelegatesItems : IItems
    {
        public DisposableBytes Allocate() => Held.Delegates.Allocate();

        public void Free(DisposableBytes item) => Held.Delegates.Free(item);
    }

    // The pools are in static readonly fields, as in HeldPools.
    private static class Held
    {
        public static readonly ObjectPool<DisposableBytes, DisposablePolicy> Policy =
            Pools.Policy<DisposableBytes, DisposablePolicy>(default, disposes: true);

        public static readonly ObjectPool<DisposableBytes> Delegates =
            Pools.Delegates<DisposableBytes, DisposablePolicy>(default, disposes: true);

        public static readonly MicrosoftPools.ObjectPool<DisposableBytes> Microsoft =
            Pools.Microsoft<DisposableBytes, DisposablePolicy>(default);
    }
}

/// <summary>An array that must be disposed.</summary>
internal sealed class DisposableBytes : IDisposable
{
    public byte[] Bytes { get; } = new byte[BytePolicy.Length];

    public void Dispose()
    {
        // Does nothing, because the compared pools are never full.
    }
}

/// <summary>Arrays that must be disposed, never cleaned.</summary>
internal readonly struct DisposablePolicy : IRivalPolicy<DisposableBytes>
{
    public Action<DisposableBytes>? Cleaner => null;

    public DisposableBytes Create() => new();

    public bool Cleanup(DisposableBytes item) => true;
}

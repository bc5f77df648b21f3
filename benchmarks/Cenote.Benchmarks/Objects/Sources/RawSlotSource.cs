using Cenote.Benchmarks.Objects.Policies;

namespace Cenote.Benchmarks.Objects.Sources;

/// <summary>A thread-static field that holds one item: the least that a pool for many threads can do.</summary>
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

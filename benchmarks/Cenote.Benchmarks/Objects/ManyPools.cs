using Cenote.Objects;
using MicrosoftPools = Microsoft.Extensions.ObjectPool;

namespace Cenote.Benchmarks.Objects;

/// <summary>Allocates from and frees to many pools in turn, on one thread. The pools are in arrays, so the JIT knows nothing
/// about them.</summary>
internal sealed class ManyPools : IPoolRivals, IDisposable
{
    private readonly ObjectPool<byte[], BytePolicy>[] _policyPools;
    private readonly ObjectPool<byte[]>[] _delegatesPools;
    private readonly PolicyItem[] _policy;
    private readonly DelegatesItem[] _delegates;
    private readonly MicrosoftItem[] _microsoft;

    /// <param name="pools">Number of pools of each rival, a power of two.</param>
    public ManyPools(int pools)
    {
        BytePolicy policy = default;
        _policyPools = [.. Enumerable.Range(0, pools).Select(_ => Pools.Policy<byte[], BytePolicy>(policy))];
        _delegatesPools = [.. Enumerable.Range(0, pools).Select(_ => Pools.Delegates<byte[], BytePolicy>(policy))];
        _policy = Array.ConvertAll(_policyPools, static pool => new PolicyItem(pool));
        _delegates = Array.ConvertAll(_delegatesPools, static pool => new DelegatesItem(pool));
        _microsoft = [.. Enumerable.Range(0, pools).Select(_ => new MicrosoftItem(Pools.Microsoft<byte[], BytePolicy>(policy)))];
    }

    public int Operations => 1 << 14;

    public void Microsoft() => Run(_microsoft);

    public void Policy() => Run(_policy);

    public void Delegates() => Run(_delegates);

    public void Dispose()
    {
        Array.ForEach(_policyPools, static pool => pool.Dispose());
        Array.ForEach(_delegatesPools, static pool => pool.Dispose());
    }

    private void Run<TSource>(TSource[] sources)
        where TSource : struct, ISource
    {
        for (int i = 0; i < Operations; i++)
        {
            TSource source = sources[i & (sources.Length - 1)];
            byte[] item = source.Allocate();
            item[0] = (byte)i;
            source.Free(item);
        }
    }

    private readonly struct PolicyItem(ObjectPool<byte[], BytePolicy> pool) : ISource
    {
        public byte[] Allocate() => pool.Allocate();

        public void Free(byte[] item) => pool.Free(item);
    }

    private readonly struct DelegatesItem(ObjectPool<byte[]> pool) : ISource
    {
        public byte[] Allocate() => pool.Allocate();

        public void Free(byte[] item) => pool.Free(item);
    }

    private readonly struct MicrosoftItem(MicrosoftPools.ObjectPool<byte[]> pool) : ISource
    {
        public byte[] Allocate() => pool.Get();

        public void Free(byte[] item) => pool.Return(item);
    }
}

using Cenote.Benchmarks.Objects.Policies;
using Cenote.Benchmarks.Objects.Sources;
using Cenote.Objects;

namespace Cenote.Benchmarks.Objects;

/// <summary>Pairs out of many pools in turn, on one thread.</summary>
internal sealed class ManyPools : IPoolRivals
{
    private readonly ObjectPool<byte[], BytePolicy>[] _policyPools;
    private readonly ObjectPool<byte[]>[] _delegatesPools;
    private readonly PolicySource<BytePolicy>[] _policy;
    private readonly DelegatesSource[] _delegates;
    private readonly MicrosoftSource[] _microsoft;

    /// <param name="pools">Pools of each rival, a power of two.</param>
    public ManyPools(int pools)
    {
        BytePolicy policy = default;
        _policyPools = [.. Enumerable.Range(0, pools).Select(_ => Pools.Policy<byte[], BytePolicy>(policy))];
        _delegatesPools = [.. Enumerable.Range(0, pools).Select(_ => Pools.Delegates<byte[], BytePolicy>(policy))];
        _policy = Array.ConvertAll(_policyPools, static pool => new PolicySource<BytePolicy>(pool));
        _delegates = Array.ConvertAll(_delegatesPools, static pool => new DelegatesSource(pool));
        _microsoft = [.. Enumerable.Range(0, pools).Select(_ => new MicrosoftSource(Pools.Microsoft<byte[], BytePolicy>(policy)))];
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
}

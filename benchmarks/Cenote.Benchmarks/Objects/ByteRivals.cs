using System.Buffers;
using Cenote.Benchmarks.Objects.Policies;
using Cenote.Benchmarks.Objects.Sources;
using Cenote.Benchmarks.Objects.Works;
using Cenote.Objects;

namespace Cenote.Benchmarks.Objects;

/// <summary>The same work by every rival. Each has its own copy of the compiled work, and all find their pool in a field.</summary>
internal sealed class ByteRivals<TPolicy, TWork> : IByteRivals
    where TPolicy : struct, IRivalPolicy<byte[]>
    where TWork : struct, IWork
{
    private readonly ObjectPool<byte[], TPolicy> _policyPool;
    private readonly ObjectPool<byte[]> _delegatesPool;
    private readonly PolicySource<TPolicy> _policy;
    private readonly DelegatesSource _delegates;
    private readonly MicrosoftSource _microsoft;
    private readonly ArrayPoolSource _arrayPool = new(ArrayPool<byte>.Shared);
    private readonly RawSlotSource<TPolicy> _rawSlot;
    private readonly NewSource<TPolicy> _new;
    private readonly TWork _work;

    public ByteRivals(TPolicy policy, TWork work)
    {
        _work = work;
        _policyPool = Pools.Policy<byte[], TPolicy>(policy);
        _delegatesPool = Pools.Delegates<byte[], TPolicy>(policy);
        _policy = new PolicySource<TPolicy>(_policyPool);
        _delegates = new DelegatesSource(_delegatesPool);
        _microsoft = new MicrosoftSource(Pools.Microsoft<byte[], TPolicy>(policy));
        _rawSlot = new RawSlotSource<TPolicy>(policy);
        _new = new NewSource<TPolicy>(policy);
    }

    public int Operations => _work.Operations;

    public void Microsoft() => _work.Run(_microsoft);

    public void Policy() => _work.Run(_policy);

    public void Delegates() => _work.Run(_delegates);

    public void ArrayPool() => _work.Run(_arrayPool);

    public void RawSlot() => _work.Run(_rawSlot);

    public void New() => _work.Run(_new);

    public void Dispose()
    {
        _policyPool.Dispose();
        _delegatesPool.Dispose();
    }
}

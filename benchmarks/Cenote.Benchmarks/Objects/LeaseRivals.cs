using Cenote.Objects;
using MicrosoftPools = Microsoft.Extensions.ObjectPool;

namespace Cenote.Benchmarks.Objects;

/// <summary>
/// Frees each item even after an exception: through a lease, or in a <see langword="finally"/> if the pool has no leases.
/// </summary>
internal sealed class LeaseRivals : IPoolRivals, IDisposable
{
    private readonly ObjectPool<byte[], BytePolicy> _policy = Pools.Policy<byte[], BytePolicy>(default);
    private readonly ObjectPool<byte[]> _delegates = Pools.Delegates<byte[], BytePolicy>(default);
    private readonly MicrosoftPools.ObjectPool<byte[]> _microsoft = Pools.Microsoft<byte[], BytePolicy>(default);

    public int Operations => 10_000;

    public void Microsoft()
    {
        MicrosoftPools.ObjectPool<byte[]> pool = _microsoft;
        for (int i = 0; i < Operations; i++)
        {
            byte[] item = pool.Get();
            try
            {
                item[0] = (byte)i;
            }
            finally
            {
                pool.Return(item);
            }
        }
    }

    public void Policy()
    {
        ObjectPool<byte[], BytePolicy> pool = _policy;
        for (int i = 0; i < Operations; i++)
        {
            using ObjectLease<byte[]> lease = pool.Rent();
            lease.Value[0] = (byte)i;
        }
    }

    public void Delegates()
    {
        ObjectPool<byte[]> pool = _delegates;
        for (int i = 0; i < Operations; i++)
        {
            using ObjectLease<byte[]> lease = pool.Rent();
            lease.Value[0] = (byte)i;
        }
    }

    /// <summary>The same as <see cref="Policy"/>, with <see langword="finally"/> instead of a lease.</summary>
    public void PolicyPairs()
    {
        ObjectPool<byte[], BytePolicy> pool = _policy;
        for (int i = 0; i < Operations; i++)
        {
            byte[] item = pool.Allocate();
            try
            {
                item[0] = (byte)i;
            }
            finally
            {
                pool.Free(item);
            }
        }
    }

    /// <summary>The same as <see cref="Delegates"/>, with <see langword="finally"/> instead of a lease.</summary>
    public void DelegatesPairs()
    {
        ObjectPool<byte[]> pool = _delegates;
        for (int i = 0; i < Operations; i++)
        {
            byte[] item = pool.Allocate();
            try
            {
                item[0] = (byte)i;
            }
            finally
            {
                pool.Free(item);
            }
        }
    }

    public void Dispose()
    {
        _policy.Dispose();
        _delegates.Dispose();
    }
}

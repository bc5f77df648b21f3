using System.Text;
using Cenote.Objects;
using MicrosoftPools = Microsoft.Extensions.ObjectPool;

namespace Cenote.Benchmarks.Objects;

/// <summary>The same work with commonly pooled objects.</summary>
internal interface IRealRivals : IPoolRivals, IDisposable
{
    /// <summary>No pool.</summary>
    void New();

    /// <summary>The rivals for one kind of object.</summary>
    static IRealRivals Of(RealKind kind) => kind switch
    {
        RealKind.StringBuilder => new RealRivals<StringBuilder, RealStringBuilder>(new RealStringBuilder(parts: 20)),
        RealKind.ShortStringBuilder => new RealRivals<StringBuilder, RealStringBuilder>(new RealStringBuilder(parts: 1)),
        RealKind.MemoryStream => new RealRivals<MemoryStream, RealMemoryStream>(new RealMemoryStream()),
        _ => new RealRivals<JsonOutput, RealJson>(new RealJson()),
    };
}

/// <summary>Uses one object after the other, pooled or new.</summary>
internal sealed class RealRivals<T, TObject>(TObject real) : IRealRivals
    where T : class
    where TObject : struct, IRealObject<T>
{
    private readonly ObjectPool<T, TObject> _policy = Pools.Policy<T, TObject>(real);
    private readonly ObjectPool<T> _delegates = Pools.Delegates<T, TObject>(real);
    private readonly MicrosoftPools.ObjectPool<T> _microsoft = Pools.Microsoft<T, TObject>(real);

    public int Operations => 200;

    public void New()
    {
        for (int i = 0; i < Operations; i++)
        {
            real.Use(real.Create());
        }
    }

    public void Microsoft()
    {
        for (int i = 0; i < Operations; i++)
        {
            T item = _microsoft.Get();
            real.Use(item);
            _microsoft.Return(item);
        }
    }

    public void Policy()
    {
        for (int i = 0; i < Operations; i++)
        {
            T item = _policy.Allocate();
            real.Use(item);
            _policy.Free(item);
        }
    }

    public void Delegates()
    {
        for (int i = 0; i < Operations; i++)
        {
            T item = _delegates.Allocate();
            real.Use(item);
            _delegates.Free(item);
        }
    }

    public void Dispose()
    {
        _policy.Dispose();
        _delegates.Dispose();
    }
}

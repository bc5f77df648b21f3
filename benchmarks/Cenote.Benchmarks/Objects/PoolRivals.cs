using Cenote.Measurement;

namespace Cenote.Benchmarks.Objects;

/// <summary>The same work with every object pool, for any kind of work.</summary>
internal interface IPoolRivals
{
    /// <summary>The number of objects that are allocated and freed in one call of any rival.</summary>
    int Operations { get; }

    /// <summary>Microsoft.Extensions.ObjectPool.</summary>
    void Microsoft();

    /// <summary>Cenote's pool with a policy.</summary>
    void Policy();

    /// <summary>Cenote's pool with delegates.</summary>
    void Delegates();
}

/// <summary>The same work with arrays of bytes, which do not require an object pool.</summary>
internal interface IByteRivals : IPoolRivals
{
    /// <summary>The shared array pool.</summary>
    void ArrayPool();

    /// <summary>A thread-static field.</summary>
    void RawSlot();

    /// <summary>No pool.</summary>
    void New();
}

/// <summary>The same work with every rival. The work is compiled separately for each rival.</summary>
internal sealed class ByteRivals<TPolicy, TWork>(TWork work) : IByteRivals
    where TPolicy : struct, IRivalPolicy<byte[]>
    where TWork : struct, IWork
{
    public int Operations => work.Operations;

    /// <summary>Tedd.ObjectPool, if the build includes it.</summary>
    public Rival[] Tedd => TeddRival.Of<TPolicy, TWork>(work);

    public void Microsoft() => work.Run(default(MicrosoftSource<TPolicy>));

    public void Policy() => work.Run(default(PolicySource<TPolicy>));

    public void Delegates() => work.Run(default(DelegatesSource<TPolicy>));

    public void ArrayPool() => work.Run(default(ArrayPoolSource));

    public void RawSlot() => work.Run(default(RawSlotSource<TPolicy>));

    public void New() => work.Run(default(NewSource<TPolicy>));
}

using Cenote.Benchmarks.Objects.Policies;
using Cenote.Benchmarks.Objects.Sources;
using Cenote.Benchmarks.Objects.Works;

namespace Cenote.Benchmarks.Objects;

/// <summary>The same work by every rival. Each has its own copy of the compiled work.</summary>
internal sealed class ByteRivals<TPolicy, TWork>(TWork work) : IByteRivals
    where TPolicy : struct, IRivalPolicy<byte[]>
    where TWork : struct, IWork
{
    public int Operations => work.Operations;

    public void Microsoft() => work.Run(default(MicrosoftSource<TPolicy>));

    public void Policy() => work.Run(default(PolicySource<TPolicy>));

    public void Delegates() => work.Run(default(DelegatesSource<TPolicy>));

    public void ArrayPool() => work.Run(default(ArrayPoolSource));

    public void RawSlot() => work.Run(default(RawSlotSource<TPolicy>));

    public void New() => work.Run(default(NewSource<TPolicy>));
}

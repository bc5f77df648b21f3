using Cenote.Benchmarks.Buffers.Rentals;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Buffers;

/// <summary>The rivals, each doing the same work with one buffer, or with three at the same time.</summary>
/// <param name="length">Bytes of the first buffer.</param>
/// <param name="three">Whether three are held at the same time.</param>
/// <param name="growth">How many times as long the second of three is as the first, and the third as the second.</param>
internal sealed class RentalRivals<TWork>(int length, bool three, int growth = 1)
    where TWork : struct, IBufferWork
{
    /// <summary>What depends on all the work, so that none of it is left out.</summary>
    public int Checksum { get; private set; }

    /// <summary>Calls in each call of a rival: about as long for every length.</summary>
    public int Operations { get; } = Math.Clamp((1 << 21) / length, 4, 4_096);

    public Rival Of<TRental>(string name)
        where TRental : struct, IRental => new(name, Run<TRental>);

    public void Run<TRental>()
        where TRental : struct, IRental
    {
        int sum = 0;
        for (int i = Operations; i > 0; i--)
        {
            sum += three ? TRental.Three<TWork>(length, growth * length, growth * growth * length) : TRental.One<TWork>(length);
        }

        Checksum += sum;
    }
}

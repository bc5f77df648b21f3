using Cenote.Benchmarks.Buffers.Rentals;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Buffers;

/// <summary>The rivals, each doing the same work with one buffer, or with three held at once.</summary>
/// <param name="length">The size of the first buffer, in bytes.</param>
/// <param name="three">Whether three buffers are held at once.</param>
/// <param name="growth">Ratio of the second length to the first, and of the third to the second.</param>
internal sealed class RentalRivals<TWork>(int length, bool three, int growth = 1)
    where TWork : struct, IBufferWork
{
    /// <summary>A value that depends on all work, so that the JIT cannot remove any.</summary>
    public int Checksum { get; private set; }

    /// <summary>The number of repetitions per call of a rival: more for shorter buffers, from 4 to 4,096.</summary>
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

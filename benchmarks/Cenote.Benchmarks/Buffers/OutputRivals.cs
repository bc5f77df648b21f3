using Cenote.Measurement;

namespace Cenote.Benchmarks.Buffers;

/// <summary>The outputs: each receives the same bytes in parts and returns all of them once.</summary>
internal sealed class OutputRivals
{
    private const int PartBytes = 64;

    private readonly byte[] _part = new byte[PartBytes];
    private readonly byte[] _read;
    private int? _sum;

    /// <param name="length">The size of an output, in bytes.</param>
    public OutputRivals(int length)
    {
        _read = new byte[length];
        new Random(9).NextBytes(_part);
        Operations = Math.Clamp((1 << 20) / length, 2, 1_024);
    }

    /// <summary>The number of outputs per call of a rival: more if they are shorter, from 2 to 1,024.</summary>
    public int Operations { get; }

    public Rival Of<TOutput>(string name)
        where TOutput : struct, IOutput => new(name, Run<TOutput>);

    private void Run<TOutput>()
        where TOutput : struct, IOutput
    {
        int sum = 0;
        for (int i = Operations; i > 0; i--)
        {
            sum += TOutput.WriteAndRead(_part, _read);
            sum += _read[0] + _read[^1];
            _read[0] = _read[^1] = 0;
        }

        if ((_sum ??= sum) != sum)
        {
            throw new InvalidOperationException("The rivals read different bytes.");
        }
    }
}

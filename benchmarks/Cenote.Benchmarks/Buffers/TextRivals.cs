using Cenote.Measurement;

namespace Cenote.Benchmarks.Buffers;

/// <summary>The builders, each of which builds strings of the same words.</summary>
internal sealed class TextRivals(int length)
{
    private const string Word = "cenote";

    private int? _sum;

    /// <summary>The number of strings per call of a rival: more if they are shorter, from 2 to 4,096.</summary>
    public int Operations { get; } = Math.Clamp(200_000 / length, 2, 4_096);

    public Rival Of<TBuilder>(string name)
        where TBuilder : struct, IBuilder => new(name, Run<TBuilder>);

    public void Run<TBuilder>()
        where TBuilder : struct, IBuilder
    {
        int sum = 0;
        for (int i = Operations; i > 0; i--)
        {
            sum += TBuilder.Build(length, Word);
        }

        if ((_sum ??= sum) != sum)
        {
            throw new InvalidOperationException("The rivals built different strings.");
        }
    }
}

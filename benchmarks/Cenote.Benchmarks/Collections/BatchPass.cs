using Cenote.Collections;

namespace Cenote.Benchmarks.Collections;

/// <summary>Asks a pooled dictionary for 256 keys in each call.</summary>
internal sealed class BatchPass(PooledStringDictionary<int> dictionary, Questions questions)
{
    private const int BatchSize = 256;

    private readonly int[] _values = new int[BatchSize];
    private readonly bool[] _found = new bool[BatchSize];
    private int _pass;

    /// <summary>What was found last.</summary>
    public int Sum { get; private set; }

    public void Run()
    {
        ReadOnlySpan<Range> ranges = questions.Keys.Ranges.AsSpan(questions.StartOf(_pass++), questions.PartSize);
        int sum = 0;
        while (ranges.Length > 0)
        {
            ReadOnlySpan<Range> batch = ranges[..Math.Min(BatchSize, ranges.Length)];
            dictionary.TryGetValues(questions.Keys.Text, batch, _values, _found);
            for (int i = 0; i < batch.Length; i++)
            {
                sum += _values[i];
            }

            ranges = ranges[batch.Length..];
        }

        Sum = sum;
    }
}

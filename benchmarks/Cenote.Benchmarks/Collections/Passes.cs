using Cenote.Collections;

namespace Cenote.Benchmarks.Collections;

/// <summary>Looks up keys in one table.</summary>
internal sealed class ReadPass<TReader>(TReader table, Questions questions)
    where TReader : struct, IKeyReader
{
    private int _pass;

    /// <summary>The sum of the values that the last pass found, so that lookups are not optimized away.</summary>
    public int Sum { get; private set; }

    public void Spans()
    {
        int start = questions.StartOf(_pass++);
        int end = start + questions.PartSize;
        int sum = 0;
        for (int i = start; i < end; i++)
        {
            if (table.TryGetValue(questions.Keys[i], out int value))
            {
                sum += value;
            }
        }

        Sum = sum;
    }

    public void Strings()
    {
        int start = questions.StartOf(_pass++);
        int sum = 0;
        foreach (string key in questions.Strings.AsSpan(start, questions.PartSize))
        {
            if (table.TryGetValue(key, out int value))
            {
                sum += value;
            }
        }

        Sum = sum;
    }
}

/// <summary>Looks up keys in a pooled dictionary, in batches of 256.</summary>
internal sealed class BatchPass(PooledStringDictionary<int> dictionary, Questions questions)
{
    private const int BatchSize = 256;

    private readonly int[] _values = new int[BatchSize];
    private readonly bool[] _found = new bool[BatchSize];
    private int _pass;

    /// <summary>The sum of the values that the last pass found.</summary>
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

/// <summary>
/// Replaces keys of one table. Each pass replaces a part of the keys. Once all are replaced, passes restore the original keys.
/// </summary>
/// <param name="table">The table, which contains the original keys.</param>
/// <param name="present">The original keys.</param>
/// <param name="absent">The same number of missing keys.</param>
internal sealed class ChurnPass<TTable>(TTable table, Questions present, Questions absent)
    where TTable : struct, IKeyTable<TTable>
{
    private Questions _present = present;
    private Questions _absent = absent;
    private int _pass;

    public void Run()
    {
        int start = _present.StartOf(_pass++);
        int end = start + _present.PartSize;
        for (int i = start; i < end; i++)
        {
            table.Remove(_present.Keys[i]);
            table.TryAdd(_absent.Keys[i], i);
        }

        if (_present.StartOf(_pass) == 0)
        {
            (_present, _absent) = (_absent, _present);
        }
    }
}

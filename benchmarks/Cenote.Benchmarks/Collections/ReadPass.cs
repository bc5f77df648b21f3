namespace Cenote.Benchmarks.Collections;

/// <summary>Asks one table.</summary>
internal sealed class ReadPass<TReader>(TReader table, Questions questions)
    where TReader : struct, IKeyReader
{
    private int _pass;

    /// <summary>What was found last, so that finding it is not optimized away.</summary>
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

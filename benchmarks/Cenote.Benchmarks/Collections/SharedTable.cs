using Cenote.Measurement;

namespace Cenote.Benchmarks.Collections;

/// <summary>
/// Threads ask one table at random, and replace keys of it in between: each has keys of its own that come and go.
/// </summary>
internal sealed class SharedTable<TTable>(TTable table, Crew crew, Questions questions, Keys own, int readsPerWrite)
    where TTable : struct, IKeyTable<TTable>
{
    /// <summary>Operations of one thread in one run.</summary>
    public const int OperationsPerThread = 20_000;

    private readonly long[] _sums = new long[crew.Count];

    /// <summary>What the threads found last.</summary>
    public long Sum => _sums.Sum();

    public void Run() => crew.Run(RunThread);

    private void RunThread(int thread)
    {
        int place = thread * (questions.Keys.Count / crew.Count);
        int ownKeys = own.Count / crew.Count;
        long sum = 0;
        for (int i = 0; i < OperationsPerThread; i++)
        {
            if (readsPerWrite > 0 && i % (readsPerWrite + 1) == readsPerWrite)
            {
                Replace(own[(thread * ownKeys) + (i % ownKeys)], i);
            }
            else if (table.TryGetValue(questions.Keys[place], out int value))
            {
                sum += value;
            }

            place = place + 1 < questions.Keys.Count ? place + 1 : 0;
        }

        _sums[thread] = sum;
    }

    private void Replace(ReadOnlySpan<char> key, int value)
    {
        if (!table.Remove(key))
        {
            table.TryAdd(key, value);
        }
    }
}

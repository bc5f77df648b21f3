using Cenote.Measurement;

namespace Cenote.Benchmarks.Collections;

/// <summary>
/// Threads look up the same keys of one table, in random order. In between, each thread adds or removes one of its private keys.
/// </summary>
/// <param name="access">The table, and how its keys are passed.</param>
/// <param name="crew">The threads.</param>
/// <param name="readsPerWrite">The number of reads before each write; 0 for no writes.</param>
internal sealed class SharedTable<TAccess>(TAccess access, Crew crew, int readsPerWrite)
    where TAccess : struct, ISharedAccess
{
    private readonly long[] _sums = new long[crew.Count];

    /// <summary>The sum of the values that all threads found in their last run.</summary>
    public long Sum => _sums.Sum();

    public void Run() => crew.Run(RunThread);

    private void RunThread(int thread)
    {
        int place = thread * (access.Questions / crew.Count);
        int ownKeys = access.OwnKeys / crew.Count;
        long sum = 0;
        for (int i = 0; i < SharedTable.OperationsPerThread; i++)
        {
            if (readsPerWrite > 0 && i % (readsPerWrite + 1) == readsPerWrite)
            {
                access.Replace((thread * ownKeys) + (i % ownKeys), i);
            }
            else if (access.TryGetValue(place, out int value))
            {
                sum += value;
            }

            place = place + 1 < access.Questions ? place + 1 : 0;
        }

        _sums[thread] = sum;
    }
}

/// <summary>Parameters that are the same for every table.</summary>
internal static class SharedTable
{
    /// <summary>The number of operations of each thread in one run.</summary>
    public const int OperationsPerThread = 20_000;
}

/// <summary>A table that threads share, accessed by key number. Implemented by structs, so that each has its own loop.</summary>
internal interface ISharedAccess
{
    /// <summary>The number of keys that are looked up.</summary>
    int Questions { get; }

    /// <summary>The number of other keys, which are added and removed.</summary>
    int OwnKeys { get; }

    bool TryGetValue(int question, out int value);

    /// <summary>Removes a key, or adds it if it is missing.</summary>
    void Replace(int ownKey, int value);
}

/// <summary>Keys are spans, as from a parser.</summary>
internal readonly struct SpanAccess<TTable>(TTable table, Keys questions, Keys own) : ISharedAccess
    where TTable : struct, IKeyTable<TTable>
{
    public int Questions => questions.Count;

    public int OwnKeys => own.Count;

    public bool TryGetValue(int question, out int value) => table.TryGetValue(questions[question], out value);

    public void Replace(int ownKey, int value)
    {
        ReadOnlySpan<char> key = own[ownKey];
        if (!table.Remove(key))
        {
            table.TryAdd(key, value);
        }
    }
}

/// <summary>Keys are strings already.</summary>
internal readonly struct StringAccess<TTable>(TTable table, string[] questions, string[] own) : ISharedAccess
    where TTable : struct, IStringTable
{
    public int Questions => questions.Length;

    public int OwnKeys => own.Length;

    public bool TryGetValue(int question, out int value) => table.TryGetValue(questions[question], out value);

    public void Replace(int ownKey, int value)
    {
        string key = own[ownKey];
        if (!table.Remove(key))
        {
            table.TryAdd(key, value);
        }
    }
}

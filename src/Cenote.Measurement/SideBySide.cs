namespace Cenote.Measurement;

/// <summary>
/// Times rivals against each other on a shared machine. All rivals are warmed up through every tier of the JIT, then run in
/// interleaved rounds of changing order. Each is compared with the baseline round by round, so that temporary slowdowns of the
/// machine affect all rivals.
/// </summary>
public static class SideBySide
{
    private const int MinWarmupCalls = 3;
    private const int CollectionsPerSlot = 2;

    /// <summary>
    /// Measures all rivals. A gen 2 collection runs before each slot, untimed, or only once if the options request that;
    /// collections during a slot count for the rival.
    /// </summary>
    /// <param name="name">The name of the comparison.</param>
    /// <param name="operationsPerCall">Operations in each call of every rival; times are reported per operation.</param>
    /// <param name="rivals">The rivals; the first one is the baseline.</param>
    /// <param name="options">The options; null for the defaults.</param>
    /// <param name="progress">Called before each step, untimed.</param>
    /// <param name="cancellationToken">Checked before each step.</param>
    /// <exception cref="ArgumentException">The name is empty, there are no rivals, or two of them share a name.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="operationsPerCall"/> is not positive.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static Comparison Run(
        string name,
        long operationsPerCall,
        IReadOnlyList<Rival> rivals,
        SideBySideOptions? options = null,
        Action<SideBySideProgress>? progress = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(name);
        ArgumentOutOfRangeException.ThrowIfLessThan(operationsPerCall, 1);
        ArgumentNullException.ThrowIfNull(rivals);
        if (rivals.Count == 0 || rivals.DistinctBy(rival => rival.Name, StringComparer.Ordinal).Count() != rivals.Count)
        {
            throw new ArgumentException("Pass at least one rival, and give each a different name.", nameof(rivals));
        }

        options ??= new SideBySideOptions();
        int step = 0;
        int steps = (options.WarmupPasses + 1 + options.Rounds) * rivals.Count;
        void Advance(Rival rival)
        {
            cancellationToken.ThrowIfCancellationRequested();
            progress?.Invoke(new SideBySideProgress(name, rival.Name, step++, steps));
        }

        WarmUp(rivals, options, Advance, cancellationToken);

        using var watch = new CollectionWatch();
        RivalRecord[] records = [.. rivals.Select(rival => new RivalRecord(rival, operationsPerCall, options, watch))];
        if (options.CollectOnce)
        {
            ManagedHeap.Collect();
        }

        foreach (RivalRecord record in records)
        {
            Advance(record.Rival);
            record.Calibrate(CollectionsPerSlot);
        }

        for (int round = 0; round < options.Rounds; round++)
        {
            foreach (int index in Order(round, records.Length))
            {
                Advance(records[index].Rival);
                records[index].RunSlot();
            }
        }

        return new Comparison(
            name, operationsPerCall, options.Rounds, [.. records.Select(record => record.ToResult(records[0]))]);
    }

    /// <summary>
    /// Returns the order of the rivals in a round: rotated, so that each comes first equally often, and reversed in every other
    /// round, so that no rival always follows the same other rival.
    /// </summary>
    internal static int[] Order(int round, int count)
    {
        int[] order = new int[count];
        for (int i = 0; i < count; i++)
        {
            int place = (round & 1) == 0 ? i : count - 1 - i;
            order[place] = (i + (round >> 1)) % count;
        }

        return order;
    }

    private static void WarmUp(
        IReadOnlyList<Rival> rivals,
        SideBySideOptions options,
        Action<Rival> advance,
        CancellationToken cancellationToken)
    {
        for (int pass = 0; pass < options.WarmupPasses; pass++)
        {
            foreach (Rival rival in rivals)
            {
                advance(rival);
                long start = Stopwatch.GetTimestamp();
                for (int call = 0; call < options.WarmupCalls; call++)
                {
                    if (call >= MinWarmupCalls && Stopwatch.GetElapsedTime(start) > options.WarmupTime)
                    {
                        break;
                    }

                    rival.Run();
                }
            }

            cancellationToken.WaitHandle.WaitOne(options.WarmupPause);
            cancellationToken.ThrowIfCancellationRequested();
        }
    }
}

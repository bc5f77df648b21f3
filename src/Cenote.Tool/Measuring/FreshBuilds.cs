namespace Cenote.Tool.Measuring;

/// <summary>
/// Builds contenders once in new processes, as a program does when it starts, and measures time, memory, pauses and reads.
/// </summary>
/// <param name="section">The section of the step.</param>
/// <param name="step">The step whose contenders are built.</param>
/// <param name="children">Runs the processes.</param>
internal sealed class FreshBuilds(ISection section, MeasuredStep step, Children children)
{
    /// <summary>The id of the step that reads strings in random order.</summary>
    public const string RandomReads = "read-random";

    /// <summary>The id of the step that reads the same few strings repeatedly.</summary>
    public const string HotReads = "read-hot";

    private readonly Dictionary<string, List<HoldMeasurement>> _measured = new(StringComparer.Ordinal);

    /// <summary>The contenders that can be built.</summary>
    public IEnumerable<string> Contenders => step.Contenders.Select(static contender => contender.Name);

    /// <summary>The number of rounds in which a contender was built.</summary>
    public int RoundsOf(string contender) => _measured.TryGetValue(contender, out List<HoldMeasurement>? rounds) ? rounds.Count : 0;

    /// <summary>Builds some contenders once more, each in a separate process.</summary>
    /// <param name="contenders">The contenders; those that do not take part are skipped.</param>
    /// <param name="progress">Receives the current contender and the completed share.</param>
    public void RunRound(IReadOnlyList<string> contenders, Action<string, double> progress)
    {
        string[] taking = [.. contenders.Where(name => step.Contenders.Any(contender => contender.Name == name))];
        for (int i = 0; i < taking.Length; i++)
        {
            progress($"{step.Title}: {taking[i]}", (double)i / taking.Length);
            HoldMeasurement measurement = children.Weigh(section, step, taking[i]);
            StepRunner.Compare(step, taking[i], measurement.Checksum, _measured.Values.FirstOrDefault()?[0].Checksum
                ?? measurement.Checksum);
            if (!_measured.TryGetValue(taking[i], out List<HoldMeasurement>? rounds))
            {
                _measured.Add(taking[i], rounds = []);
            }

            rounds.Add(measurement);
        }
    }

    /// <summary>
    /// The results of contenders that took part in every round: building, and reading if it was measured.
    /// </summary>
    public IReadOnlyList<StepResult> Results()
    {
        int rounds = RoundsOf(step.Contenders[0].Name);
        string[] names = [.. step.Contenders.Select(contender => contender.Name).Where(name => RoundsOf(name) == rounds)];
        HoldMeasurement[] memory = [.. names.Select(name => Median(_measured[name]))];
        var results = new List<StepResult>
        {
            new(step.Id, step.Title, 1, Merge(step.Title, measurement => 1e6 * measurement.BuildMilliseconds, isBuild: true), memory)
            {
                Strings = step.OperationsPerCall,
            },
        };
        if (memory.All(measurement => measurement.RandomReadNanoseconds is > 0 && measurement.HotReadNanoseconds is > 0))
        {
            long count = step.OperationsPerCall;
            results.Add(Reads(RandomReads, "Read any string", measurement => count * measurement.RandomReadNanoseconds!.Value));
            results.Add(Reads(HotReads, "Read a thousand strings", measurement => count * measurement.HotReadNanoseconds!.Value));
        }

        return results;

        StepResult Reads(string id, string title, Func<HoldMeasurement, double> nanoseconds) =>
            new(id, title, 1, Merge(title, nanoseconds, isBuild: false), []);

        Comparison Merge(string title, Func<HoldMeasurement, double> nanoseconds, bool isBuild) => ProcessRounds.Merge(
            [.. Enumerable.Range(0, rounds).Select(round => new Comparison(
                title,
                step.OperationsPerCall,
                1,
                [.. names.Select(name => Rival(name, _measured[name][round], nanoseconds, isBuild))]))]);
    }

    private RivalResult Rival(string name, HoldMeasurement measurement, Func<HoldMeasurement, double> nanoseconds, bool isBuild)
    {
        double time = nanoseconds(measurement) / step.OperationsPerCall;
        var one = new Spread(time, time, time, time, time);
        return new RivalResult(
            name,
            1,
            one,
            new Spread(1, 1, 1, 1, 1),
            new MedianInterval(1, 1),
            isBuild ? (double)measurement.BuildAllocatedBytes / step.OperationsPerCall : 0,
            step.OperationsPerCall,
            isBuild ? measurement.Building : CollectionStatistics.None,
            name == step.Contenders[0].Name ? Verdict.Baseline : Verdict.TooCloseToCall);
    }

    private static HoldMeasurement Median(List<HoldMeasurement> rounds)
    {
        return rounds[0] with
        {
            ManagedBytes = (long)Of(round => round.ManagedBytes),
            NativeBytes = (long)Of(round => round.NativeBytes),
            ResidentBytes = (long)Of(round => round.ResidentBytes),
            Building = rounds.OrderBy(round => round.Building.TotalPauseMilliseconds).ElementAt(rounds.Count / 2).Building,
            LongestFullCollectionMilliseconds = Of(round => round.LongestFullCollectionMilliseconds),
            BuildMilliseconds = Of(round => round.BuildMilliseconds),
            BuildAllocatedBytes = (long)Of(round => round.BuildAllocatedBytes),

            // Other processes can only lengthen pauses, so the shortest one is kept.
            LongestBackgroundPauseMilliseconds = rounds.Min(round => round.LongestBackgroundPauseMilliseconds),
            RandomReadNanoseconds = OfOptional(round => round.RandomReadNanoseconds),
            HotReadNanoseconds = OfOptional(round => round.HotReadNanoseconds),
            ReleaseMilliseconds = Of(round => round.ReleaseMilliseconds),
        };

        double Of(Func<HoldMeasurement, double> read) => Spread.Of([.. rounds.Select(read)]).Median;

        double? OfOptional(Func<HoldMeasurement, double?> read) =>
            rounds.All(round => read(round) is not null) ? Of(round => read(round)!.Value) : null;
    }
}

namespace Cenote.Tool.Measuring;

/// <summary>Times a step in this process: contenders are checked against each other, and then take turns.</summary>
/// <param name="options">The timing of steps that do not override it.</param>
/// <param name="longestSlot">The maximum time slot of a contender, even if a step requests more.</param>
internal sealed class StepRunner(SideBySideOptions options, TimeSpan longestSlot)
{
    /// <summary>Runs one step.</summary>
    public TimedStep Run(MeasuredStep step)
    {
        foreach (Contender contender in step.Contenders)
        {
            contender.Prepare();
        }

        ulong checksum = Verify(step);
        return new TimedStep(step.Id, Time(step), checksum);
    }

    /// <summary>Throws if contenders have read back different text.</summary>
    /// <exception cref="ToolException">The checksums differ.</exception>
    public static void Compare(MeasuredStep step, string contender, ulong checksum, ulong expected)
    {
        if (checksum != expected)
        {
            throw ToolException.Failure(
                $"'{contender}' returned different strings from '{step.Contenders[0].Name}' in step '{step.Id}'. "
                + "The figures cannot be trusted; please report this as a bug.");
        }
    }

    /// <summary>Returns the timing options of a step.</summary>
    public SideBySideOptions TimingOf(MeasuredStep step)
    {
        SideBySideOptions timing = step.Timing(options);
        return timing with
        {
            RoundTime = Shorter(timing.RoundTime),
            LongestRoundTime = Shorter(timing.LongestRoundTime),

            // Like a running program, most steps do not collect the heap before each slot. Steps that build long-lived data do,
            // because a program builds such data once, on a fresh heap.
            CollectOnce = step.Contenders.All(contender => contender.Hold is null),
        };
    }

    private static ulong Verify(MeasuredStep step)
    {
        ulong expected = 0;
        for (int i = 0; i < step.Contenders.Count; i++)
        {
            Contender contender = step.Contenders[i];
            ulong checksum = contender.Verify();
            expected = i == 0 ? checksum : expected;
            Compare(step, contender.Name, checksum, expected);
        }

        return expected;
    }

    private TimeSpan Shorter(TimeSpan slot) => slot < longestSlot ? slot : longestSlot;

    private Comparison Time(MeasuredStep step)
    {
        var workloads = new List<IWorkload>();
        try
        {
            var rivals = new List<Rival>();
            foreach (Contender contender in step.Contenders)
            {
                IWorkload workload = contender.Start();
                workloads.Add(workload);
                rivals.Add(new Rival(contender.Name, workload.Run));
            }

            return SideBySide.Run(step.Title, step.OperationsPerCall, rivals, TimingOf(step));
        }
        finally
        {
            workloads.ForEach(workload => workload.Dispose());
        }
    }
}

using System.Diagnostics;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Arenas;

/// <summary>
/// Times work that cannot be repeated where it stands: strings that are sorted must be unsorted first. Each racer prepares, which
/// is not timed, and then does its work once; they take turns in rounds, in another order each time.
/// </summary>
internal static class Race
{
    /// <summary>Measures code that is warm.</summary>
    /// <param name="name">What the racers do.</param>
    /// <param name="rounds">How often each does it.</param>
    /// <param name="rehearse">Whether a round comes first that is not counted.</param>
    /// <param name="racers">Who.</param>
    /// <returns>The results in the order of the racers.</returns>
    /// <exception cref="InvalidOperationException">A racer ends with other strings than the first one.</exception>
    public static RaceResult[] Run(string name, int rounds, bool rehearse, params Racer[] racers)
    {
        RaceResult[] results = [.. racers.Select(racer => new RaceResult(racer.Name, new double[rounds], 0))];
        ulong[] checksums = new ulong[racers.Length];
        int first = rehearse ? -1 : 0;
        for (int round = first; round < rounds; round++)
        {
            for (int turn = 0; turn < racers.Length; turn++)
            {
                int number = (round + 1 + turn) % racers.Length;
                Racer racer = racers[number];
                racer.Prepare();
                long bytes = GC.GetAllocatedBytesForCurrentThread();
                long start = Stopwatch.GetTimestamp();
                racer.Work();
                double time = Stopwatch.GetElapsedTime(start).TotalNanoseconds;
                bytes = GC.GetAllocatedBytesForCurrentThread() - bytes;
                if (round == first)
                {
                    checksums[number] = racer.Checksum();
                }

                if (round >= 0)
                {
                    results[number].Nanoseconds[round] = time;
                    results[number] = results[number] with { AllocatedBytes = bytes };
                }
            }
        }

        int other = Array.FindIndex(checksums, checksum => checksum != checksums[0]);
        return other < 0
            ? results
            : throw new InvalidOperationException(
                $"{name}: '{racers[other].Name}' ends with other strings than '{racers[0].Name}'.");
    }

    /// <summary>Calls work often enough for the JIT to give its best.</summary>
    public static void WarmUp(Action work)
    {
        const int Passes = 3;
        const int Calls = 64;
        for (int pass = 0; pass < Passes; pass++)
        {
            for (int call = 0; call < Calls; call++)
            {
                work();
            }

            // The JIT compiles the next tier in the background.
            Thread.Sleep(200);
        }
    }
}

/// <summary>One who takes part in a <see cref="Race"/>.</summary>
/// <param name="Name">What tables call it.</param>
/// <param name="Prepare">Brings everything into the state from which the work begins. Not timed.</param>
/// <param name="Work">What is timed.</param>
/// <param name="Checksum">Of the strings that the work ends with.</param>
internal sealed record Racer(string Name, Action Prepare, Action Work, Func<ulong> Checksum);

/// <summary>What a racer needed.</summary>
/// <param name="Name">Who.</param>
/// <param name="Nanoseconds">The time of each round.</param>
/// <param name="AllocatedBytes">Managed bytes of the last round.</param>
internal sealed record RaceResult(string Name, double[] Nanoseconds, long AllocatedBytes)
{
    public double Median => Spread.Of(Nanoseconds).Median;

    /// <summary>Times relative to another's of the same round.</summary>
    public Spread RelativeTo(RaceResult other) =>
        Spread.Of([.. Nanoseconds.Zip(other.Nanoseconds, (time, otherTime) => time / otherTime)]);
}

using System.Diagnostics;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Arenas;

/// <summary>
/// Times work that must be prepared before each repetition: before a sort, for example, the unsorted order is restored. In each
/// round, every racer prepares untimed and then does its work once. The order of the racers rotates.
/// </summary>
internal static class Race
{
    /// <summary>Measures racers whose code is already warm.</summary>
    /// <param name="name">The work.</param>
    /// <param name="rounds">The number of rounds.</param>
    /// <param name="rehearse">Whether an uncounted round runs first.</param>
    /// <param name="racers">The racers.</param>
    /// <returns>The results in the order of the racers.</returns>
    /// <exception cref="InvalidOperationException">A racer's final strings differ from the first racer's.</exception>
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
                $"{name}: '{racers[other].Name}' ends with different strings from '{racers[0].Name}'.");
    }

    /// <summary>Calls the work until the JIT has fully optimized it.</summary>
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

/// <summary>A participant in a <see cref="Race"/>.</summary>
/// <param name="Name">The name in tables.</param>
/// <param name="Prepare">Prepares the state in which the work begins. Not timed.</param>
/// <param name="Work">The timed work.</param>
/// <param name="Checksum">Checksum of the final strings.</param>
internal sealed record Racer(string Name, Action Prepare, Action Work, Func<ulong> Checksum);

/// <summary>The results of a racer.</summary>
/// <param name="Name">The name of the racer.</param>
/// <param name="Nanoseconds">The time of each round.</param>
/// <param name="AllocatedBytes">Managed bytes allocated in the last round.</param>
internal sealed record RaceResult(string Name, double[] Nanoseconds, long AllocatedBytes)
{
    public double Median => Spread.Of(Nanoseconds).Median;

    /// <summary>Times relative to another racer's in the same round.</summary>
    public Spread RelativeTo(RaceResult other) =>
        Spread.Of([.. Nanoseconds.Zip(other.Nanoseconds, (time, otherTime) => time / otherTime)]);
}

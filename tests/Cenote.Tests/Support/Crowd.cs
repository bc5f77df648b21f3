using System.Diagnostics;
using Xunit.Abstractions;

namespace Cenote.Tests.Support;

/// <summary>Runs the same work on several threads concurrently; a failure of any thread fails the test.</summary>
internal static class Crowd
{
    public const int Threads = 5;

    /// <summary>
    /// Runs a step repeatedly on each thread, with the thread's number, its random source, and the number of earlier runs.
    /// </summary>
    public static void Run(ITestOutputHelper output, Action<int, Random, long> step, int steps = 60_000)
    {
        steps = RunSettings.Length(steps);
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var watch = Stopwatch.StartNew();
        Run(worker =>
        {
            var random = new Random(seed + worker);
            for (long i = 0; i < steps || watch.Elapsed < RunSettings.Soak; i++)
            {
                step(worker, random, i);
            }
        });
    }

    /// <summary>Runs the work on each thread.</summary>
    public static void Run(Action<int> work)
    {
        Exception? failure = null;
        Thread[] workers = [.. Enumerable.Range(0, Threads).Select(worker => new Thread(() =>
        {
            try
            {
                work(worker);
            }
            catch (Exception exception)
            {
                Volatile.Write(ref failure, exception);
            }
        }))];
        Array.ForEach(workers, static worker => worker.Start());
        Array.ForEach(workers, static worker => worker.Join());
        Assert.True(failure is null, failure?.ToString());
    }
}

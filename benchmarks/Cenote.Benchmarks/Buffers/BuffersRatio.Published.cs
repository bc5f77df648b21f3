using System.Diagnostics;
using Cenote.Benchmarks.Buffers.Rentals;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Buffers;

/// <content>
/// The work of most published benchmarks: each byte of one or three buffers is written. Three are also measured while other
/// threads use the shared pool.
/// </content>
internal sealed partial class BuffersRatio
{
    private const string EachByte = "each byte written";
    private const double PublishedLimit = 1.05;

    private static IEnumerable<RatioRow> Published() =>
        s_published.SelectMany(static length => Published(length, three: false, threads: 0))
            .Concat(s_published.SelectMany(static length => Published(length, three: true, threads: 0)))
            .Concat(s_published.SelectMany(static length => Published(length, three: true, threads: 1)))
            .Concat(s_published.SelectMany(static length => Published(length, three: true, threads: 3)));

    private static IEnumerable<RatioRow> Published(int length, bool three, int threads)
    {
        var rivals = new RentalRivals<EachByteWork>(length, three);
        Rival[] all =
        [
            rivals.Of<StackRental>(Stack), rivals.Of<ScratchRental>(Buffer), rivals.Of<ZeroedStackRental>(Zeroed),
            rivals.Of<SharedPoolRental>(Shared), rivals.Of<OwnPoolRental>(Own), rivals.Of<SpanOwnerRental>(SpanOwner),
        ];
        string beside = threads == 0 ? "" : Invariant($", beside {threads} {(threads == 1 ? "thread" : "threads")}");
        string name = Invariant($"{length:N0} bytes, each written, {Held(three)}{beside}");

        using var hammer = new PoolHammer(threads, length);
        Comparison comparison = SideBySide.Run(name, rivals.Operations, all, s_timing);

        // While other threads run, wall-clock time depends on scheduling, so the goal applies to the thread's CPU time, if known.
        double? wallLimit = threads > 0 && ThreadClock.IsSupported ? null : PublishedLimit;
        foreach (RatioRow row in Rows(EachByte, comparison, wallLimit, TimesStack))
        {
            yield return row;
        }

        if (threads > 0 && ThreadClock.IsSupported)
        {
            foreach ((Rival rival, Spread ratio) in ProcessorTimes(all).Skip(1))
            {
                double? limit = rival.Name == Buffer ? PublishedLimit : null;
                yield return RatioRow.Of(EachByte, name + ", processor time", rival.Name, TimesStack, ratio, limit);
            }
        }
    }

    /// <summary>The CPU time of each rival relative to the first rival's in the same round. All rivals must be warm.</summary>
    private static IEnumerable<(Rival Rival, Spread Ratio)> ProcessorTimes(Rival[] rivals)
    {
        const int Rounds = 15;
        double[][] ratios = [.. rivals.Select(static _ => new double[Rounds])];
        for (int round = 0; round < Rounds; round++)
        {
            double[] times = Array.ConvertAll(rivals, ProcessorTime);
            for (int i = 0; i < rivals.Length; i++)
            {
                ratios[i][round] = times[i] / times[0];
            }
        }

        return rivals.Select((rival, i) => (rival, Spread.Of(ratios[i])));
    }

    /// <summary>CPU time of a call, in nanoseconds, averaged over 2 ms of CPU time or 100 ms of wall-clock time.</summary>
    private static double ProcessorTime(Rival rival)
    {
        const double Nanoseconds = 2e6;
        double start = ThreadClock.Nanoseconds();
        double end;
        int calls = 0;
        long limit = Stopwatch.GetTimestamp() + (Stopwatch.Frequency / 10);
        do
        {
            rival.Run();
            calls++;
            end = ThreadClock.Nanoseconds();
        }
        while (end - start < Nanoseconds && Stopwatch.GetTimestamp() < limit);

        return (end - start) / calls;
    }
}

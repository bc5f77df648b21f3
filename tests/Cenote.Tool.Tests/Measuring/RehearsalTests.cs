using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Measuring;

public class RehearsalTests
{
    private static readonly TextCorpus s_corpus = Corpora.Of([.. Enumerable.Range(0, 10_000).Select(i => $"{i}")]);

    [Fact]
    public void Every_contender_is_called_more_than_60_times_in_each_of_three_passes()
    {
        var first = new CountingSection("a", "b");
        var second = new CountingSection("c");

        Rehearsal.Run([first, second], s_corpus, (_, _) => { }, default);

        Assert.Equal(
            ["a", "b", "c", "a", "b", "c", "a", "b", "c"],
            first.Turns.Concat(second.Turns).OrderBy(turn => turn.Time).Select(turn => turn.Name));
        Assert.All(first.Turns.Concat(second.Turns), turn => Assert.InRange(turn.Calls, 61, 100));
    }

    [Fact]
    public void It_works_on_an_excerpt()
    {
        var section = new CountingSection("a");

        Rehearsal.Run([section], s_corpus, (_, _) => { }, default);

        Assert.Equal([Excerpt.MostStrings], section.CorpusCounts);
    }

    [Fact]
    public void The_turn_of_a_contender_that_takes_long_ends_early()
    {
        var section = new CountingSection("slow") { Run = () => Thread.Sleep(10) };

        Rehearsal.Run([section], s_corpus, (_, _) => { }, default);

        Assert.All(section.Turns, turn => Assert.InRange(turn.Calls, 1, 10));
    }

    [Fact]
    public void Steps_on_several_threads_are_not_rehearsed()
    {
        var section = new CountingSection("a") { Threads = 2 };

        Rehearsal.Run([section], s_corpus, (_, _) => { }, default);

        Assert.Empty(section.Turns);
    }

    [Fact]
    public void Cancelling_stops_before_the_next_turn()
    {
        using var source = new CancellationTokenSource();
        var section = new CountingSection("a", "b") { Run = source.Cancel };

        Assert.Throws<OperationCanceledException>(() => Rehearsal.Run([section], s_corpus, (_, _) => { }, source.Token));

        Assert.Equal("a", Assert.Single(section.Turns).Name);
    }

    [Fact]
    public void Progress_names_every_contender_and_never_goes_back()
    {
        List<(string Activity, double Share)> seen = [];

        Rehearsal.Run([new CountingSection("a", "b")], s_corpus, (activity, share) => seen.Add((activity, share)), default);

        Assert.Equal(["Warming up a", "Warming up b"], seen.Select(entry => entry.Activity).Distinct());
        Assert.Equal(seen.Select(entry => entry.Share).Order(), seen.Select(entry => entry.Share));
        Assert.All(seen, entry => Assert.InRange(entry.Share, 0, 1));
    }

    [Fact]
    public void What_was_rehearsed_is_timed_after_three_calls_in_the_rounds_that_were_asked_for()
    {
        SideBySideOptions options = Rehearsal.TimingAfter(rounds: 23);

        Assert.Equal((23, 1, 3, TimeSpan.Zero), (options.Rounds, options.WarmupPasses, options.WarmupCalls, options.WarmupPause));
    }

    private sealed class CountingSection(params string[] names) : ISection
    {
        private static int s_time;

        public string Name => "counting";

        public int Threads { get; init; } = 1;

        public Action Run { get; init; } = () => { };

        public List<Turn> Turns { get; } = [];

        public List<int> CorpusCounts { get; } = [];

        public IReadOnlyList<MeasuredStep> Steps(TextCorpus corpus)
        {
            CorpusCounts.Add(corpus.Count);
            Contender[] contenders = [.. names.Select(name => new Contender(name, () => Start(name), () => 1))];
            return [new MeasuredStep("step", "Step", 1, contenders) { Threads = Threads }];
        }

        private Turn Start(string name)
        {
            var turn = new Turn(name, Interlocked.Increment(ref s_time), Run);
            Turns.Add(turn);
            return turn;
        }
    }

    private sealed class Turn(string name, int time, Action run) : IWorkload
    {
        public string Name => name;

        public int Time => time;

        public int Calls { get; private set; }

        public void Run()
        {
            Calls++;
            run();
        }

        public void Dispose()
        {
            // Nothing to let go.
        }
    }
}

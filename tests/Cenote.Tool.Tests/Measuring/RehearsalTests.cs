using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Measuring;

[Collection(WholeProcess.Name)]
public class RehearsalTests
{
    private static readonly TextCorpus s_corpus = Corpora.Of([.. Enumerable.Range(0, 10_000).Select(i => $"{i}")]);

    [Fact]
    public void Every_contender_is_called_often_enough_for_two_tiers_in_each_of_two_passes()
    {
        var section = new CountingSection("a", "b");

        Rehearse(section);

        Assert.Equal(["a", "b", "a", "b"], section.Turns.OrderBy(turn => turn.Time).Select(turn => turn.Name));
        Assert.All(section.Turns, turn => Assert.InRange(turn.Calls, (2 * Rehearsal.CallsPerTier) + 1, 3 * Rehearsal.CallsPerTier));
    }

    [Fact]
    public void It_works_on_an_excerpt()
    {
        var section = new CountingSection("a");

        Rehearse(section);

        Assert.Equal([Excerpt.MaxStrings], section.CorpusCounts);
    }

    [Fact]
    public void The_turn_of_a_contender_that_takes_long_ends_early()
    {
        var section = new CountingSection("slow") { Run = () => Thread.Sleep(10) };

        Rehearse(section);

        Assert.All(section.Turns, turn => Assert.InRange(turn.Calls, 1, 10));
    }

    [Fact]
    public void Steps_on_several_threads_are_not_rehearsed()
    {
        var section = new CountingSection("a") { Threads = 2 };

        Rehearse(section);

        Assert.Empty(section.Turns);
    }

    private static void Rehearse(ISection section) => Rehearsal.Run(section, s_corpus, TimeSpan.FromMilliseconds(50));

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
            // Nothing to release.
        }
    }
}

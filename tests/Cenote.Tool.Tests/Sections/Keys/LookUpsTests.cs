using Cenote.Tool.Input;
using Cenote.Tool.Sections.Keys;

namespace Cenote.Tool.Tests.Sections.Keys;

public class LookUpsTests
{
    [Fact]
    public void A_few_questions_are_all_asked_in_each_run()
    {
        var asked = new List<int>();
        using var lookUps = new LookUps<Recorder>(new Recorder(asked), 3);

        lookUps.Run();
        lookUps.Run();

        Assert.Equal(3, LookUps<Recorder>.PartOf(3));
        Assert.Equal([0, 1, 2, 0, 1, 2], asked);
    }

    [Fact]
    public void Of_many_questions_a_part_is_asked_in_each_run_and_all_in_the_end()
    {
        var asked = new List<int>();
        using var lookUps = new LookUps<Recorder>(new Recorder(asked), 12_000);

        lookUps.Run();
        lookUps.Run();
        lookUps.Run();
        lookUps.Run();

        Assert.Equal(5_000, LookUps<Recorder>.PartOf(12_000));
        Assert.Equal([.. Enumerable.Range(0, 10_000), .. Enumerable.Range(7_000, 5_000), .. Enumerable.Range(0, 5_000)], asked);
    }

    [Fact]
    public void Every_answer_counts_for_the_checksum()
    {
        var asked = new List<int>();

        ulong checksum = LookUps<Recorder>.Verify(new Recorder(asked), 12_000);

        Assert.Equal(Enumerable.Range(0, 12_000), asked);
        Assert.Equal(TextChecksum.Of<int>([.. Enumerable.Range(0, 12_000).Select(question => 2 * question)]), checksum);
    }

    private readonly struct Recorder(List<int> asked) : IKeyReader
    {
        public int Answer(int question)
        {
            asked.Add(question);
            return 2 * question;
        }

        public void Dispose()
        {
            // There is nothing to dispose.
        }
    }
}

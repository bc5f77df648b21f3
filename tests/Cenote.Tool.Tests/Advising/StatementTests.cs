using Cenote.Tool.Advising;
using Cenote.Tool.Tests.Reports.Html;

namespace Cenote.Tool.Tests.Advising;

public class StatementTests
{
    [Fact]
    public void The_figures_follow_the_conclusion() =>
        Assert.Equal("Hold them as ids: 1 ns.", new Statement($"Hold them as {new Name("ids")}", $"1 ns").Whole.ToString());

    [Fact]
    public void A_subject_begins_a_sentence_of_its_own_and_remarks_follow()
    {
        var statement = new Statement($"Do not pool them", $"2 ns")
        {
            Subject = $"The best is {new Name("pool")}",
            Remarks = [$"One", $"Two"],
        };

        Assert.Equal("Do not pool them. The best is pool: 2 ns. One. Two.", statement.Whole.ToString());
        Assert.Equal([new WordingPart("pool", IsName: true)], statement.Whole.Where(part => part.IsName));
    }

    [Fact]
    public void Names_stand_apart_from_words()
    {
        RivalResult contender = Made.Rival("string[]", 1, Verdict.Baseline);
        Wording inner = $"{contender} over {new Name("a pool")}";
        Wording wording = $"As {inner}, {"words"}";

        Assert.Equal("As string[] over a pool, words", wording.ToString());
        Assert.Equal(["string[]", "a pool"], wording.Where(part => part.IsName).Select(part => part.Text));
        Assert.Equal("1, 2", Wording.Join(", ", [$"{"1"}", $"{"2"}"]).ToString());
        Assert.Empty(Wording.None);
    }

    [Fact]
    public void Every_advice_names_what_it_recommends_but_for_plain_code()
    {
        foreach (AdviceItem item in FixedReport.Create().Advice)
        {
            Statement statement = Assert.IsType<Statement>(item.Statement);

            Assert.Equal(item.Text, statement.Whole.ToString());
            Assert.StartsWith(statement.Conclusion.ToString(), item.Text, StringComparison.Ordinal);
            Assert.True(
                item.Recommends is null
                || item.Outcome == Conclusion.Stay
                || statement.Conclusion.Contains(new WordingPart(item.Recommends, IsName: true)));
        }
    }
}

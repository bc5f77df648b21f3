using Cenote.Tool.Advising;
using Cenote.Tool.Reports.Html;

namespace Cenote.Tool.Tests.Reports.Html;

public class AdviceTextTests
{
    [Fact]
    public void The_conclusion_is_told_without_the_figures()
    {
        var direct = new Statement($"Sort them: in an arena. Or not", $"1 ns against 2 ns") { Remarks = [$"More"] };
        AdviceItem item = Item(direct, null);

        Assert.Equal("Sort them: in an arena. Or not.", AdviceText.Conclusion(item).ToString());
        Assert.Equal("Sort them: in an arena. Or not: 1 ns against 2 ns. More.", AdviceText.Whole(item).ToString());
    }

    [Fact]
    public void Every_mention_of_what_is_recommended_is_code_and_no_other_word_or_name()
    {
        var statement = new Statement(
            $"Use string, {new Name("string")}", $"{new Name("string[]")} or {new Name("string")} for a string & more");

        Assert.Equal("Use string, <code>string</code>.", AdviceText.Conclusion(Item(statement, "string")).ToString());
        Assert.Equal(
            "Use string, <code>string</code>: string[] or <code>string</code> for a string &amp; more.",
            AdviceText.Whole(Item(statement, "string")).ToString());
        Assert.DoesNotContain("<code>", AdviceText.Whole(Item(statement, null)).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_name_is_encoded() =>
        Assert.Equal(
            "Pool: <code>ObjectPool&lt;char[]&gt;</code>.",
            AdviceText.Whole(Item(new Statement($"Pool", $"{new Name("ObjectPool<char[]>")}"), "ObjectPool<char[]>")).ToString());

    [Fact]
    public void Text_without_parts_is_told_as_it_is()
    {
        var item = new AdviceItem("topic", Conclusion.Use, "name", "Use the name: 1 < 2.");

        Assert.Equal("Use the name: 1 &lt; 2.", AdviceText.Conclusion(item).ToString());
        Assert.Equal("Use the name: 1 &lt; 2.", AdviceText.Whole(item).ToString());
    }

    private static AdviceItem Item(Statement statement, string? recommends) =>
        AdviceItem.Of("topic", new Decision(recommends is null ? Conclusion.NotWorthIt : Conclusion.Use, recommends), statement);
}

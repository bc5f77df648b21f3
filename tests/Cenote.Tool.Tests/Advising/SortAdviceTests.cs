using Cenote.Tool.Advising;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

public class SortAdviceTests
{
    [Fact]
    public void The_fastest_sort_is_recommended_with_its_figures()
    {
        AdviceItem arena = Adviser.Sort(Made.Sort((0.8, Verdict.Faster), (0.3, Verdict.Faster), (0.5, Verdict.Faster)));
        AdviceItem span = Adviser.Sort(Made.Sort((0.3, Verdict.Faster), (0.8, Verdict.Faster), (0.9, Verdict.Faster)));

        Assert.Equal(("Sort", SortSection.ArenaSort), (arena.Topic, arena.Recommends));
        Cites(
            arena,
            "by StringArena.Sort: 30.0 ns per string against 100 ns with Array.Sort(string[]) (ratio 0.30, 95 % interval 0.28 to "
            + "0.32)");
        Assert.Equal(SortSection.SpanSort, span.Recommends);
        Cites(span, "by Span<ArenaString>.Sort: 30.0 ns");
    }

    [Fact]
    public void The_code_and_the_figure_are_about_sorting_an_arena_that_is_filled_already()
    {
        AdviceItem advice = Adviser.Sort(Made.Sort((0.3, Verdict.Faster), (0.5, Verdict.Faster), (0.9, Verdict.Faster)));

        Cites(advice, "If these strings are already in an arena, sort them there by", "90.0 ns, including filling the arena");
        Assert.All([SortSection.ArenaSort, SortSection.SpanSort], name =>
        {
            string[] parts = Snippets.Of(name)!.After.Split("// Timed:");

            Assert.StartsWith("// Not timed: ", parts[0], StringComparison.Ordinal);
            Assert.Contains("arena.Add(text)", parts[0], StringComparison.Ordinal);
            Assert.Contains("Sort(", parts[1], StringComparison.Ordinal);
            Assert.DoesNotContain("Add(", parts[1], StringComparison.Ordinal);
        });
    }

    [Fact]
    public void Of_sorts_that_cannot_be_told_apart_the_arena_s_own_is_recommended()
    {
        // Intervals extend 0.02 to either side: those around 0.30 and 0.33 overlap; those around 0.30 and 0.35 do not.
        AdviceItem even = Adviser.Sort(Made.Sort((0.3, Verdict.Faster), (0.33, Verdict.Faster), (0.9, Verdict.Faster)));
        AdviceItem uneven = Adviser.Sort(Made.Sort((0.3, Verdict.Faster), (0.35, Verdict.Faster), (0.9, Verdict.Faster)));
        AdviceItem unsure = Adviser.Sort(
            Made.Sort((0.96, Verdict.Faster), (0.98, Verdict.TooCloseToCall), (0.9, Verdict.Faster)));

        Assert.Equal(SortSection.ArenaSort, even.Recommends);
        Assert.Equal(SortSection.SpanSort, uneven.Recommends);
        Assert.Equal(SortSection.SpanSort, unsure.Recommends);
    }

    [Fact]
    public void Nothing_is_recommended_when_it_is_too_close_to_call()
    {
        AdviceItem advice = Adviser.Sort(Made.Sort((1.2, Verdict.Slower), (0.99, Verdict.TooCloseToCall), (1.5, Verdict.Slower)));

        Assert.Null(advice.Recommends);
        Cites(advice, "Whether strings in an arena sort faster is too close to call: StringArena.Sort, 99.0 ns per string against 100 ns");
    }

    [Fact]
    public void Managed_strings_are_recommended_when_they_are_sorted_faster()
    {
        AdviceItem advice = Adviser.Sort(Made.Sort((1.4, Verdict.Slower), (1.2, Verdict.Slower), (1.5, Verdict.Slower)));

        Assert.Equal(SortSection.ArraySort, advice.Recommends);
        Cites(advice, "Managed strings sort faster here", "StringArena.Sort takes 120 ns per string against 100 ns");
    }

    [Theory]
    [InlineData(
        0.7,
        Verdict.Faster,
        "created only to sort them pays off, too: 70.0 ns, including filling the arena (ratio 0.70, 95 % interval 0.68 to 0.72)")]
    [InlineData(
        1.01,
        Verdict.TooCloseToCall,
        "created only to sort managed strings pays off is too close to call: 101 ns, including filling the arena (ratio 1.01")]
    [InlineData(
        1.3,
        Verdict.Slower,
        "Do not create an arena only to sort managed strings: 130 ns, including filling the arena (ratio 1.30")]
    public void It_is_said_whether_managed_strings_are_worth_an_arena_to_sort_them(double ratio, Verdict verdict, string citation)
    {
        AdviceItem advice = Adviser.Sort(Made.Sort((0.8, Verdict.Faster), (0.5, Verdict.Faster), (ratio, verdict)));

        Assert.Equal(verdict == Verdict.Faster ? SortSection.ArenaSort : null, advice.Recommends);
        Cites(advice, citation, "If these strings are already in an arena, sort them there by StringArena.Sort");
    }

    private static void Cites(AdviceItem advice, params string[] citations) =>
        Assert.All(citations, citation => Assert.Contains(citation, advice.Text, StringComparison.Ordinal));
}

using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;
using Cenote.Tool.Sections.Sort;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Sections;

public class SortSectionTests
{
    // Unsorted, with duplicates, common prefixes, an empty string, and chars whose UTF-16 order differs from code point order.
    private static readonly TextCorpus s_corpus = Corpora.Of(
        [
            .. Enumerable.Range(0, 2_000)
                .Select(i => $"{(i % 3 == 0 ? "https://" : "")}{"zé漢\uFFFD"[i % 4]}{i * 7_919 % 1_000}"),
            "", "😀", "\uFFFD", "a\0", "a",
        ]);

    public static TheoryData<string> Contenders => [.. Step(s_corpus).Contenders.Select(contender => contender.Name)];

    [Theory]
    [MemberData(nameof(Contenders))]
    public void Every_contender_sorts_as_CompareOrdinal_does(string contender)
    {
        string[] strings = s_corpus.Strings();
        Array.Sort(strings, string.CompareOrdinal);

        Assert.Equal(Corpora.Of(strings).Checksum(), Find(contender).Verify());
        Assert.NotEqual(s_corpus.Checksum(), Find(contender).Verify());
    }

    [Theory]
    [MemberData(nameof(Contenders))]
    public void Every_run_sorts_from_the_order_of_the_corpus(string contender)
    {
        using var sorting = (ISorting)Find(contender).Start();

        sorting.Run();
        ulong first = sorting.Checksum();
        sorting.Run();

        Assert.Equal(first, sorting.Checksum());
        Assert.Equal(Find(contender).Verify(), first);
    }

    [Fact]
    public void A_run_starts_again_from_what_was_given()
    {
        List<string[]> given = [];
        using var managed = new ManagedSorting(Corpora.Of("b", "c", "a"), [0, 2], strings =>
        {
            given.Add([.. strings]);
            Array.Sort(strings, StringComparer.Ordinal);
        });
        using var arena = new ArenaSorting(Corpora.Of("b", "c", "a"), [0, 2], (arena, strings) =>
        {
            given.Add([.. strings.Select(text => text.ToString())]);
            arena.Sort(strings);
        });

        managed.Run();
        managed.Run();
        arena.Run();
        arena.Run();

        Assert.Equal(Enumerable.Repeat<string[]>(["b", "a"], 4), given);
        Assert.Equal(Corpora.Of("a", "b").Checksum(), managed.Checksum());
        Assert.Equal(Corpora.Of("a", "b").Checksum(), arena.Checksum());
    }

    [Fact]
    public void What_is_not_sorted_is_told_by_the_checksum()
    {
        using var managed = new ManagedSorting(Corpora.Of("b", "a"), [0, 1], _ => { });
        using var arena = new ArenaSorting(Corpora.Of("b", "a"), [0, 1], (_, _) => { });

        managed.Run();
        arena.Run();

        Assert.Equal(Corpora.Of("b", "a").Checksum(), managed.Checksum());
        Assert.Equal(Corpora.Of("b", "a").Checksum(), arena.Checksum());
        Assert.NotEqual(Corpora.Of("a", "b").Checksum(), managed.Checksum());
    }

    [Fact]
    public void Sorting_an_array_of_strings_is_what_a_program_has_today()
    {
        Assert.Equal(
            [SortSection.ArraySort, SortSection.SpanSort, SortSection.ArenaSort, SortSection.ManagedByArena],
            Step(s_corpus).Contenders.Select(contender => contender.Name));
    }

    [Fact]
    public void Of_many_strings_a_sample_is_sorted()
    {
        MeasuredStep few = Step(s_corpus);
        MeasuredStep many = Step(Corpora.Of([.. Enumerable.Repeat("x", 100_001)]));

        Assert.Equal(("Sort, 2,005 strings", 2_005), (few.Title, few.OperationsPerCall));
        Assert.Equal(("Sort, 100,000 strings", 100_000), (many.Title, many.OperationsPerCall));
    }

    [Fact]
    public void The_rounds_that_were_asked_for_are_kept()
    {
        Assert.Equal(23, Step(s_corpus).Timing(new SideBySideOptions { Rounds = 23 }).Rounds);
    }

    private static MeasuredStep Step(TextCorpus corpus) => Assert.Single(new SortSection().Steps(corpus));

    private static Contender Find(string contender) => Step(s_corpus).Contenders.Single(entry => entry.Name == contender);
}

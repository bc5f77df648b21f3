using System.Text.RegularExpressions;

namespace Cenote.Repository.Tests;

/// <summary>Plain English with the standard terms, in pages, comments and XML docs: no banned phrase, no long sentence.</summary>
public sealed class WordsTests
{
    private const int MaxAverageWords = 22;
    private const int MaxWords = 40;
    private const int MaxWordsOfAllPages = 45_000;

    /// <summary>Banned phrases and their replacements.</summary>
    private static readonly (Regex Phrase, string Instead)[] s_banned =
    [
        Ban("whoever|whatever|whichever", "callers that, any thread that, the one that"),
        Ban("nobody|nobody's|somebody|anybody|everybody", "no thread, no caller, a caller, all threads"),
        Ban("anew", "again"),
        Ban("at hand", "cached, available"),
        Ban("in vain", "without a result"),
        Ban("all the same", "anyway, equal"),
        Ban("as good as", "almost"),
        Ban("lets? go of|let go|letting go", "release, evict, drop"),
        Ban("(?:gives?|gave|given|giving) way", "yield to, be replaced by"),
        Ban("(?:gives?|gave|given|giving) (?:(?:the )?[a-z]+ )?back", "return, release"),
        Ban("(?:is|are|was|were|be|been) asked|asked (?:for|of)", "look up, request, call"),
        Ban("tells|told|tell (?:[a-z]+ )?apart", "report, return, show, distinguish"),
        Ban("(?:stands?|stood) (?:for|in|on)", "represent, be in, depend on"),
        Ban("beside", "concurrently with, next to, in addition to"),
        Ban("amid|amidst", "during"),
        Ban("meanwhile|in the meantime", "concurrently, during this"),
        Ban("(?:comes?|came) as", "be passed as, be"),
        Ban("so many", "this many, up to N"),
        Ban("of (?:its|their|one's) own|on (?:its|their) own behalf", "separate, dedicated, private"),
        Ban("in the mean", "on average (geometric mean)"),
        Ban("(?:at|by) the (?:least|most|worst)", "at least, at most, in the worst case"),
        Ban("(?<=,) for (?:it|they|there|no [a-z]+|the [a-z]+) (?:is|are|has|have|was|were|can|may)", "because"),
        Ban("births|(?:is|are|was|were) born", "at the source (ADO.NET, EF Core, Dapper, JSON)"),
        Ban("forced,? blocking|blocking full", "blocking gen 2 collection"),
        Ban("house|shelf", "repository, convention, subfolder"),
        Ban("all else", "everything else"),
        Ban("in the place of", "instead of"),
        Ban("for ever", "forever, as long as the process runs"),
        Ban("next to nothing|to speak of", "almost nothing, trivial"),
        Ban("used too late", "used after free, stale"),
        Ban("(?:makes?|made) a string of", "allocate a string"),
        Ban(@"(?-i:Measured)\]? (?:is|are)", "the thing that is measured first: X is measured"),
    ];

    private static IEnumerable<string> Pages => Repository.Pages
        .Where(page => !page.StartsWith("benchmarks/", StringComparison.Ordinal));

    [Fact]
    public void Pages_use_the_standard_terms() =>
        Findings.AssertNone(Pages.SelectMany(page => BannedIn(page, PlainProse.OfPage(MarkdownPage.Load(page)))));

    [Fact]
    public void Comments_use_the_standard_terms() =>
        Findings.AssertNone(Repository.FilesUnder("src", "*.cs")
            .SelectMany(file => BannedIn(file, PlainProse.OfComments(SourceCompilation.ParseFile(file)))));

    [Fact]
    public void Sentences_of_pages_are_short() =>
        Findings.AssertNone(Pages.SelectMany(page => LongIn(page, PlainProse.OfPage(MarkdownPage.Load(page)))));

    // Code blocks and figures are not counted.
    [Fact]
    public void All_pages_together_are_short() =>
        Assert.InRange(
            Repository.Pages
                .SelectMany(page => MarkdownPage.Load(page).Prose)
                .SelectMany(line => line.Text.Split(' '))
                .Count(static word => word.Any(char.IsLetter)),
            1,
            MaxWordsOfAllPages);

    [Fact]
    public void A_banned_phrase_on_a_page_is_noticed_except_in_code_and_generated_tables()
    {
        MarkdownPage page = MarkdownPage.Parse(
            """
            The cache lets
            go of `somebody` and a stand-in for [the table](at-the-source.md).
            ```text
            nobody
            ```
            <!-- figures buffers/threads -->
            | beside 1 thread |
            <!-- end -->
            | Beside |
            """);

        Assert.Equal(
            [
                "page.md:1: instead of \"lets go of\" write: release, evict, drop",
                "page.md:9: instead of \"Beside\" write: concurrently with, next to, in addition to",
            ],
            BannedIn("page.md", PlainProse.OfPage(page)));
    }

    [Fact]
    public void A_banned_phrase_in_a_comment_is_noticed_and_one_in_code_is_not()
    {
        const string Code =
            """
            /// <summary>Tells <c>nobody</c>.
            /// <code>
            /// nobody();
            /// </code></summary>
            class C
            {
                // It waits in
                // vain.
                string _text = "nobody"; // It gives the memory back.
            }
            """;

        Assert.Equal(
            [
                "C.cs:7: instead of \"in vain\" write: without a result",
                "C.cs:9: instead of \"gives the memory back\" write: return, release",
                "C.cs:1: instead of \"Tells\" write: report, return, show, distinguish",
            ],
            BannedIn("C.cs", PlainProse.OfComments(SourceCompilation.Parse(Code, "C.cs"))));
    }

    [Fact]
    public void Sentences_are_split_as_a_reader_splits_them()
    {
        MarkdownPage page = MarkdownPage.Parse(
            """
            # No sentence. None
            One ends
            here. `Two` takes 1.5 ns: it has [a link](x.md "A. B.").
            - three
            - "Four." (Is it
              five?) **Six.**

            | no | sentence. None |
            ![No sentence](a.svg)
            1. [no](y.md) sentence
            """);

        Assert.Equal(
            [
                "2: 3 in One ends here.", "2: 8 in X takes 1.5 ns: it has [a link].",
                "4: 1 in three", "5: 1 in \"Four.\"", "5: 3 in (Is it five?)", "5: 1 in **Six.**",
            ],
            PlainProse.SentencesOf(PlainProse.OfPage(page))
                .Select(sentence => $"{sentence.Line}: {PlainProse.WordsOf(sentence.Text)} in {sentence.Text}"));
    }

    [Theory]
    [InlineData(MaxAverageWords, 0)]
    [InlineData(MaxAverageWords + 1, 1)]
    [InlineData(MaxWords + 1, 2)]
    public void A_long_sentence_is_noticed(int words, int findings) =>
        Assert.Equal(findings, LongIn("page.md", string.Join(' ', Enumerable.Repeat("word", words))).Count());

    // A space in a phrase may be a line break. A hyphen belongs to a word.
    private static (Regex Phrase, string Instead) Ban(string phrases, string instead)
    {
        const RegexOptions Options = RegexOptions.IgnoreCase | RegexOptions.CultureInvariant;
        string pattern = phrases.Replace(" ", @"(?: +| *\n *)", StringComparison.Ordinal);
        return (new Regex($@"(?<![\w-])(?:{pattern})(?![\w-])", Options), instead);
    }

    private static IEnumerable<string> BannedIn(string file, string prose) =>
        from banned in s_banned
        from match in banned.Phrase.Matches(prose)
        let line = prose[..match.Index].Count(static unit => unit == '\n') + 1
        select $"{file}:{line}: instead of \"{match.Value.Replace('\n', ' ')}\" write: {banned.Instead}";

    private static IEnumerable<string> LongIn(string page, string prose)
    {
        (string Text, int Line, int Words)[] sentences =
        [
            .. PlainProse.SentencesOf(prose).Select(found => (found.Text, found.Line, PlainProse.WordsOf(found.Text))),
        ];
        foreach ((string text, int line, int words) in sentences.Where(static sentence => sentence.Words > MaxWords))
        {
            yield return $"{page}:{line}: a sentence has {words} words, more than {MaxWords}: {text}";
        }

        double average = sentences.Select(static sentence => sentence.Words).DefaultIfEmpty().Average();
        if (average > MaxAverageWords)
        {
            yield return $"{page}: sentences have {average:0.0} words on average, more than {MaxAverageWords}";
        }
    }
}

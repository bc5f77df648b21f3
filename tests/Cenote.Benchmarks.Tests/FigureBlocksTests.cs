using Cenote.Benchmarks.Publishing;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Tests;

public class FigureBlocksTests
{
    private const string Page =
        """
        # A page

        <!-- run strings -->
        old
        <!-- end -->

        <!-- figures strings/cells; rivals=ids -->
        old
        <!-- end -->

        <!-- figures strings/cells; unit=ms; rivals=refs -->
        <!-- end -->

        the end
        """;

    internal static readonly RatioReport Report = new()
    {
        Area = "strings",
        Command = "ratio strings --runs 3",
        Machine = MachineInfo.Current() with { Date = new DateTimeOffset(2026, 11, 23, 0, 0, 0, TimeSpan.Zero) },
        Processor = "A-processor 7",
        Seconds = 12.4,
        Runs = [Quiet(10, 11), Quiet(9.5, 10), Quiet(10, 12.5)],
        Rows =
        [
            new("cells", "8 chars", "refs", "x managed", 0.5, 0.5, 0.5, null),
            new("cells", "8 chars", "ids", "x managed", 0.4, 0.4, 0.4, null),
            new("cells", "pause", "refs", "ms", 0.1, 0.1, 0.1, null),
        ],
    };

    [Fact]
    public void Blocks_are_filled_and_the_rest_stays()
    {
        string filled = Fill(Page);

        Assert.Equal(
            """
            # A page

            <!-- run strings -->

            - A-processor 7, 23 November 2026: medians of 3 runs of 12 s; calibration loop: 9.5 to 12.5 ns per string
              ([result](../../benchmarks/results/a-processor-7/strings/ratio.txt))

            <!-- end -->

            <!-- figures strings/cells; rivals=ids -->

            | x managed | ids |
            | --- | --- |
            | 8 chars | 0.40 |

            <!-- end -->

            <!-- figures strings/cells; unit=ms; rivals=refs -->

            | ms | refs |
            | --- | --- |
            | pause | 0.10 |

            <!-- end -->

            the end
            """,
            filled);
        Assert.Equal(filled, Fill(filled));
        Assert.Equal(["strings"], FigureBlocks.AreasOf(Page));
    }

    [Fact]
    public void A_table_of_unlike_things_has_no_means()
    {
        RatioReport report = Report with
        {
            Rows =
            [
                new("all", "time", "ids", "x plain", 0.5, 0.5, 0.5, null),
                new("all", "memory", "ids", "x plain", 0.5, 0.5, 0.5, null),
            ],
        };

        Assert.Contains("mean*", Fill("<!-- figures strings/all -->\n<!-- end -->", report), StringComparison.Ordinal);
        Assert.EndsWith(
            "| memory | 0.50 |\n\n<!-- end -->",
            Fill("<!-- figures strings/all; means=no -->\n<!-- end -->", report),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Without_a_report_a_block_stays_as_it_is() => Assert.Equal(Page, FigureBlocks.Fill(Page, _ => []));

    [Theory]
    [InlineData("strings/nothing")]
    [InlineData("strings/cells; unit=days")]
    [InlineData("strings/cells; rivals=nobody")]
    public void A_block_that_asks_for_what_is_not_there_is_refused(string block) =>
        Assert.Throws<InvalidOperationException>(() => Fill($"<!-- figures {block} -->\n<!-- end -->"));

    private static string Fill(string page, RatioReport? report = null) =>
        FigureBlocks.Fill(page, area => area == "strings" ? [report ?? Report] : []);

    private static Quietness Quiet(double low, double high) => new(10, Spread.Of([low, high]), 2, 0);
}

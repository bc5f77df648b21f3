using Cenote.Benchmarks.Publishing;
using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Tests;

public class GoalsTests
{
    [Fact]
    public void Rows_that_miss_their_goal_are_listed_and_others_are_not()
    {
        RatioReport report = FigureBlocksTests.Report with
        {
            Rows =
            [
                new("cells", "8 chars", "refs", "x managed", 0.9, 0.9, 0.9, 0.85),
                new("cells", "8 chars", "ids", "x managed", 0.8, 0.8, 0.8, 0.85),
                new("cells", "8 chars", "others", "x managed", 2, 2, 2, null),
            ],
        };

        string page = Goals.Of([report, report with { Area = "kept", Rows = [] }]);

        Assert.EndsWith(
            """
            ## strings, A-processor 7: 1 of 2

            | group | case | rival | value | goal | unit |
            |---|---|---|--:|--:|---|
            | cells | 8 chars | refs | 0.90 | 0.85 | x managed |

            """.ReplaceLineEndings("\n"),
            page,
            StringComparison.Ordinal);
        Assert.DoesNotContain("kept", page, StringComparison.Ordinal);
    }
}

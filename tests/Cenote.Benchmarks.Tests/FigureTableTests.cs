using Cenote.Benchmarks.Publishing;
using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Tests;

public class FigureTableTests
{
    [Fact]
    public void Cases_are_lines_and_rivals_columns_and_what_misses_its_limit_is_bold()
    {
        string table = FigureTable.Of(
            [
                Row("8 chars", "refs", 0.5, limit: 0.85, baseline: 10),
                Row("8 chars", "ids", 0.25, limit: null, baseline: 10),
                Row("32 chars", "refs", 0.98, limit: 0.85, baseline: 1234.5),
                Row("32 chars", "ids", 1, limit: null, baseline: 1234.5),
            ],
            columns: null);

        Assert.Equal(
            """
            | x managed | refs (≤ 0.85) | ids | managed, ns |
            | --- | --- | --- | --- |
            | 8 chars | 0.50 | 0.25 | 10.00 |
            | 32 chars | **0.98** | 1.00 | 1,234 |
            | *geometric mean* | 0.70 | 0.50 |  |
            | *worst* | 0.98 | 1.00 |  |

            """.ReplaceLineEndings("\n"),
            table);
    }

    [Fact]
    public void Limits_that_differ_stand_in_the_cells()
    {
        string table = FigureTable.Of([Row("a", "refs", 0.5, 0.85, null), Row("b", "refs", 0.9, 0.7, null)], columns: null);

        Assert.Contains("| a | 0.50 of 0.85 |", table, StringComparison.Ordinal);
        Assert.Contains("| b | **0.90** of 0.7 |", table, StringComparison.Ordinal);
    }

    [Fact]
    public void A_part_of_the_cases_becomes_a_column()
    {
        string table = FigureTable.Of(
            [
                Row("4 chars, 1 thread", "ours", 0.5, 1, null),
                Row("4 chars, 2 threads", "ours", 0.6, 1, null),
                Row("9 chars, 2 threads", "ours", 0.7, 1, null),
            ],
            columns: "thread");

        Assert.Contains("| x managed | ours, 1 thread (≤ 1.0) | ours, 2 threads (≤ 1.0) |", table, StringComparison.Ordinal);
        Assert.Contains("| 4 chars | 0.50 | 0.60 |", table, StringComparison.Ordinal);
        Assert.Contains("| 9 chars |  | 0.70 |", table, StringComparison.Ordinal);
    }

    private static RatioRow Row(string name, string rival, double value, double? limit, double? baseline) =>
        new("group", name, rival, RatioRow.TimesManaged, value, value, value, limit, baseline);
}

using Cenote.Benchmarks.Publishing;
using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Tests;

public class FigureTableTests
{
    [Fact]
    public void Cases_are_lines_and_rivals_columns()
    {
        string table = FigureTable.Of(
            [[Row("8 chars", "refs", 0.5, 10), Row("8 chars", "ids", 0.25, 10), Row("32 chars", "refs", 0.98, 1234.5), Row("32 chars", "ids", 1, 1234.5)]],
            columns: null);

        Assert.Equal(
            """
            | x managed | refs | ids | managed, ns |
            | --- | --- | --- | --- |
            | 8 chars | 0.50 | 0.25 | 10.00 |
            | 32 chars | 0.98 | 1.00 | 1,234 |
            | *geometric mean* | 0.70 | 0.50 |  |
            | *worst* | 0.98 | 1.00 |  |

            """.ReplaceLineEndings("\n"),
            table);
    }

    [Fact]
    public void Several_processors_share_a_cell()
    {
        string table = FigureTable.Of(
            [
                [Row("a", "refs", 0.5, 10), Row("b", "refs", 0.8, 10)],
                [Row("a", "refs", 0.4, 12), Row("b", "refs", 0.9, 10), Row("b", "ids", 0.9, 10)],
                [Row("c", "refs", 0.1, 9)],
            ],
            columns: null);

        Assert.Equal(
            """
            | x managed | refs | ids | managed, ns |
            | --- | --- | --- | --- |
            | a | 0.40–0.50 |  | 10.00–12.00 |
            | b | 0.80–0.90 | 0.90 | 10.00 |
            | c | 0.10 |  | 9.00 |
            | *geometric mean* | 0.60–0.63 | 0.90 |  |
            | *worst* | 0.90 | 0.90 |  |

            """.ReplaceLineEndings("\n"),
            table);
    }

    [Fact]
    public void A_value_of_runs_that_differ_has_a_tilde()
    {
        RatioRow unsteady = Row("b", "refs", 0.5) with { Low = 0.4, High = 0.6 };

        Assert.Contains("| b | ~0.50 |", FigureTable.Of([[Row("a", "refs", 0.5), unsteady]], columns: null), StringComparison.Ordinal);
    }

    [Fact]
    public void A_part_of_the_cases_becomes_a_column()
    {
        string table = FigureTable.Of(
            [[Row("4 chars, 1 thread", "ours", 0.5), Row("4 chars, 2 threads", "ours", 0.6), Row("9 chars, 2 threads", "ours", 0.7)]],
            columns: "thread");

        Assert.Contains("| x managed | ours, 1 thread | ours, 2 threads |", table, StringComparison.Ordinal);
        Assert.Contains("| 4 chars | 0.50 | 0.60 |", table, StringComparison.Ordinal);
        Assert.Contains("| 9 chars |  | 0.70 |", table, StringComparison.Ordinal);
    }

    private static RatioRow Row(string name, string rival, double value, double? baseline = null) =>
        new("group", name, rival, RatioRow.TimesManaged, value, value, value, Limit: null, baseline);
}

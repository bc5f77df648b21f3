using Cenote.Tool.Heaps;

namespace Cenote.Tool.Tests.Heaps;

public class HeapSummaryTests
{
    private const int Million = 1 << 20;

    [Fact]
    public void The_headline_is_the_first_advice()
    {
        Assert.Equal("No savings found in a heap of 100 MB", HeapSummary.Headline(Report(Advice(null, 0, 0))));
        Assert.Equal(
            "30.0 MB of 100 MB can be saved in one place: Product.Name",
                        HeapSummary.Headline(Report(Advice("Product.Name", 30 * Million, 0), Advice("Other", 0, 20 * Million))));
        Assert.Equal(
            "50.0 MB of 100 MB can be saved, 30.0 MB of it in one place: Product.Name",
            HeapSummary.Headline(Report(Advice("Product.Name", 30 * Million, 0), Advice("Other", 20 * Million, 0))));
        Assert.Equal(
            "60.0 MB of 100 MB can leave the managed heap, 40.0 MB of it in one place: Cache",
            HeapSummary.Headline(Report(Advice("Cache", 0, 40 * Million), Advice("Other", 0, 20 * Million), Advice("Name", 1 * Million, 0))));
        Assert.Equal(
            "40.0 MB of 100 MB can leave the managed heap: Cache",
            HeapSummary.Headline(Report(Advice("Cache", 0, 40 * Million))));
        Assert.Equal(
    "40.0 MB of 100 MB can leave the managed heap: Cache",
    HeapSummary.Headline(Report(Advice("Cache", 0, 40 * Million) with { HasOwner = false })));
        Assert.Equal(
            "30.0 MB of 100 MB can be saved across several or unknown owners: string[]",
            HeapSummary.Headline(Report(Advice("string[]", 30 * Million, 0) with { HasOwner = false })));
    }

    [Fact]
    public void Several_pieces_of_advice_are_added_up()
    {
        HeapAdvice saving = Advice("Product.Name", 30 * Million, 0);
        HeapAdvice moving = Advice("Cache", 0, 40 * Million);

        Assert.Empty(HeapSummary.Sum(Report(saving)));
        Assert.Equal("Together this saves 60.0 MB.", HeapSummary.Sum(Report(saving, saving)));
        Assert.Equal("Together this takes 80.0 MB off the managed heap.", HeapSummary.Sum(Report(moving, moving)));
        Assert.Equal(
            "Together this saves 30.0 MB and takes 40.0 MB off the managed heap.", HeapSummary.Sum(Report(saving, moving)));
    }

    [Fact]
    public void What_could_not_be_read_has_a_reason()
    {
        HeapReport report = Report(Advice(null, 0, 0));

        Assert.DoesNotContain("could not be read", HeapSummary.Scope(report), StringComparison.Ordinal);
        Assert.EndsWith(
            " 2.00 MB of the heap could not be read: its memory is missing.",
            HeapSummary.Scope(report with { UnreadBytes = 2 * Million, MissingBytes = 2 * Million }),
            StringComparison.Ordinal);
        Assert.EndsWith(
            " 2.00 MB of the heap could not be read: its memory is missing. "
            + "1.00 MB of the heap could not be read: it follows an object whose type the runtime does not know.",
            HeapSummary.Scope(report with { UnreadBytes = 3 * Million, MissingBytes = 2 * Million }),
            StringComparison.Ordinal);
    }

    [Fact]
    public void The_standstill_has_its_parts_where_they_are_known()
    {
        HeapTarget dump = Report(Advice(null, 0, 0)).Target with { StandstillSeconds = 0.237 };

        Assert.Empty(HeapSummary.Standstill(dump with { StandstillSeconds = null }));
        Assert.Equal(" Standstill 237 ms.", HeapSummary.Standstill(dump));
        Assert.Equal(
            " Standstill 237 ms: 60.0 ms to attach and 177 ms to copy 593 MB (0.31 s/GB).",
            HeapSummary.Standstill(dump with { CopySeconds = 0.177, CopiedBytes = 593L * Million }));
    }

    private static HeapAdvice Advice(string? place, long saved, long moved) => new(
        place ?? "This heap",
        place,
        place is null ? null : "StringInterner",
        saved,
        moved,
        IsEstimated: true,
        0,
        0,
        "text")
    {
        HasOwner = true,
    };

    private static HeapReport Report(params HeapAdvice[] advice)
    {
        var strings = new HeapStrings(2, 1, 48, 24);
        return new HeapReport(
            HeapReport.CurrentSchema,
            "1.0",
            "cenote heap PID",
            MachineInfo.Current(),
            new HeapTarget("program", "live", "10.0.12", ServerCollector: false, 0.5, 1.5, 1_000),
            3,
            100 * Million,
            3,
            0,
            0,
            1,
            strings,
            strings,
            [],
            0,
            [],
            advice,
            [],
            []);
    }
}

using System.Globalization;
using System.Net;
using System.Text.Json;
using Cenote.Tool.Heaps;
using Cenote.Tool.Reports;
using static Cenote.Heap.Tests.HeapReports;

namespace Cenote.Heap.Tests;

public class HeapGrowthTests
{
    private const string Evil = "Evil\u001b[31m<script>";

    [Fact]
    public void The_heap_is_there_then_and_now_and_may_shrink()
    {
        HeapReport before = Of();
        HeapReport after = before with { Bytes = 90 * Megabyte, Objects = 5, Strings = new HeapStrings(3, 1, 72, 48) };

        HeapGrowth growth = HeapGrowth.Of(before, after, after.Places, 10);

        Assert.Equal(new HeapTotals(100 * Megabyte, 3, 2, 24), growth.Before);
        Assert.Equal(new HeapTotals(90 * Megabyte, 5, 3, 48), growth.After);
        Assert.Equal(new HeapTotals(-10 * Megabyte, 2, 1, 24), growth.Difference);
        Assert.Equal((before.Machine.Date, "program.dll"), (growth.Date, growth.Name));
    }

    [Fact]
    public void Places_are_matched_by_full_name_and_kind_and_sorted_by_growth()
    {
        HeapReport before = Of(
            Place("Shrunk", 10, 9 * Megabyte),
            Place("Same", 10, 5 * Megabyte),
            Place("Grown", 10, Megabyte),
            Place("Kind", 10, Megabyte, kind: PlaceKind.Keys),
            Place("Kind", 10, Megabyte),
            Place("Gone", 10, 3 * Megabyte));
        HeapReport after = Of(
            Place("Same", 10, 5 * Megabyte),
            Place("Kind", 20, Megabyte, kind: PlaceKind.Keys, valueBytes: 2 * Megabyte),
            Place("Kind", 10, Megabyte),
            Place("Grown", 30, 7 * Megabyte),
            Place("New", 10, 4 * Megabyte),
            Place("Shrunk", 1, Megabyte));

        HeapGrowth growth = HeapGrowth.Of(before, after, after.Places, 10);

        Assert.Equal(
            [
                ("Grown", 6 * Megabyte), ("New", 4 * Megabyte), ("Kind", 2 * Megabyte), ("Gone", -3 * Megabyte), ("Shrunk", -8 * Megabyte),
            ],
            growth.Places.Select(place => (place.Name, place.AddedBytes!.Value)));
        Assert.Equal(new HeapPlaceSize(10, Megabyte, 0), growth.Places[0].Before);
        Assert.Equal(new HeapPlaceSize(30, 7 * Megabyte, 0), growth.Places[0].After);
        Assert.Equal((null, PlaceKind.Field), (growth.Places[1].Before, growth.Places[1].Kind));
        Assert.Equal((new HeapPlaceSize(20, Megabyte, 2 * Megabyte), PlaceKind.Keys), (growth.Places[2].After, growth.Places[2].Kind));
        Assert.Null(growth.Places[3].After);
    }

    // Sizes in MB of the rows Owner.A, Owner.B, Owner.C and the shared row, before and now; 0 for none.
    [Theory]
    [InlineData("0 0 0 0", "3 0 0 0", "A +3")] // There was no shared row.
    [InlineData("3 0 0 5", "2 0 0 5", "A -1")]
    [InlineData("3 0 0 5", "0 0 0 8", "")] // Owner.A is in the shared row now.
    [InlineData("3 0 0 5", "0 0 0 9", "shared at least +1")]
    [InlineData("9 0 0 5", "0 0 0 7", "A at least -2")]
    [InlineData("0 0 0 8", "3 0 0 5", "")] // Owner.A was in the shared row.
    [InlineData("0 0 0 8", "9 0 0 5", "A at least +1")]
    [InlineData("0 0 0 8", "3 0 0 3", "shared at least -2")]
    [InlineData("3 2 0 0", "0 0 0 5", "")]
    [InlineData("0 0 0 5", "3 2 0 0", "")]
    [InlineData("0 0 4 8", "3 2 4 3", "")]
    [InlineData("0 0 4 8", "3 2 6 1", "C +2 shared at least -2")]
    public void What_moves_between_a_row_and_the_shared_one_is_not_growth(string then, string now, string expected)
    {
        HeapReport report = Compared(Of(Rows(then)), Of(Rows(now)));

        Assert.Equal(
            expected,
            string.Join(' ', report.Growth!.Places.Select(place => $"{NameOf(place)} {HeapGrowthText.Added(place)}"))
                .Replace(".00 MB", string.Empty, StringComparison.Ordinal));
        Assert.All(
            [Flat(report), Section(report)],
            text => Assert.Equal(
                expected.Contains("least", StringComparison.Ordinal), text.Contains("owners of less than 1 %", StringComparison.Ordinal)));

        static string NameOf(HeapPlaceGrowth place) => place.FullName == "App.Keys" ? "shared" : place.FullName["Owner.".Length..][..1];

        static HeapPlace[] Rows(string sizes) =>
        [
            .. sizes.Split(' ')
                .Select(static size => long.Parse(size, CultureInfo.InvariantCulture) * Megabyte)
                .Zip(new[] { "Owner.A", "Owner.B", "Owner.C", null })
                .Where(static row => row.First > 0)
                .Select(static row => Place("Keys", 10, row.First, kind: PlaceKind.Keys) with
                {
                    Owner = row.Second,
                    FullName = row.Second is null ? "App.Keys" : $"{row.Second} → App.Keys",
                }),
        ];
    }

    [Fact]
    public void What_an_earlier_report_left_out_may_be_in_the_shared_row_now()
    {
        HeapPlace other = Place("Other", 10, 20 * Megabyte);
        HeapReport before = Of(Keys(50), other) with { OtherPlaces = 1 };

        HeapReport moved = Compared(before, Of(Keys(62), other));
        HeapReport grown = Compared(before, Of(Keys(80), other));

        Assert.Empty(moved.Growth!.Places);
        Assert.Equal((true, 10 * Megabyte), (grown.Growth!.Places[0].IsLeast, grown.Growth.Places[0].AddedBytes));

        static HeapPlace Keys(long megabytes) => Place("Keys", 10, megabytes * Megabyte, kind: PlaceKind.Keys);
    }

    [Fact]
    public void A_place_in_the_shared_row_is_not_called_none()
    {
        HeapPlace row = Place("Keys", 10, 9 * Megabyte, kind: PlaceKind.Keys) with { Owner = "Owner.A", FullName = "Owner.A → App.Keys" };
        HeapReport report = Compared(Of(Place("Keys", 5, 3 * Megabyte, kind: PlaceKind.Keys)), Of(row));

        Assert.All([Flat(report), Section(report)], text => Assert.DoesNotContain("none", text, StringComparison.Ordinal));
        Assert.Contains("shared 9.00 MB at least +6.00 MB", Flat(report), StringComparison.Ordinal);
    }

    [Fact]
    public void Long_names_break_on_the_page()
    {
        HeapReport after = Of(Place("New", 10, Megabyte));

        Assert.All(
            [Compared(Of(), after), Compared(Of() with { OtherPlaces = 1 }, after)],
            report => Assert.Contains(
                """<th class="long" scope="row">App.<wbr>New</th>""", HeapGrowthSection.Write(report).ToString(), StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(104_857, 0)]
    [InlineData(104_858, 1)]
    [InlineData(-104_857, 0)]
    [InlineData(-104_858, 1)]
    public void A_thousandth_of_the_heap_is_notable(long difference, int places)
    {
        HeapReport before = Of(Place("A", 10, Megabyte));
        HeapReport after = Of(Place("A", 10, Megabyte + difference));

        Assert.Equal(places, HeapGrowth.Of(before, after, after.Places, 10).Places.Count);
    }

    [Fact]
    public void In_a_small_heap_a_hundred_kilobytes_are_notable()
    {
        HeapReport before = Of(Place("A", 10, 1_000), Place("B", 10, 1_000)) with { Bytes = Megabyte };
        HeapReport after = Of(Place("A", 10, 1_000 + 102_399), Place("B", 10, 1_000 + 102_400)) with { Bytes = Megabyte };

        Assert.Equal("B", Assert.Single(HeapGrowth.Of(before, after, after.Places, 10).Places).Name);
    }

    [Fact]
    public void Where_the_earlier_report_left_places_out_what_it_does_not_list_is_not_called_new()
    {
        HeapReport before = Of(Place("Grown", 10, Megabyte)) with { OtherPlaces = 7 };
        HeapReport after = Of(Place("Unlisted", 10, 9 * Megabyte), Place("Grown", 10, 2 * Megabyte));

        HeapReport report = Compared(before, after);

        HeapGrowth growth = report.Growth!;
        Assert.Equal([("Grown", Megabyte), ("Unlisted", (long?)null)], growth.Places.Select(place => (place.Name, place.AddedBytes)));
        Assert.Equal((1, 7), (growth.ListedPlaces, growth.UnlistedPlaces));
        Assert.All([Section(report), Flat(report)], text =>
        {
            Assert.Contains("The earlier report lists 1 place and leaves out 7, so it is unknown", text, StringComparison.Ordinal);
            Assert.DoesNotContain("none", text, StringComparison.Ordinal);
            Assert.DoesNotContain("+9.00 MB", text, StringComparison.Ordinal);
        });
    }

    [Fact]
    public void There_are_no_more_places_than_asked_for_and_unknown_ones_do_not_displace_known_ones()
    {
        HeapReport before = Of(Place("A", 1, Megabyte), Place("B", 1, Megabyte)) with { OtherPlaces = 1 };
        HeapReport after = Of(
            Place("A", 1, 2 * Megabyte), Place("B", 1, 4 * Megabyte), Place("C", 1, 90 * Megabyte), Place("D", 1, 80 * Megabyte));

        HeapGrowth growth = HeapGrowth.Of(before, after, after.Places, 1);

        Assert.Equal(["B", "C"], growth.Places.Select(place => place.Name));
        Assert.Equal(2, growth.OtherPlaces);
    }

    [Fact]
    public void Terminal_and_page_have_the_same_section()
    {
        HeapReport report = Compared(
            Of(Place("Grown", 10, Megabyte), Place("Gone", 10, Megabyte)), Of(Place("Grown", 25, 3 * Megabyte), Place("New", 10, Megabyte)));

        Assert.All([Flat(report), Section(report)], text =>
        {
            Assert.Contains("Growth since 2026-11-20 08:30 UTC", text, StringComparison.Ordinal);
            Assert.DoesNotContain("different programs", text, StringComparison.Ordinal);
            Assert.All(["+2.00 MB", "-1.00 MB", "none", "Grown", "Gone", "New"], word => Assert.Contains(word, text, StringComparison.Ordinal));
        });
    }

    [Fact]
    public void Without_an_earlier_report_there_is_no_section()
    {
        HeapReport report = Of(Place("A", 1, Megabyte));

        Assert.All([Flat(report), Page(report)], text => Assert.DoesNotContain("Growth since", text, StringComparison.Ordinal));
        Assert.DoesNotContain("#growth", Page(report), StringComparison.Ordinal);
    }

    [Fact]
    public void Where_nothing_changed_the_report_says_so()
    {
        HeapReport report = Of(Place("A", 1, Megabyte));

        Assert.All(
            [Flat(Compared(report, report)), Page(Compared(report, report))],
            text => Assert.Contains("No place is known to have grown or shrunk notably.", text, StringComparison.Ordinal));
    }

    [Fact]
    public void A_report_of_another_program_is_compared_with_a_warning_and_steers_no_terminal()
    {
        HeapReport other = Of(Place(Evil, 1, 5 * Megabyte));
        HeapReport report = Compared(other with { Target = other.Target with { Name = Evil } }, Of());

        string output = Flat(report);
        Assert.Contains("The earlier report is of Evil\\u001b[31m", output, StringComparison.Ordinal);
        Assert.Contains("if they are different programs, the differences are meaningless.", output, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', output);
        Assert.Contains("different programs", Page(report), StringComparison.Ordinal);
        Assert.DoesNotContain("<script>", Page(report), StringComparison.Ordinal);
    }

    [Fact]
    public void The_json_has_the_growth_and_is_read_again()
    {
        HeapReport report = Compared(Of(Place("A", 1, Megabyte)), Of(Place("A", 1, 3 * Megabyte)));

        HeapReport read = JsonSerializer.Deserialize(JsonSerializer.Serialize(report, HeapJson.Default.HeapReport), HeapJson.Default.HeapReport)!;

        Assert.Equal(report.Growth!.Places, read.Growth!.Places);
        Assert.Equal(report.Growth.Before, read.Growth.Before);
    }

    private static HeapReport Compared(HeapReport before, HeapReport after) =>
        after with { Growth = HeapGrowth.Of(before, after, after.Places, 10) };

    private static string Page(HeapReport report) => HeapHtmlReport.Render(report).ToString();

    // The page's section about growth, with HTML entities decoded.
    private static string Section(HeapReport report)
    {
        string section = HeapGrowthSection.Write(report).ToString();
        Assert.Contains(section, Page(report), StringComparison.Ordinal);
        return WebUtility.HtmlDecode(section);
    }

    private static string Flat(HeapReport report)
    {
        using var output = new StringWriter();
        HeapTerminalReport.Write(
            new Terminal(output, TextWriter.Null, () => Stream.Null, IsOutTerminal: false, IsErrorTerminal: false, UseColor: false), report);
        return string.Join(' ', output.ToString().Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
    }
}

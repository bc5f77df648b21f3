using System.IO.Compression;
using System.Text;
using System.Text.Json;
using Cenote.Tests.Support;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.CommandLine;

/// <summary>Measuring other kinds of text, and single sections: each test is a separate run.</summary>
public sealed class MeasureInputTests
{
    // With few strings this section measures nothing, which suffices to test how text is read and described.
    private const string Nothing = CachesSection.SectionName;

    [Fact]
    public async Task Fields_of_standard_input_are_measured_by_their_delimiter()
    {
        Invocation fields = await Invocation.RunAsync(
            ["measure", "-", "--by", "field", "--delimiter", ";", "--rounds", "3", "--only", "sort"], "a;b\nc;\"d;e\"\n");

        Assert.Equal(ExitCodes.Success, fields.ExitCode);
        Assert.Contains("standard input: 4 strings, one for each field", fields.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("a\tb\nc\td, e\n", ",", true)]
    [InlineData("a\tb\nc\td\n", "tab", false)]
    [InlineData("a,b\tc\nd,e\n", ",", false)]
    public async Task A_tab_delimiter_is_advised_if_most_fields_contain_a_tab(string text, string delimiter, bool isAdvised)
    {
        Invocation fields = await Invocation.RunAsync(
            ["measure", "-", "--by", "field", "--delimiter", delimiter, "--only", Nothing], text);

        Assert.Equal(ExitCodes.Success, fields.ExitCode);
        Assert.Equal(isAdvised, fields.Out.Contains("add --delimiter tab.", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("table.csv", true)]
    [InlineData("table.TSV", true)]
    [InlineData("lines.txt", false)]
    public async Task Fields_are_advised_if_the_name_of_a_file_says_that_it_has_some(string name, bool isAdvised)
    {
        using var folder = new TemporaryFolder();

        Invocation lines = await Invocation.RunAsync(
            ["measure", folder.Write(name, "a,b\nc,d\n"u8.ToArray()), "--only", Nothing]);

        Assert.Equal(ExitCodes.Success, lines.ExitCode);
        Assert.Equal(isAdvised, lines.Out.Contains("add --by field.", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("fields.tsv", false)]
    [InlineData("fields.TAB", false)]
    [InlineData("fields.tsv.gz", true)]
    [InlineData("fields.Tab.GZ", true)]
    public async Task A_tab_is_the_default_delimiter_of_tsv_and_tab_files(string name, bool isPacked)
    {
        using var folder = new TemporaryFolder();
        byte[] content = "a\tb,c\nd\t\"e\n"u8.ToArray();

        Invocation fields = await Invocation.RunAsync(
            ["measure", folder.Write(name, isPacked ? Packed(content) : content), "--by", "field", "--only", Nothing]);

        Assert.Equal(ExitCodes.Success, fields.ExitCode);
        Assert.Contains($"{name}: 4 strings, one for each field", fields.Out, StringComparison.Ordinal);
    }

    public static TheoryData<byte[], int, int> Texts => new()
    {
        // A byte-order mark, CR LF, no final line end.
        { [.. Encoding.Unicode.GetPreamble(), .. Encoding.Unicode.GetBytes("größe\r\n漢字\r\n😀")], 3, 9 },

        // Invalid UTF-8: each maximal invalid part becomes a U+FFFD.
        { [.. "a long line of valid text\n"u8, 0xFF, (byte)'b', 0xE2, 0x82, (byte)'\n', .. "next"u8, 0xC3], 3, 33 },

        // Scattered NULs.
        { "a line with one NUL \0 in it\nand another one\0\n"u8.ToArray(), 2, 43 },
    };

    [LongTheory]
    [MemberData(nameof(Texts))]
    public async Task Text_of_any_kind_is_measured_from_end_to_end(byte[] content, int strings, int chars)
    {
        using var folder = new TemporaryFolder();
        string json = Path.Combine(folder.Path, "report.json");

        Invocation measured = await Invocation.RunAsync(
            ["measure", folder.Write("text", content), "--only", "sort", "--rounds", "3", "--json", json]);

        Assert.Equal(ExitCodes.Success, measured.ExitCode);
        MeasureReport report = JsonSerializer.Deserialize(File.ReadAllText(json), ReportJson.Default.MeasureReport)!;
        Assert.Equal((strings, chars), ((int)report.Profile.Count, (int)report.Profile.TotalChars));
        Assert.Equal((strings, 1), ((int)report.Input.TotalStrings, report.Input.SampleShare));
        Assert.False(report.Input.IsSample);
    }

    [LongFact]
    public async Task Arena_stands_for_the_sections_that_arenas_take_part_in()
    {
        Invocation arena = await Invocation.RunAsync(["measure", "-", "--full", "--rounds", "3", "--only", "arena"], "one\ntwo\nthree\n");

        Assert.Equal(ExitCodes.Success, arena.ExitCode);
        Assert.Contains("StringArenaList", arena.Out, StringComparison.Ordinal);
        Assert.Contains("StringArena.Sort", arena.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("Interning", arena.Out, StringComparison.Ordinal);
    }

    [LongFact]
    public async Task Only_the_sections_that_are_named_are_measured()
    {
        Invocation objects = await Invocation.RunAsync(
            ["measure", "-", "--full", "--rounds", "3", "--only", "objects"], "one\ntwo\nthree\n");

        Assert.Equal(ExitCodes.Success, objects.ExitCode);
        Assert.All(
            ["Profile", "Buffers, 3 chars", "Buffers, 5 chars", "Builders", "Duplicates"],
            text => Assert.Contains(text, objects.Out, StringComparison.Ordinal));
        Assert.All(
            ["Hold all", "Churn", "As dictionary keys", "Sort"],
            text => Assert.DoesNotContain(text, objects.Out, StringComparison.Ordinal));
    }

    [LongFact]
    public async Task Sorting_alone_is_measured_when_it_is_asked_for()
    {
        Invocation sort = await Invocation.RunAsync(
            ["measure", "-", "--full", "--by", "word", "--rounds", "3", "--only", "sort"], "three one\ntwo one\n");

        Assert.Equal(ExitCodes.Success, sort.ExitCode);
        Assert.All(
            ["Profile", "Sort, 4 strings: time per string", "StringArena.Sort", "Duplicates"],
            text => Assert.Contains(text, sort.Out, StringComparison.Ordinal));
        Assert.All(
            ["Hold all", "Churn", "As dictionary keys", "Buffers", "Builders"],
            text => Assert.DoesNotContain(text, sort.Out, StringComparison.Ordinal));
    }

    [LongFact]
    public async Task Dictionary_keys_alone_are_measured_when_it_is_asked_for()
    {
        Invocation keys = await Invocation.RunAsync(
            ["measure", "-", "--full", "--by", "word", "--rounds", "3", "--only", "collections"], "three one\ntwo one\n");

        Assert.Equal(ExitCodes.Success, keys.ExitCode);
        Assert.All(
            [
                "Profile",
                "As dictionary keys, build with 3: time per string",
                "As dictionary keys, 3 misses",
                "Dictionary keys",
                "Duplicates",
            ],
            text => Assert.Contains(text, keys.Out, StringComparison.Ordinal));
        Assert.All(
            ["Hold all", "Churn", "Sort", "Buffers", "Builders"],
            text => Assert.DoesNotContain(text, keys.Out, StringComparison.Ordinal));
    }

    [LongFact]
    public async Task Interning_alone_is_measured_when_it_is_asked_for()
    {
        Invocation interning = await Invocation.RunAsync(
            ["measure", "-", "--full", "--by", "word", "--rounds", "3", "--only", "interning"], "three one\ntwo one\n");

        Assert.Equal(ExitCodes.Success, interning.ExitCode);
        Assert.All(
            [
                "Profile",
                "Interning, first pass: time per string",
                "Interning, second pass: time per string",
                "Interned ids",
                "Duplicates",
            ],
            text => Assert.Contains(text, interning.Out, StringComparison.Ordinal));
        Assert.All(
            ["Hold all", "Churn", "As dictionary keys", "Sort", "Buffers", "Builders"],
            text => Assert.DoesNotContain(text, interning.Out, StringComparison.Ordinal));
    }

    [LongFact]
    public async Task Caches_alone_are_measured_when_it_is_asked_for()
    {
        string lines = string.Concat(Enumerable.Range(0, 20_000).Select(i => $"/customers/{i}/orders?expand=lines,notes\n"));
        Invocation caches = await Invocation.RunAsync(["measure", "-", "--full", "--rounds", "3", "--only", "caches"], lines);

        Assert.Equal(ExitCodes.Success, caches.ExitCode);
        Assert.All(
            [
                "read through: time per string", "read through: memory and pauses",
                "hits: time per string", "sets: time per string",
                "MemoryCache", "ByteCache", " hits ", "requests", "Duplicates",
            ],
            text => Assert.Contains(text, caches.Out, StringComparison.Ordinal));
        Assert.All(
            ["Hold all", "Churn", "As dictionary keys", "Sort", "Buffers", "Builders"],
            text => Assert.DoesNotContain(text, caches.Out, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Too_few_strings_to_be_cached_are_none_that_caches_are_measured_with()
    {
        Invocation caches = await Invocation.RunAsync(
            ["measure", "-", "--full", "--rounds", "3", "--only", "caches"], "one\ntwo\n");

        Assert.Equal(ExitCodes.Success, caches.ExitCode);
        Assert.Contains("Duplicates", caches.Out, StringComparison.Ordinal);
        Assert.Contains(
            "caches: not measured, because there are too few strings or they are too small.",
            caches.Out.ReplaceLineEndings(" "),
            StringComparison.Ordinal);
        Assert.DoesNotContain("ByteCache", caches.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("MemoryCache", caches.Out, StringComparison.Ordinal);
    }

    private static byte[] Packed(byte[] content)
    {
        var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionMode.Compress))
        {
            gzip.Write(content);
        }

        return packed.ToArray();
    }
}

using Cenote.Tool.Profile;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Advising;

namespace Cenote.Tool.Tests.Reports.Html;

public class MemoryPartsTests
{
    // A thousand strings of 8 chars, 40 bytes each, 600 of them distinct.
    private static readonly CorpusProfile s_profile = Made.Profile(distinct: 600, duplicateBytes: 400 * 40);

    [Fact]
    public void Managed_strings_are_text_headers_duplicates_references_and_what_is_rounded_up()
    {
        MemoryParts parts = MemoryParts.Of(s_profile, Made.Memory(StringsSection.ManagedArray, (1_000 * 48) + 100, 0))!;

        Assert.Equal(new MemoryParts(600 * 16, 600 * 20, 400 * 36, 8_000, (1_000 * 4) + 100), parts);
    }

    [Fact]
    public void A_pool_has_short_headers_handles_on_the_managed_heap_and_repeats_what_repeats()
    {
        HoldMeasurement memory = Made.Memory(StringsSection.IdArray, 8_024, 0) with { NativeBytes = 40_000 };

        MemoryParts parts = MemoryParts.Of(s_profile, memory)!;

        Assert.Equal(new MemoryParts(600 * 16, 600 * 8, 400 * 24, 8_024, 40_000 - (1_000 * 24)), parts);
    }

    [Theory]
    [InlineData(StringsSection.Utf8Array)]
    [InlineData(StringsSection.Utf8IdArray)]
    public void A_pool_of_UTF8_has_as_many_bytes_as_the_chars_take_in_UTF8(string name)
    {
        HoldMeasurement memory = Made.Memory(name, 8_024, 0) with { NativeBytes = 40_000 };

        MemoryParts parts = MemoryParts.Of(s_profile with { Utf8BytesPerChar = 1.25 }, memory)!;

        Assert.Equal(new MemoryParts(600 * 10, 600 * 8, 400 * 18, 8_024, 40_000 - (1_000 * 18)), parts);
        Assert.Null(MemoryParts.Of(s_profile with { Utf8BytesPerChar = null }, memory));
    }

    [Fact]
    public void An_interner_has_no_duplicates_and_its_table_is_part_of_the_index()
    {
        MemoryParts parts = MemoryParts.Of(s_profile, Made.Memory(StringsSection.InternedArray, 50_000, 0))!;

        Assert.Equal(new MemoryParts(600 * 16, 600 * 20, 0, 50_000 - (600 * 40), 600 * 4), parts);
    }

    [Fact]
    public void All_is_scaled_to_the_file_and_what_repeats_is_that_of_the_file()
    {
        CorpusProfile profile = s_profile with { Whole = new(4_000, 32_000, 160_000, 1_000, 40_000, false, 0, 1) };

        MemoryParts managed = MemoryParts.Of(profile, Made.Memory(StringsSection.ManagedArray, 48_000, 0))!;
        MemoryParts interned = MemoryParts.Of(profile, Made.Memory(StringsSection.InternedArray, 50_000, 0))!;

        Assert.Equal(new MemoryParts(1_000 * 16, 1_000 * 20, 3_000 * 36, 32_000, 4_000 * 4), managed);

        // The sample has 400 repetitions in 1,000 strings; interning the file keeps a copy of each of its 1,000 distinct strings.
        Assert.Equal(new MemoryParts(1_000 * 16, 1_000 * 20, 0, 32_000 + (18_000 * 1_000.0 / 600), 1_000 * 4), interned);
    }

    [Theory]
    [InlineData(StringsSection.ManagedArray)]
    [InlineData(StringsSection.RefArray)]
    [InlineData(StringsSection.IdArray)]
    [InlineData(StringsSection.InternedArray)]
    public void Whatever_was_measured_the_parts_are_all_of_it_and_none_is_less_than_nothing(string name)
    {
        foreach (long bytes in (long[])[-1_000, 0, 1, 10_000, 25_000, 30_000, 1_000_000])
        {
            MemoryParts parts = MemoryParts.Of(s_profile, Made.Memory(name, bytes, 0))!;

            Assert.Equal(Math.Max(0, bytes), parts.Total, 0.001);
            Assert.All(
                [parts.Text, parts.Headers, parts.Duplicates, parts.Index, parts.Slack],
                part => Assert.InRange(part, 0, Math.Max(0, bytes)));
        }
    }

    [Fact]
    public void What_is_laid_out_in_another_way_is_not_taken_apart() =>
        Assert.Null(MemoryParts.Of(s_profile, Made.Memory(StringsSection.ArenaList, 50_000, 0)));
}

using System.Globalization;
using System.Text.RegularExpressions;

namespace Cenote.Heap.Tests;

[Collection(VictimTests.Name)]
public partial class HeapStandstillTests(VictimFixture fixture)
{
    [PtraceFact]
    public void A_copy_is_estimated_by_the_objects_and_not_by_all_memory_of_the_process()
    {
        TimeSpan expected = HeapStandstill.OfCopy(fixture.Victim.Id, dac: null);

        Assert.InRange(
            expected,
            HeapStandstill.OfCopy(fixture.Census.Bytes / 2),
            HeapStandstill.OfCopy(HeapProcesses.MemoryOf(fixture.Victim.Id)));
        fixture.Victim.AssertRuns();
    }

    [PtraceFact]
    public void A_dump_is_estimated_by_all_memory_of_the_process() => Assert.InRange(
        HeapStandstill.OfDump(fixture.Victim.Id), HeapStandstill.OfDump(fixture.Census.Bytes), TimeSpan.FromSeconds(60));

    [Fact]
    public void Without_a_process_there_is_no_estimate()
    {
        Assert.True(Assert.Throws<HeapException>(() => HeapStandstill.OfCopy(int.MaxValue, dac: null)).IsUsage);
        Assert.True(Assert.Throws<HeapException>(() => HeapStandstill.OfDump(int.MaxValue)).IsUsage);
    }

    [Theory]
    [InlineData("live")]
    [InlineData("dump")]
    public void The_rates_are_the_slowest_that_the_documentation_has(string way)
    {
        const long Gigabyte = 1_000_000_000;
        TimeSpan rate = way == "live" ? HeapStandstill.OfCopy(Gigabyte) : HeapStandstill.OfDump(Gigabyte);

        Assert.Equal(way == "live" ? Math.Max(SlowestOf(way), SlowestRealProgram()) : SlowestOf(way), rate.TotalSeconds);
    }

    // The slowest processor's figure for live or dump, from rows such as "| standstill | 2.33–2.43 | ~0.33 |".
    private static double SlowestOf(string way)
    {
        string[][] rows =
        [
            .. File.ReadLines(Path.Combine(Repository.Folder, "docs", "benchmarks", "heap.md"))
                .Where(static line => line.StartsWith('|'))
                .Select(static line => line.Split('|', StringSplitOptions.TrimEntries)),
        ];
        int column = Array.FindIndex(rows.First(static row => row[1] == "s per GB"), cell => cell == way);
        return rows
            .Where(static row => row[1] == "standstill")
            .Max(row => double.Parse(row[column].TrimStart('~').Split('–')[^1], CultureInfo.InvariantCulture));
    }

    // The slowest rate in lines such as "249 ms to copy 562 MB (0.45 s/GB)".
    private static double SlowestRealProgram() => CopyRate
        .Matches(File.ReadAllText(Path.Combine(Repository.Folder, "docs", "heap.md")))
        .Max(static match => double.Parse(match.Groups["rate"].Value, CultureInfo.InvariantCulture));

    [GeneratedRegex(@"\((?<rate>\d+\.\d+) s/GB\)", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex CopyRate { get; }
}

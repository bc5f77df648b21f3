using System.Globalization;
using System.Text.RegularExpressions;

namespace Cenote.Repository.Tests;

/// <summary>The test counts of docs/compatibility.md match the results of the runs on other platforms.</summary>
public sealed partial class PlatformTests
{
    [GeneratedRegex(@"^(?<passed>\d+) passed", RegexOptions.Multiline)]
    private static partial Regex Passed { get; }

    [Fact]
    public void Counts_of_tests_on_other_platforms_are_those_of_the_results()
    {
        string page = File.ReadAllText(Repository.PathOf("docs/compatibility.md"));
        string[] counts =
        [
            .. Passed.Matches(File.ReadAllText(Repository.PathOf(".ci/platforms/results.txt")))
                .Select(match => int.Parse(match.Groups["passed"].ValueSpan, CultureInfo.InvariantCulture).ToString("N0", CultureInfo.InvariantCulture)),
        ];

        Assert.Equal(2, counts.Length);
        Assert.All(counts, count => Assert.Contains($"{count} tests", page, StringComparison.Ordinal));
    }
}

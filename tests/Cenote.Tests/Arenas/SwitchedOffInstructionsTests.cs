using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Cenote.Arenas;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Arenas;

/// <summary>
/// Sorting without special processor instructions, in a separate process whose runtime does not use them.
/// </summary>
public sealed partial class SwitchedOffInstructionsTests(ITestOutputHelper output)
{
    private const string AllVectors = "DOTNET_EnableHWIntrinsic";
    private const string NewVectors = "DOTNET_EnableAVX2";

    [LongTheory]
    [InlineData(AllVectors)]
    [InlineData(NewVectors)]
    public async Task Strings_are_sorted_without_special_instructions(string variable)
    {
        string[] tests =
        [
            nameof(SortTests.A_sort_gives_the_order_of_ordinal_comparison_and_keeps_that_of_equal_texts),
            nameof(SortTests.Mixed_corpora_are_sorted),
            nameof(RankSortTests),
            nameof(BitExtractorTests),
            nameof(Instructions_that_are_switched_off_are_not_used),
        ];
        string filter = string.Join('|', tests.Select(static test => $"FullyQualifiedName~{test}"));
        string[] arguments = ["vstest", typeof(SortTests).Assembly.Location, $"--TestCaseFilter:{filter}"];
        var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", arguments)
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            Environment = { [variable] = "0" },
        };
        using Process process = Process.Start(start)!;
        string text = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();

        output.WriteLine(text);
        Assert.Equal(0, process.ExitCode);
        Match passed = PassedTests().Match(text);
        Assert.True(
            passed.Success
                && int.Parse(passed.Groups[1].ValueSpan, CultureInfo.InvariantCulture) > SortTestCases, "Tests did not run.");
    }

    [Fact]
    public void Instructions_that_are_switched_off_are_not_used()
    {
        bool areSwitchedOff = new[] { AllVectors, NewVectors }.Any(
            static variable => Environment.GetEnvironmentVariable(variable) == "0");

        Assert.False(areSwitchedOff && PextExtractor.IsSupported);
    }

    private static int SortTestCases => SortCorpora.All.Count;

    [GeneratedRegex(@"Passed\s*:\s*(\d+)")]
    private static partial Regex PassedTests();
}

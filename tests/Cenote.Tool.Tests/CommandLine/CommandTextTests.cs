using Cenote.IO;
using Cenote.Tool.CommandLine;
using Cenote.Tool.Input;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.CommandLine;

public class CommandTextTests
{
    [Fact]
    public void What_is_not_said_is_not_written() => Assert.Equal("cenote measure", CommandText.Of(new MeasureSettings()));

    [Fact]
    public void Everything_that_makes_a_difference_is_written_and_nothing_else()
    {
        var settings = new MeasureSettings
        {
            Paths = [Path.Combine("secret", "a.csv")],
            IsFull = true,
            By = SplitBy.Field,
            Delimiter = ';',
            Quotes = Utf8Quoting.Lenient,
            Limit = 1_000,
            JsonPath = "secret.json",
            HtmlPath = "secret.html",
            Sections = [SectionList.All[0], SectionList.All[3]],
            RequestedRounds = 15,
        };

        Assert.Equal(
            "cenote measure a.csv --full --by field --delimiter ';' --quotes lenient --limit 1000 --only strings,sort --rounds "
            + "15", CommandText.Of(settings));
    }

    [Theory]
    [InlineData("-", "-")]
    [InlineData("folder/-x.txt", "./-x.txt")]
    [InlineData("folder/-", "./-")]
    [InlineData("my file.txt", "'my file.txt'")]
    [InlineData("it's.txt", "'it'\\''s.txt'")]
    [InlineData("$HOME", "'$HOME'")]
    [InlineData("журнал.log", "журнал.log")]
    [InlineData("line\n", "'line\\u000a'")]
    public void A_name_is_one_word_of_a_shell(string path, string word) =>
        Assert.Equal($"cenote measure {word}", CommandText.Of(new MeasureSettings { Paths = [path] }));

    [Theory]
    [InlineData('\t', "tab")]
    [InlineData(',', ",")]
    [InlineData('|', "'|'")]
    public void A_delimiter_is_one_word_of_a_shell(char delimiter, string word) =>
        Assert.Equal(
            $"cenote measure --by field --delimiter "
            + $"{word}", CommandText.Of(new MeasureSettings { By = SplitBy.Field, Delimiter = delimiter }));
}

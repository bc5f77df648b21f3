using Cenote.IO;
using Cenote.Tests.Support;
using Cenote.Tool.Input;

namespace Cenote.Tool.Tests.Input;

public class TextSplitterTests
{
    [Theory]
    [InlineData("", new string[0])]
    [InlineData("a", new[] { "a" })]
    [InlineData("a\n", new[] { "a" })]
    [InlineData("a\r\nb\rc\nd", new[] { "a", "b", "c", "d" })]
    [InlineData("\n\n", new[] { "", "" })]
    [InlineData("\r\n\r\n", new[] { "", "" })]
    [InlineData("a\0b\nc", new[] { "a\0b", "c" })]
    public void Lines_end_with_any_line_end(string text, string[] lines) =>
        Assert.Equal(lines, Corpora.Split(SplitBy.Line, text));

    [Theory]
    [InlineData("", new string[0])]
    [InlineData(" \t\r\n", new string[0])]
    [InlineData(" one  two\u00A0three\r\nfour ", new[] { "one", "two", "three", "four" })]
    public void Words_lie_between_white_space(string text, string[] words) =>
        Assert.Equal(words, Corpora.Split(SplitBy.Word, text));

    [Theory]
    [InlineData("", new string[0])]
    [InlineData("a,b\nc,d\n", new[] { "a", "b", "c", "d" })]
    [InlineData("a,\r\n,b", new[] { "a", "", "", "b" })]
    [InlineData("a\n\nb", new[] { "a", "", "b" })]
    [InlineData("\"a,b\",\"c\r\nd\"\r\ne", new[] { "a,b", "c\r\nd", "e" })]
    [InlineData("\"say \"\"hi\"\"\",\"\"", new[] { "say \"hi\"", "" })]
    [InlineData("a\"b,c", new[] { "a\"b", "c" })]
    public void Fields_are_quoted_by_RFC_4180(string text, string[] fields) =>
        Assert.Equal(fields, Corpora.Split(SplitBy.Field, text));

    [Fact]
    public void Fields_have_the_delimiter_asked_for()
    {
        Assert.Equal(["a,b", "c"], Corpora.Split(SplitBy.Field, "a,b\tc", '\t'));
    }

    [Theory]
    [InlineData("a,b\nc,\"d\ne,f\n", "Line 2 opens a quoted field that is never closed.")]
    [InlineData("\"a\"b,c", "Line 1 opens a quoted field that is followed by text after its closing quote in line 1.")]
    [InlineData("x\n\"a\r\nb\"\r\n\"c\rd\ne\" f", "Line 4 opens a quoted field that is followed by text after its closing quote in line 6.")]
    public void Quotes_that_are_not_of_RFC_4180_are_refused_with_their_lines(string text, string message)
    {
        foreach (int blockSize in (int[])[1, 2, 1_000])
        {
            ToolException exception = Assert.Throws<ToolException>(() => Corpora.Split(SplitBy.Field, text, blockSize: blockSize));

            Assert.Equal(ExitCodes.Usage, exception.ExitCode);
            Assert.StartsWith(message, exception.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Quotes_between_tabs_are_ordinary_chars()
    {
        string[] fields = ["\"a quote that stays open", "12\" record", "\"quoted\"", "\""];
        Assert.Equal(fields, Corpora.Split(SplitBy.Field, string.Join('\t', fields[..2]) + "\n" + string.Join('\t', fields[2..]), '\t'));
    }

    [Theory]
    [InlineData(Utf8Quoting.None, "\"a\"b,c\n\"d", new[] { "\"a\"b", "c", "\"d" })]
    [InlineData(Utf8Quoting.Lenient, "\"a\"b,c\n\"d", new[] { "ab", "c", "d" })]
    [InlineData(Utf8Quoting.Lenient, "\"a\" \"b\",c\"", new[] { "a \"b\"", "c\"" })]
    public void Other_quotes_are_taken_where_they_are_asked_for(Utf8Quoting quotes, string text, string[] fields)
    {
        foreach (int blockSize in (int[])[1, 2, 1_000])
        {
            Assert.Equal(fields, Corpora.Split(SplitBy.Field, text, blockSize: blockSize, quotes: quotes));
        }
    }

    [Fact]
    public void Strict_quotes_can_be_asked_for_between_tabs() =>
        Assert.Equal(["a\tb", "c"], Corpora.Split(SplitBy.Field, "\"a\tb\"\tc", '\t', quotes: Utf8Quoting.Strict));

    [LongTheory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(7)]
    public void Blocks_of_any_size_give_the_same_strings(int blockSize)
    {
        var random = new Random(blockSize);
        for (int trial = 0; trial < 2_000; trial++)
        {
            string text = RandomText(random, "ab,\"\r\n \0", 30);

            Assert.Equal(NaiveLines(text), Corpora.Split(SplitBy.Line, text, blockSize: blockSize));
            Assert.Equal(NaiveWords(text), Corpora.Split(SplitBy.Word, text, blockSize: blockSize));
            Assert.Equal(TrySplitFields(text, int.MaxValue), TrySplitFields(text, blockSize));
        }
    }

    [Fact]
    public void Fields_that_are_quoted_come_back_as_they_were()
    {
        var random = new Random(4180);
        for (int trial = 0; trial < 2_000; trial++)
        {
            string[] fields = [.. Enumerable.Range(0, 6).Select(_ => RandomText(random, "ab,\"\r\n", 5))];
            string text = string.Join(
                "\r\n",
                fields.Chunk(3).Select(record => string.Join(
                    ',', record.Select(field => $"\"{field.Replace("\"", "\"\"", StringComparison.Ordinal)}\""))));

            Assert.Equal(fields, Corpora.Split(SplitBy.Field, text, blockSize: 3));
        }
    }

    private static string RandomText(Random random, string alphabet, int longest) =>
        string.Concat(Enumerable.Range(0, random.Next(longest)).Select(_ => alphabet[random.Next(alphabet.Length)]));

    private static List<string> NaiveLines(string text)
    {
        var lines = new List<string>();
        var reader = new StringReader(text);
        while (reader.ReadLine() is string line)
        {
            lines.Add(line);
        }

        return lines;
    }

    private static string[] NaiveWords(string text) => text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);

    private static string[] TrySplitFields(string text, int blockSize)
    {
        try
        {
            return Corpora.Split(SplitBy.Field, text, blockSize: blockSize);
        }
        catch (ToolException exception)
        {
            return [exception.Message];
        }
    }
}

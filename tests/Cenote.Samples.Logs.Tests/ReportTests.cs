namespace Cenote.Samples.Logs.Tests;

public sealed class ReportTests : IDisposable
{
    private readonly string _path = Path.GetTempFileName();

    public void Dispose() => File.Delete(_path);

    [Theory]
    [InlineData(1)]
    [InlineData(20_000)]
    public void Both_forms_give_the_same_answer_for_a_log_that_is_made(int lines)
    {
        File.Delete(_path);
        LogGenerator.Write(_path, lines, CancellationToken.None);
        FormAnswer plain = PlainReport.Read(_path, CancellationToken.None);
        Assert.Equal(plain, CenoteReport.Read(_path, CancellationToken.None));
        Assert.Equal(lines, plain.Rows);
        Assert.InRange(plain.Groups, 1, lines);
    }

    [Fact]
    public void Groups_are_counted_by_host_path_and_status()
    {
        File.WriteAllText(
            _path, "t b GET /é 200 10 5\nt a GET /x 200 7 1\r\nt b PUT /é 200 20 3\nt b GET /é 404 1 1\nt a GET /y 200 7 2");
        FormAnswer answer = CenoteReport.Read(_path, CancellationToken.None);
        Assert.Equal(PlainReport.Read(_path, CancellationToken.None), answer);
        Assert.Equal((5, 4), (answer.Rows, answer.Groups));
        Assert.Equal(
            [
                "30 bytes in 2 requests, up to 5 µs: b /é 200", "7 bytes in 1 requests, up to 1 µs: a /x 200",
                "7 bytes in 1 requests, up to 2 µs: a /y 200", "1 bytes in 1 requests, up to 1 µs: b /é 404",
            ],
            answer.Text.Split('\n')[..4]);
    }

    [Theory]
    [InlineData("t b GET /é 200 10")]
    [InlineData("t b GET /é 200 10 5 6")]
    [InlineData("t b GET /é 200 x 5")]
    [InlineData("t b GET /é 200 10 -5")]
    [InlineData("")]
    public void A_line_that_is_malformed_is_named(string line)
    {
        File.WriteAllText(_path, $"t b GET /é 200 10 5\n{line}\nt b GET /é 200 10 5\n");
        foreach (Func<string, CancellationToken, FormAnswer> read in (Func<string, CancellationToken, FormAnswer>[])
            [PlainReport.Read, CenoteReport.Read])
        {
            string message = Assert.Throws<InvalidDataException>(() => read(_path, CancellationToken.None)).Message;
            Assert.StartsWith("Line 2 is not", message, StringComparison.Ordinal);
        }
    }
}

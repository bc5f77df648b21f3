using System.Globalization;
using System.Text;
using Cenote.Samples.Rows.Reading;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Samples.Rows.Tests.Reading;

/// <summary>Tests of reading that both versions of the sample must pass.</summary>
public abstract class RowFileTests(ITestOutputHelper output) : IDisposable
{
    private const int Files = 30;

    private static readonly int[] s_chunks = [1, 2, 3, 7, 16, 31, 64, 100, 107, 108, 109, 500, 4096, 1 << 20];

    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string> MalformedLines { get; } =
    [
        "", "a", ";", "a;", ";1.0", "a;1", "a;1.", "a;.1", "a;-.1", "a;-", "a;.", "a;1.23", "a;100.0", "a;-100.0", "a;+1.0",
        "a;--1.0", "a;1,0", "a;,1.0", "a; 1.0", "a;\t1.0", "a;1.0 ", "a;1.0;", "a;b;1.0", "a;1.0\r\r", "a;1\0", "a;\u00001.0",
        "a;x.0", "a;1.x",
        "a;1/0", "a;1:0", "a;/.0", "a;:.0", "a;1e1", "a;0x1.0", "a;\u0661.0", "a;1.0aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        new string('n', 101) + ";1.0", new string('ä', 51) + ";1.0", new string('n', 5000) + ";1.0", new string('n', 5000),
    ];

    public void Dispose()
    {
        _folder.Dispose();
        GC.SuppressFinalize(this);
    }

    [Fact]
    public void Random_files_give_what_the_model_gives()
    {
        int seed = Environment.GetEnvironmentVariable("CENOTE_SEED") is { Length: > 0 } text
            ? int.Parse(text, CultureInfo.InvariantCulture)
            : Random.Shared.Next();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        for (int i = 0; i < Files; i++)
        {
            string rows = RandomRows(random);
            string path = _folder.Write(rows);
            string expected = Model.Solve(rows);
            foreach (int chunk in s_chunks)
            {
                Assert.Equal(expected, Read(path, random.Next(1, 5), chunk).ToString());
            }
        }
    }

    [Theory]
    [InlineData("", "{}")]
    [InlineData("a;1.0", "{a=1.0/1.0/1.0}")]
    [InlineData("a;1.0\n", "{a=1.0/1.0/1.0}")]
    [InlineData("a;1.0\r\n", "{a=1.0/1.0/1.0}")]
    [InlineData("a;1.0\r", "{a=1.0/1.0/1.0}")]
    [InlineData("a;1.0\r\nb;-2.0\na;3.0\r\n", "{a=1.0/2.0/3.0, b=-2.0/-2.0/-2.0}")]
    [InlineData("a;-0.0\na;0.1\n", "{a=0.0/0.1/0.1}")]
    [InlineData("a;-0.1\na;0.0\n", "{a=-0.1/0.0/0.0}")]
    [InlineData("a;-99.9\na;99.9\n", "{a=-99.9/0.0/99.9}")]
    [InlineData("b;1.0\nB;1.0\né;1.0\n b;1.0\n", "{ b=1.0/1.0/1.0, B=1.0/1.0/1.0, b=1.0/1.0/1.0, é=1.0/1.0/1.0}")]
    public void Small_files_are_summed_up(string rows, string expected)
    {
        string path = _folder.Write(rows);

        foreach (int chunk in s_chunks)
        {
            Assert.Equal(expected, Read(path, 2, chunk).ToString());
        }
    }

    [Theory]
    [InlineData("\u037E")]
    [InlineData("\uFF1B")]
    [InlineData("\u00BB\u06BB\u0B3B")]
    [InlineData("\u0A0A\u2028\u0085")]
    [InlineData("\uFEFF")]
    [InlineData("-12.3")]
    [InlineData("\0\t\r")]
    public void What_resembles_a_separator_is_a_part_of_the_name(string name)
    {
        string rows = string.Concat(Enumerable.Repeat($"{name};-1.0\nx{name};99.9\n", 20));
        string path = _folder.Write(rows);

        Assert.All(s_chunks, chunk => Assert.Equal(Model.Solve(rows), Read(path, 2, chunk).ToString()));
    }

    [LongTheory]
    [MemberData(nameof(MalformedLines))]
    public void A_malformed_line_is_named_wherever_it_is(string line)
    {
        string good = string.Concat(Enumerable.Repeat("Abha;12.3\nOther place;-4.5\n", 4));
        foreach (string path in (string[])
            [
                _folder.Write($"{line}\n{good}"), _folder.Write($"{good}{line}\n{good}"), _folder.Write($"{good}{good}{line}\n"),
                _folder.Write($"{good}{line}\n{line}\n{good}"),
            ])
        {
            int number = 1 + Array.IndexOf(File.ReadAllText(path).Split('\n'), line);
            foreach (int chunk in s_chunks)
            {
                var exception = Assert.Throws<MalformedLineException>(() => Read(path, 3, chunk));
                Assert.Equal(number, exception.Line);
            }
        }
    }

    [Theory]
    [InlineData("a\n")]
    [InlineData("a;\n")]
    [InlineData("a;1.\n")]
    [InlineData("a;1.0\n;1.0")]
    public void A_malformed_end_is_named(string rows)
    {
        foreach (string path in (string[])[_folder.Write(rows), _folder.Write(rows.TrimEnd('\n'))])
        {
            Assert.All(
                s_chunks, chunk => Assert.Throws<MalformedLineException>(() => Read(path, 2, chunk)));
        }
    }

    [Theory]
    [InlineData(0xFF)]
    [InlineData(0x80)]
    [InlineData(0xC3)]
    public void A_name_that_is_no_UTF_8_is_malformed(byte wrong)
    {
        string path = _folder.Write([.. "ab;1.0\na"u8, wrong, .. ";1.0\n"u8]);

        Assert.Equal(2, Assert.Throws<MalformedLineException>(() => Read(path, 1)).Line);
    }

    [Fact]
    public void The_message_shows_the_line_without_what_a_terminal_would_obey()
    {
        string path = _folder.Write("a;1.0\n\u001B[2Jx" + new string('y', 100) + "\n");

        string message = Assert.Throws<MalformedLineException>(() => Read(path, 1)).Message;

        Assert.StartsWith("Line 2 is not NAME;NUMBER", message, StringComparison.Ordinal);
        Assert.EndsWith("\"\uFFFD[2Jx" + new string('y', 55) + "…", message.TrimEnd('"'), StringComparison.Ordinal);
    }

    [Fact]
    public void A_reading_can_be_cancelled()
    {
        string path = _folder.Write("a;1.0\n");

        Assert.Throws<OperationCanceledException>(
            () => Read(path, 2, token: new CancellationToken(canceled: true)));
    }

    [Fact]
    public void A_missing_file_is_missed() =>
        Assert.Throws<FileNotFoundException>(() => Read(_folder.NewPath(), 2));

    private protected abstract Totals Read(
        string path, int threads, int chunkBytes = 1 << 20, CancellationToken token = default);

    private static string RandomRows(Random random)
    {
        string[] names = [.. Enumerable.Range(0, random.Next(1, 60)).Select(_ => RandomName(random))];
        string end = random.Next(4) == 0 ? "\r\n" : "\n";
        var rows = new StringBuilder();
        for (int i = random.Next(400); i > 0; i--)
        {
            rows.Append(names[random.Next(names.Length)]).Append(';')
                .Append(CultureInfo.InvariantCulture, $"{random.Next(-999, 1000) / 10m:0.0}").Append(end);
        }

        return random.Next(3) == 0 ? rows.ToString().TrimEnd('\n') : rows.ToString();
    }

    // Names have 1 to 100 bytes; more than half of them have fewer than 12.
    private static string RandomName(Random random)
    {
        string[] letters = random.Next(3) == 0 ? ["a", "é", "東", "\U0001F30A", " ", "\u037E"] : ["a", "b", "c", " ", "-", "."];
        int bytes = random.Next(2) == 0 ? random.Next(1, 12) : random.Next(1, Row.LongestName + 1);
        var name = new StringBuilder();
        while (true)
        {
            string letter = letters[random.Next(letters.Length)];
            if (Encoding.UTF8.GetByteCount(name + letter) > bytes)
            {
                return name.Append('x', bytes - Encoding.UTF8.GetByteCount(name.ToString())).ToString();
            }

            name.Append(letter);
        }
    }
}

public sealed class PlainRowFileTests(ITestOutputHelper output) : RowFileTests(output)
{
    private protected override Totals Read(string path, int threads, int chunkBytes, CancellationToken token) =>
        RowFile<PlainTable>.Read(path, threads, chunkBytes, token);
}

public sealed class CenoteRowFileTests(ITestOutputHelper output) : RowFileTests(output)
{
    private protected override Totals Read(string path, int threads, int chunkBytes, CancellationToken token) =>
        RowFile<CenoteTable>.Read(path, threads, chunkBytes, token);
}

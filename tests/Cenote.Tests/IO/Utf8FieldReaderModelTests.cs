using System.Text;
using Cenote.IO;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.IO;

/// <summary>Random input in random pieces, with failed reads, compared with a parser that works char by char.</summary>
public sealed class Utf8FieldReaderModelTests(ITestOutputHelper output)
{
    private const char Delimiter = ';';

    [Theory]
    [InlineData(Utf8Quoting.Strict)]
    [InlineData(Utf8Quoting.Lenient)]
    [InlineData(Utf8Quoting.None)]
    public async Task Fields_are_those_of_the_model(Utf8Quoting quoting)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"seed {seed}");
        int runs = RunSettings.Length(8_000);
        for (int run = 0; run < runs; run++)
        {
            await CompareAsync(new Random(seed + run), seed + run, quoting);
        }
    }

    private static async Task CompareAsync(Random random, int seed, Utf8Quoting quoting)
    {
        string text = random.Next(2) == 0 ? WellFormed(random) : Random(random);
        List<string[]?> expected = PlainFields.Read(text, Delimiter, quoting);
        byte[] bytes = Encoding.Latin1.GetBytes(text);
        using var stream = new ChunkedStream(bytes, 1 << random.Next(10), random);
        using var reader = new Utf8FieldReader(stream, new Utf8FieldReaderOptions
        {
            Delimiter = (byte)Delimiter,
            Quoting = quoting,
            BufferBytes = 64 << random.Next(4),
        });
        for (int i = 0; ; i++)
        {
            stream.Failures = random.Next(8) == 0 ? 1 : 0;
            bool isRead = false;
            for (bool isTried = false; !isTried;)
            {
                try
                {
                    isRead = random.Next(2) == 0 ? await reader.ReadAsync() : reader.Read();
                    isTried = true;
                }
                catch (IOException)
                {
                    Assert.True(reader.FieldCount == 0, $"seed {seed}");
                }
                catch (InvalidDataException exception)
                {
                    Assert.True(i < expected.Count && expected[i] is null, $"seed {seed}: {exception.Message}");
                    return;
                }
            }

            Assert.True(isRead == i < expected.Count, $"seed {seed}: record {i} of {expected.Count}, read: {isRead}");
            if (!isRead)
            {
                break;
            }

            Assert.True(expected[i] is not null, $"seed {seed}: record {i} is malformed");
            Check(reader, expected[i]!, random, $"seed {seed}: record {i}");
            int lines = text[..(int)reader.Offset].Replace("\r\n", "\n", StringComparison.Ordinal).Count(c => c is '\r' or '\n');
            Assert.True(reader.LineNumber == lines + 1, $"seed {seed}: record {i} reports line {reader.LineNumber}");
        }
    }

    // Reads all fields in cyclic order, from a random field back to the same field.
    private static void Check(Utf8FieldReader reader, string[] expected, Random random, string what)
    {
        Assert.True(reader.FieldCount == expected.Length, $"{what} has {reader.FieldCount} fields instead of {expected.Length}");
        int first = random.Next(expected.Length);
        for (int i = 0; i <= expected.Length; i++)
        {
            int index = (first + i) % expected.Length;
            string field = Encoding.Latin1.GetString(reader[index]);
            Assert.True(field == expected[index], $"{what}, field {index} is <{field}> instead of <{expected[index]}>");
        }

        int sought = Array.IndexOf(expected, expected[first]);
        Assert.True(reader.IndexOf(Encoding.Latin1.GetBytes(expected[first])) == sought, what);
        Assert.True(reader.IndexOf("nowhere to be found"u8) == -1, what);
    }

    private static string Random(Random random)
    {
        const string Letters = "\"\"\";;\n\rabcdefg\0é";
        int letters = random.Next(5, Letters.Length + 1);
        return string.Create(random.Next(1 << random.Next(10)), 0, (chars, _) =>
        {
            foreach (ref char c in chars)
            {
                c = Letters[Letters.Length - 1 - random.Next(letters)];
            }
        });
    }

    private static string WellFormed(Random random)
    {
        var text = new StringBuilder();
        int records = random.Next(20);
        string end = random.Next(3) switch { 0 => "\n", 1 => "\r\n", _ => "\r" };
        bool hasLineEnds = random.Next(2) == 0;
        for (int i = 0; i < records; i++)
        {
            int fields = random.Next(1, 1 << random.Next(1, 7));
            for (int j = 0; j < fields; j++)
            {
                string field = hasLineEnds ? Random(random) : Random(random).Replace('\n', ';').Replace('\r', '"');
                bool isPlain = random.Next(3) > 0;
                text.Append(j > 0 ? ";" : "").Append(isPlain
                    ? new string('x', random.Next(90))
                    : $"\"{field.Replace("\"", "\"\"", StringComparison.Ordinal)}\"");
            }

            text.Append(i < records - 1 || random.Next(2) == 0 ? end : "");
        }

        return text.ToString();
    }
}

using System.Text;
using Cenote.IO;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.IO;

/// <summary>Random input in random pieces, with failed reads, compared with <see cref="StreamReader.ReadLine"/>.</summary>
public sealed class Utf8LineReaderModelTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Lines_are_those_of_a_StreamReader()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"seed {seed}");
        int runs = RunSettings.Length(20_000);
        for (int run = 0; run < runs; run++)
        {
            await CompareAsync(new Random(seed + run), seed + run);
        }
    }

    private static async Task CompareAsync(Random random, int seed)
    {
        byte[] bytes = RandomText(random);
        List<string> expected = ReadPlainly(bytes);
        using var stream = new ChunkedStream(bytes, 1 << random.Next(12), random);
        using var reader = new Utf8LineReader(stream, new Utf8LineReaderOptions { BufferBytes = 64 << random.Next(6) });
        for (int i = 0; ; i++)
        {
            if (random.Next(8) == 0)
            {
                stream.Failures = 1;
            }

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
                    Assert.True(reader.Line.IsEmpty, $"seed {seed}");
                }
            }

            Assert.True(isRead == i < expected.Count, $"seed {seed}: line {i} of {expected.Count}, read: {isRead}");
            if (!isRead)
            {
                break;
            }

            string line = Encoding.Latin1.GetString(reader.Line);
            Assert.True(line == expected[i], $"seed {seed}: line {i} is \"{line}\" instead of \"{expected[i]}\"");
            Assert.True(reader.LineNumber == i + 1, $"seed {seed}");
            bool isThere = bytes.AsSpan((int)reader.Offset).StartsWith(reader.Line);
            bool isStart = reader.Offset == 0 || bytes[reader.Offset - 1] is (byte)'\n' or (byte)'\r';
            Assert.True(isThere && isStart, $"seed {seed}: line {i} is not at byte {reader.Offset}");
        }
    }

    // One char per byte, so that bytes that are not UTF-8 are compared, too.
    private static List<string> ReadPlainly(byte[] bytes)
    {
        using var reader = new StreamReader(new MemoryStream(bytes), Encoding.Latin1, detectEncodingFromByteOrderMarks: false);
        List<string> lines = [];
        while (reader.ReadLine() is { } line)
        {
            lines.Add(line);
        }

        return lines;
    }

    // Line ends are frequent or rare; the input does not begin with a UTF-16 byte-order mark.
    private static byte[] RandomText(Random random)
    {
        byte[] bytes = new byte[random.Next(1 << random.Next(13))];
        int oneIn = 1 << random.Next(1, 11);
        for (int i = 0; i < bytes.Length; i++)
        {
            bytes[i] = random.Next(oneIn) != 0 ? (byte)random.Next(0xEF)
                : random.Next(3) switch { 0 => (byte)'\r', _ => (byte)'\n' };
            if (random.Next(oneIn * 2) == 0 && i + 1 < bytes.Length)
            {
                (bytes[i], bytes[i + 1]) = ((byte)'\r', (byte)'\n');
                i++;
            }
        }

        return bytes;
    }
}

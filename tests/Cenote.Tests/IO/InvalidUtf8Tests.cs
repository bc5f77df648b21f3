using System.Text;
using System.Text.Unicode;
using Cenote.IO;
using Cenote.Tests.Support;

namespace Cenote.Tests.IO;

/// <summary>Readers with <see cref="Utf8LineReaderOptions.ThrowOnInvalidUtf8"/>.</summary>
public sealed class InvalidUtf8Tests
{
    private static readonly byte[][] s_parts =
    [
        "a"u8.ToArray(), "\u00e9"u8.ToArray(), "\u20ac"u8.ToArray(), "\U0001F600"u8.ToArray(), "\n"u8.ToArray(), "\r\n"u8.ToArray(),
        "\r"u8.ToArray(), ","u8.ToArray(), [0xE9], [0xE2, 0x82], [0xF0, 0x9F], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x80], [0xEF, 0xBB, 0xBF],
    ];

    [Fact]
    public void Lines_before_the_first_invalid_one_are_read()
    {
        int seed = RunSettings.NewSeed();
        var random = new Random(seed);
        for (int round = 0; round < RunSettings.Length(30_000); round++)
        {
            // Invalid parts are rare in half of the inputs.
            int kinds = round % 2 == 0 ? 8 : s_parts.Length;
            byte[] text =
            [
                .. Enumerable.Range(0, random.Next(40)).SelectMany(_ => s_parts[random.Next(random.Next(20) == 0 ? s_parts.Length : kinds)]),
            ];
            if (text is [0xEF, 0xBB, 0xBF, ..])
            {
                text = text[3..];
            }

            int piece = random.Next(1, 20);
            Check(text, new ChunkedStream(text, piece, random), $"seed {seed}, round {round}");
        }
    }

    [Fact]
    public void A_character_that_is_cut_off_at_the_end_may_be_completed_later()
    {
        using var stream = new MemoryStream();
        stream.Write([(byte)'a', 0xE2, 0x82]);
        stream.Position = 0;
        using var reader = new Utf8LineReader(stream, new Utf8LineReaderOptions { ThrowOnInvalidUtf8 = true });
        Assert.Throws<InvalidDataException>(() => reader.Read());
        Assert.Throws<InvalidDataException>(() => reader.Read());

        stream.Write([0xAC, (byte)'b']);
        stream.Position -= 2;
        Assert.True(reader.Read());
        Assert.Equal("a\u20acb", Encoding.UTF8.GetString(reader.Line));
        Assert.False(reader.Read());
    }

    [Fact]
    public void The_message_has_the_position_and_advice()
    {
        byte[] text = [.. "name\nTulum\nM"u8, 0xE9, .. "rida\nCob\u00e1\n"u8];
        using var lines = new Utf8LineReader(new MemoryStream(text), new Utf8LineReaderOptions { ThrowOnInvalidUtf8 = true });
        using var fields = new Utf8FieldReader(new MemoryStream(text), new Utf8FieldReaderOptions { ThrowOnInvalidUtf8 = true });
        for (int i = 0; i < 2; i++)
        {
            Assert.True(lines.Read() && fields.Read());
        }

        string ofLine = Assert.Throws<InvalidDataException>(() => lines.Read()).Message;
        string ofRecord = Assert.Throws<InvalidDataException>(() => fields.Read()).Message;
        Assert.StartsWith("The text on line 3 is not valid UTF-8 at byte 12, ", ofLine, StringComparison.Ordinal);
        Assert.StartsWith("The record on line 3 is not valid UTF-8 at byte 12, ", ofRecord, StringComparison.Ordinal);
        Assert.Contains("Encoding.Latin1", ofLine, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void An_invalid_first_line_after_a_mark_throws_however_it_arrives(int first)
    {
        byte[] text = [0xEF, 0xBB, 0xBF, 0xFF, (byte)'\n', (byte)'A', (byte)'\n'];
        using var pipe = new Pieces(text, first);
        using var lines = new Utf8LineReader(pipe, new Utf8LineReaderOptions { ThrowOnInvalidUtf8 = true });
        string message = Assert.Throws<InvalidDataException>(() => lines.Read()).Message;
        Assert.Contains("line 1 is not valid UTF-8 at byte 3", message, StringComparison.Ordinal);
    }

    private static void Check(byte[] text, Stream source, string run)
    {
        var expected = new List<string>();
        bool isValid = true;
        using (var all = new Utf8LineReader(new MemoryStream(text)))
        {
            while (isValid && all.Read())
            {
                isValid = Utf8.IsValid(all.Line);
                if (isValid)
                {
                    expected.Add(Encoding.UTF8.GetString(all.Line));
                }
            }
        }

        var lines = new List<string>();
        using var reader = new Utf8LineReader(source, new Utf8LineReaderOptions { BufferBytes = 64, ThrowOnInvalidUtf8 = true });
        var fields = new List<string>();
        using var records = new Utf8FieldReader(
            new ChunkedStream(text, 7, new Random(1)), new Utf8FieldReaderOptions { BufferBytes = 64, ThrowOnInvalidUtf8 = true });
        bool isThrown = Throws(() => reader.Read(), () => lines.Add(Encoding.UTF8.GetString(reader.Line)));
        bool isRefused = Throws(
            () => records.Read(),
            () => fields.Add(string.Join(',', Enumerable.Range(0, records.FieldCount).Select(i => Encoding.UTF8.GetString(records[i])))));

        Assert.True(expected.SequenceEqual(lines), $"{run}: other lines");
        Assert.True(expected.SequenceEqual(fields), $"{run}: other records");
        Assert.True(isThrown == !isValid && isRefused == !isValid, $"{run}: thrown {isThrown} and {isRefused}");
        Assert.Equal((long)expected.Count, reader.LineNumber);
        if (isThrown)
        {
            Assert.Throws<InvalidDataException>(() => reader.Read());
            Assert.Throws<InvalidDataException>(() => records.Read());
        }
    }

    private static bool Throws(Func<bool> read, Action take)
    {
        try
        {
            while (read())
            {
                take();
            }

            return false;
        }
        catch (InvalidDataException)
        {
            return true;
        }
    }

    // The first read returns at most this many bytes.
    private sealed class Pieces(byte[] text, int first) : MemoryStream(text)
    {
        public override int Read(byte[] buffer, int offset, int count) =>
            base.Read(buffer, offset, Position == 0 ? Math.Min(first, count) : count);

        public override int Read(Span<byte> buffer)
        {
            byte[] array = new byte[buffer.Length];
            int read = Read(array, 0, array.Length);
            array.AsSpan(0, read).CopyTo(buffer);
            return read;
        }
    }
}

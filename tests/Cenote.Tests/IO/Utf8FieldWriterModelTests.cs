using System.Globalization;
using System.Text;
using Cenote.IO;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.IO;

/// <summary>Random records, compared with the rules of RFC 4180 byte by byte, and read back.</summary>
public sealed class Utf8FieldWriterModelTests(ITestOutputHelper output)
{
    [Fact]
    public void What_is_written_is_read_back()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"seed {seed}");
        int runs = RunSettings.Length(3_000);
        for (int run = 0; run < runs; run++)
        {
            CompareWithModel(new Random(seed + run), $"seed {seed + run}");
        }
    }

    // Compares the bytes with the bytes that the rules require, and the read fields with the written fields.
    private static void CompareWithModel(Random random, string what)
    {
        byte delimiter = random.Next(3) > 0 ? (byte)',' : ";\t|-. 0x"u8[random.Next(8)];
        int records = random.Next(1, 6);
        bool endsLast = random.Next(2) == 0;
        List<byte[]>[] expected = [.. Enumerable.Range(0, records).Select(_ => new List<byte[]>())];
        List<byte> text = [];

        void Write(Utf8FieldWriter writer)
        {
            for (int i = 0; i < records; i++)
            {
                // A first field, so that no record is empty and the output does not begin with a byte-order mark.
                writer.Write("city");
                expected[i].Add("city"u8.ToArray());
                int fields = random.Next(6);
                for (int j = 0; j < fields; j++)
                {
                    expected[i].Add(WriteRandom(writer, random));
                    if (random.Next(10) == 0)
                    {
                        writer.Flush();
                    }
                }

                for (int j = 0; j < expected[i].Count; j++)
                {
                    if (j > 0)
                    {
                        text.Add(delimiter);
                    }

                    text.AddRange(Quoted(expected[i][j], delimiter));
                }

                if (i < records - 1 || endsLast)
                {
                    writer.EndRecord();
                    text.AddRange("\r\n"u8);
                }
            }
        }

        var options = new Utf8FieldWriterOptions { Delimiter = delimiter };
        byte[] written = random.Next(3) switch
        {
            0 => WrittenFields.ToStream(options, Write),
            1 => WrittenFields.ToPipe(options, Write),
            _ => WrittenFields.ToBuffer(options, Write),
        };
        Assert.True(text.SequenceEqual(written), $"{what}: other bytes");

        using var reader = new Utf8FieldReader(
            new ChunkedStream(written, 1 << random.Next(6, 16), random),
            new Utf8FieldReaderOptions { Delimiter = delimiter, BufferBytes = 64 << random.Next(6) });
        for (int i = 0; i < records; i++)
        {
            Assert.True(reader.Read(), $"{what}: record {i} is missing");
            Assert.True(reader.FieldCount == expected[i].Count, $"{what}: record {i} has {reader.FieldCount} fields");
            for (int j = 0; j < expected[i].Count; j++)
            {
                Assert.True(reader[j].SequenceEqual(expected[i][j]), $"{what}: record {i} has another field {j}");
            }
        }

        Assert.False(reader.Read(), what);
    }

    private static byte[] WriteRandom(Utf8FieldWriter writer, Random random)
    {
        switch (random.Next(8))
        {
            case 0:
                string text = Texts.Random(random, random.Next(1_000));
                writer.Write(text);
                return Encoding.UTF8.GetBytes(text);
            case 1:
                text = Texts.RandomValid(random, Texts.RandomLength(random));
                writer.Write(text.AsSpan());
                return Encoding.UTF8.GetBytes(text);
            case 2:
                byte[] bytes = Utf8Texts.Random(random);
                writer.Write(bytes);
                return bytes;
            case 3:
                return WriteValue(writer, random.Next(int.MinValue, int.MaxValue));
            case 4:
                return WriteValue(writer, BitConverter.Int64BitsToDouble(random.NextInt64(long.MinValue, long.MaxValue)));
            case 5:
                return WriteValue(writer, TimeSpan.FromTicks(random.NextInt64(long.MinValue, long.MaxValue)));
            default:
                const string Letters = "\"\"\",,\r\n\r\n; abé€";
                text = string.Create(random.Next(300), random, static (chars, random) => random.GetItems(Letters, chars));
                writer.Write(text);
                return Encoding.UTF8.GetBytes(text);
        }
    }

    private static byte[] WriteValue<T>(Utf8FieldWriter writer, T value)
        where T : IUtf8SpanFormattable, IFormattable
    {
        writer.Write(value);
        return Encoding.UTF8.GetBytes(value.ToString(null, CultureInfo.InvariantCulture));
    }

    // Quotes a field by RFC 4180, byte by byte.
    private static List<byte> Quoted(byte[] field, byte delimiter)
    {
        if (!field.Any(c => c == delimiter || c is (byte)'"' or (byte)'\r' or (byte)'\n'))
        {
            return [.. field];
        }

        List<byte> quoted = [(byte)'"'];
        foreach (byte c in field)
        {
            quoted.Add(c);
            if (c == '"')
            {
                quoted.Add(c);
            }
        }

        return [.. quoted, (byte)'"'];
    }
}

using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Net;
using System.Text;
using Cenote.IO;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.IO;

/// <summary>Fields that are parsed as values.</summary>
public sealed class Utf8FieldReaderValueTests(ITestOutputHelper output)
{
    [Fact]
    public void Values_are_parsed_as_they_were_written()
    {
        using var german = new GermanCulture();
        int seed = RunSettings.NewSeed();
        output.WriteLine($"seed {seed}");
        int runs = RunSettings.Length(2_000);
        for (int run = 0; run < runs; run++)
        {
            var random = new Random(seed + run);
            long bits = random.NextInt64(long.MinValue, long.MaxValue);
            CheckRoundTrip((int)bits);
            CheckRoundTrip(bits);
            CheckRoundTrip((byte)bits);
            CheckRoundTrip((short)bits);
            CheckRoundTrip((uint)bits);
            CheckRoundTrip((ulong)bits);
            CheckRoundTrip((Int128)bits * long.MaxValue);
            CheckRoundTrip((char)random.Next(1, 0x80));
            CheckRoundTrip(BitConverter.Int64BitsToDouble(bits));
            CheckRoundTrip(BitConverter.Int32BitsToSingle((int)bits));
            CheckRoundTrip(random.Next(-1_000_000, 1_000_000) / 1_000.0);
            CheckRoundTrip(new decimal((int)bits, random.Next(), random.Next(), bits < 0, (byte)random.Next(29)));
            CheckRoundTrip(random.Next(-1_000_000, 1_000_000) / 100m);
            CheckRoundTrip(new TimeSpan(bits));
            CheckRoundTrip(TimeSpan.FromSeconds(random.Next(-100_000, 100_000)));
            CheckRoundTrip(new TimeOnly(random.NextInt64(TimeSpan.TicksPerDay)));
            CheckRoundTrip(DateOnly.FromDayNumber(random.Next(DateOnly.MaxValue.DayNumber)));
            byte[] bytes = new byte[16];
            random.NextBytes(bytes);
            CheckRoundTrip(new Guid(bytes));
            CheckRoundTrip(new IPAddress(bytes));

            var time = new DateTime(random.NextInt64(DateTime.MaxValue.Ticks), (DateTimeKind)random.Next(2));
            DateTime parsed = RoundTrip(time);
            Assert.True(parsed == time && parsed.Kind == time.Kind, $"seed {seed + run}: {time:O} is parsed as {parsed:O}");

            long ticks = random.NextInt64(2 * TimeSpan.TicksPerDay, DateTime.MaxValue.Ticks - (2 * TimeSpan.TicksPerDay));
            var offset = new DateTimeOffset(ticks, TimeSpan.FromMinutes((double)random.Next(-14 * 60, (14 * 60) + 1)));
            DateTimeOffset parsedOffset = RoundTrip(offset);
            Assert.True(parsedOffset.EqualsExact(offset), $"seed {seed + run}: {offset:O} is parsed as {parsedOffset:O}");

            void CheckRoundTrip<T>(T value)
                where T : IUtf8SpanFormattable, ISpanParsable<T> =>
                Assert.True(
                    EqualityComparer<T>.Default.Equals(value, RoundTrip(value)), $"seed {seed + run}: {typeof(T).Name} {value}");
        }
    }

    [Fact]
    public void Values_at_the_limits_are_parsed_as_they_were_written()
    {
        Assert.Equal(int.MinValue, RoundTrip(int.MinValue));
        Assert.Equal(long.MaxValue, RoundTrip(long.MaxValue));
        Assert.Equal(Int128.MinValue, RoundTrip(Int128.MinValue));
        Assert.Equal(decimal.MinValue, RoundTrip(decimal.MinValue));
        Assert.Equal(double.MaxValue, RoundTrip(double.MaxValue));
        Assert.Equal(double.Epsilon, RoundTrip(double.Epsilon));
        Assert.Equal(double.NegativeInfinity, RoundTrip(double.NegativeInfinity));
        Assert.True(double.IsNaN(RoundTrip(double.NaN)));
        Assert.Equal(TimeSpan.MaxValue, RoundTrip(TimeSpan.MaxValue));
        Assert.Equal(DateOnly.MaxValue, RoundTrip(DateOnly.MaxValue));
        Assert.Equal(TimeOnly.MaxValue, RoundTrip(TimeOnly.MaxValue));
        Assert.Equal(DateTime.MaxValue, RoundTrip(DateTime.MaxValue));
        Assert.Equal(DateTimeOffset.MinValue, RoundTrip(DateTimeOffset.MinValue));
        Assert.Equal(DateTimeOffset.MaxValue, RoundTrip(DateTimeOffset.MaxValue));

        var local = new DateTime(2026, 11, 29, 12, 0, 0, DateTimeKind.Local);
        Assert.Equal((local, DateTimeKind.Local), (RoundTrip(local), RoundTrip(local).Kind));
    }

    [Theory]
    [InlineData("2026-11-29", "2026-11-29T00:00:00.0000000+00:00")]
    [InlineData("2026-11-29T10:00", "2026-11-29T10:00:00.0000000+00:00")]
    [InlineData("2026-11-29T10:00:00", "2026-11-29T10:00:00.0000000+00:00")]
    [InlineData("2026-11-29T10:00:00Z", "2026-11-29T10:00:00.0000000+00:00")]
    [InlineData("2026-11-29T10:00:00.5Z", "2026-11-29T10:00:00.5000000+00:00")]
    [InlineData("2026-11-29T10:00:00.123", "2026-11-29T10:00:00.1230000+00:00")]
    [InlineData("2026-11-29T10:00:00+02:00", "2026-11-29T10:00:00.0000000+02:00")]
    [InlineData("2026-11-29T10:00:00.1234567+02:00", "2026-11-29T10:00:00.1234567+02:00")]
    [InlineData("2026-11-29T10:00:00-05:30", "2026-11-29T10:00:00.0000000-05:30")]
    [InlineData("2026-11-29 10:00:00", "2026-11-29T10:00:00.0000000+00:00")]
    [InlineData("2026-11-29 10:00:00Z", "2026-11-29T10:00:00.0000000+00:00")]
    [InlineData("2026-11-29 10:00:00.1234567+02:00", "2026-11-29T10:00:00.1234567+02:00")]
    [InlineData("\"2026-11-29T10:00:00Z\"", "2026-11-29T10:00:00.0000000+00:00")]
    public void Points_in_time_are_ISO_8601_and_without_offset_UTC(string field, string expected)
    {
        using var german = new GermanCulture();
        Assert.Equal(expected, Parsed<DateTimeOffset>(field).ToString("O", CultureInfo.InvariantCulture));
    }

    [Theory]
    [InlineData("2026-11-29", "2026-11-29T00:00:00.0000000")]
    [InlineData("2026-11-29T10:00:00", "2026-11-29T10:00:00.0000000")]
    [InlineData("2026-11-29 10:00:00.5", "2026-11-29T10:00:00.5000000")]
    [InlineData("2026-11-29T10:00:00Z", "2026-11-29T10:00:00.0000000Z")]
    [InlineData("2026-11-29 10:00:00Z", "2026-11-29T10:00:00.0000000Z")]
    [InlineData("2026-11-29T10:00:00.1234567Z", "2026-11-29T10:00:00.1234567Z")]
    public void Dates_with_times_keep_their_kind(string field, string expected)
    {
        using var german = new GermanCulture();
        Assert.Equal(expected, Parsed<DateTime>(field).ToString("O", CultureInfo.InvariantCulture));
    }

    [Fact]
    public void A_date_with_an_offset_is_converted_to_local_time()
    {
        DateTime parsed = Parsed<DateTime>("2026-11-29T10:00:00+02:00");
        Assert.Equal(DateTimeKind.Local, parsed.Kind);
        Assert.Equal(new DateTime(2026, 11, 29, 8, 0, 0, DateTimeKind.Utc), parsed.ToUniversalTime());
    }

    [Fact]
    public void Dates_and_times_stand_alone()
    {
        Assert.Equal(new DateOnly(2026, 11, 29), Parsed<DateOnly>("2026-11-29"));
        Assert.Equal(new TimeOnly(10, 30), Parsed<TimeOnly>("10:30"));
        Assert.Equal(new TimeOnly(10, 30, 1, 500), Parsed<TimeOnly>("10:30:01.5"));
        Assert.Equal(new TimeSpan(1, 2, 3, 4), Parsed<TimeSpan>("1.02:03:04"));
        AssertRefused<DateOnly>("2026-11-29 10:00:00");
        AssertRefused<DateOnly>("2026-11-31");
        AssertRefused<TimeOnly>("25:00");
    }

    [Theory]
    [InlineData("true", true)]
    [InlineData("True", true)]
    [InlineData("TRUE", true)]
    [InlineData("false", false)]
    [InlineData("\"False\"", false)]
    public void Booleans_are_parsed(string field, bool expected) => Assert.Equal(expected, Parsed<bool>(field));

    [Fact]
    public void The_culture_is_invariant()
    {
        using var german = new GermanCulture();
        Assert.Equal(1.5, Parsed<double>("1.5"));
        Assert.Equal(-1.5f, Parsed<float>("-1.5"));
        Assert.Equal(1234.5m, Parsed<decimal>("\"1,234.5\""));
        Assert.Equal(15, Parsed<double>("\"1,5\""));
        Assert.Equal(new DateOnly(2026, 11, 29), Parsed<DateOnly>("2026-11-29"));
        AssertRefused<DateOnly>("29.11.2026");
        AssertRefused<int>("\"1,5\"");
    }

    [Theory]
    [InlineData("1.5")]
    [InlineData("10:30")]
    [InlineData("11/29/2026")]
    [InlineData("20261129")]
    [InlineData("29.11.2026")]
    public void Only_ISO_8601_is_a_date(string field)
    {
        AssertRefused<DateTime>(field);
        AssertRefused<DateTimeOffset>(field);
        AssertRefused<DateOnly>(field);
    }

    [Theory]
    [InlineData("x")]
    [InlineData("1x")]
    [InlineData("--1")]
    [InlineData("\"1\"\"2\"")]
    [InlineData("\u0661")]
    public void What_is_no_value_is_refused(string field)
    {
        AssertRefused<int>(field);
        AssertRefused<long>(field);
        AssertRefused<double>(field);
        AssertRefused<float>(field);
        AssertRefused<decimal>(field);
        AssertRefused<Guid>(field);
        AssertRefused<byte>(field);
        AssertRefused<bool>(field);
        AssertRefused<DateTime>(field);
        AssertRefused<DateTimeOffset>(field);
        AssertRefused<DateOnly>(field);
        AssertRefused<TimeOnly>(field);
        AssertRefused<TimeSpan>(field);
        AssertRefused<IPAddress>(field);
    }

    [Theory]
    [InlineData("")]
    [InlineData("\"\"")]
    public void An_empty_field_is_no_value_but_a_string(string field)
    {
        AssertRefused<int>(field);
        AssertRefused<long>(field);
        AssertRefused<double>(field);
        AssertRefused<float>(field);
        AssertRefused<decimal>(field);
        AssertRefused<Guid>(field);
        AssertRefused<byte>(field);
        AssertRefused<bool>(field);
        AssertRefused<DateTime>(field);
        AssertRefused<DateTimeOffset>(field);
        AssertRefused<DateOnly>(field);
        AssertRefused<TimeOnly>(field);
        AssertRefused<TimeSpan>(field);
        AssertRefused<IPAddress>(field);
        Assert.Equal("", Parsed<string>(field));
    }

    [Fact]
    public void A_number_beyond_its_type_is_refused()
    {
        AssertRefused<int>("2147483648");
        AssertRefused<byte>("256");
        AssertRefused<long>("9223372036854775808");
        AssertRefused<decimal>("79228162514264337593543950336");
        Assert.Equal(double.PositiveInfinity, Parsed<double>("1e999"));
    }

    [Fact]
    public void Quotes_are_no_part_of_a_value()
    {
        using Utf8FieldReader reader = Read("\"12\",\"a \"\"b\"\"\",\"-3.5\",\"\"\"\",\"\n7\",8\n");
        for (int i = 0; i < 2; i++)
        {
            Assert.Equal(12, reader.Parse<int>(0));
            Assert.Equal("a \"b\"", reader.Parse<string>(1));
            Assert.Equal(-3.5, reader.Parse<double>(2));
            Assert.Equal('"', reader.Parse<char>(3));
            Assert.Equal(7, reader.Parse<int>(4));
            Assert.Equal(8, reader.Parse<int>(5));
            Assert.False(reader.TryParse<int>(1, out _));
        }
    }

    [Theory]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(129)]
    [InlineData(1_000)]
    [InlineData(100_000)]
    public void A_field_may_be_long(int length)
    {
        string zeros = new('0', length - 3);
        Assert.Equal(123, Parsed<int>($"{zeros}123"));
        Assert.Equal(123, Parsed<byte>($"\"{zeros}123\""));
        AssertRefused<byte>($"{zeros}1x3");
        AssertRefused<DateTime>($"{zeros}123");

        string text = new string('x', length - 1) + "é";
        Assert.True(text == Parsed<string>(text));
        text = string.Concat(Enumerable.Repeat("€", length / 3)) + "x";
        Assert.True(text == Parsed<string>(text));
        text = new string('"', length);
        Assert.True(text == Parsed<string>($"\"{text}{text}\""));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(127)]
    [InlineData(128)]
    public void Bytes_that_are_not_UTF8_are_no_value_and_replaced_in_strings(int length)
    {
        byte[] field = [.. Enumerable.Repeat((byte)0xFF, length - 1), (byte)'1'];
        using var reader = new Utf8FieldReader(new MemoryStream([(byte)'a', (byte)',', .. field, 0xFF]));
        Assert.True(reader.Read());
        Assert.False(reader.TryParse<int>(1, out _));
        Assert.False(reader.TryParse<byte>(1, out _));
        Assert.False(reader.TryParse<DateTime>(1, out _));
        Assert.False(reader.TryParse<Guid>(1, out _));
        Assert.Equal(new string('\uFFFD', length - 1) + "1\uFFFD", reader.Parse<string>(1));
        Assert.Contains("\uFFFD", Assert.Throws<FormatException>(() => reader.Parse<int>(1)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_message_names_line_and_field()
    {
        using Utf8FieldReader reader = Read("\"a\nb\",1\nc,\"x\"\"1\",,\n" + new string('9', 1_000));
        Assert.Equal(1, reader.Parse<int>(1));
        Assert.True(reader.Read());
        Assert.Equal(
            "Field 1 of the record on line 3 is not a valid Int32: \"x\"1\". Call TryParse for fields that may be invalid.",
            Assert.Throws<FormatException>(() => reader.Parse<int>(1)).Message);
        Assert.StartsWith(
            "Field 2 of the record on line 3 is not a valid DateTimeOffset: it is empty.",
            Assert.Throws<FormatException>(() => reader.Parse<DateTimeOffset>(2)).Message,
            StringComparison.Ordinal);
        Assert.True(reader.Read());
        string message = Assert.Throws<FormatException>(() => reader.Parse<int>(0)).Message;
        Assert.StartsWith("Field 0 of the record on line 4 is not a valid Int32: \"99999", message, StringComparison.Ordinal);
        Assert.InRange(message.Length, 50, 200);
    }

    [Fact]
    public void A_field_that_does_not_exist_is_a_mistake_of_the_caller()
    {
        using var reader = new Utf8FieldReader(new MemoryStream("1,2\n"u8.ToArray()));
        AssertMissing(reader, 0);
        Assert.True(reader.Read());
        AssertMissing(reader, 2);
        AssertMissing(reader, -1);
        AssertMissing(reader, int.MaxValue);
        Assert.Equal(2, reader.Parse<int>(1));
        Assert.False(reader.Read());
        AssertMissing(reader, 0);
        reader.Dispose();
        AssertMissing(reader, 0);
    }

    [Fact]
    public void Any_type_that_parses_itself_will_do()
    {
        using var german = new GermanCulture();
        Assert.Equal(new Celsius(-12.5), Parsed<Celsius>("-12.5°C"));
        AssertRefused<Celsius>("-12.5");
        Assert.Equal(IPAddress.IPv6Loopback, Parsed<IPAddress>("::1"));
    }

    [Fact]
    public void Parsing_allocates_nothing()
    {
        const string Record = "1,2,2.5,\"3.5\",00000000-0000-0000-0000-000000000000,2026-11-29,2026-11-29T10:00:00Z,"
            + "2026-11-29T10:00:00.5+02:00,10:30,1.02:03:04,true,\"\"\"\",x\n";
        var stream = new MemoryStream(Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(Record, 1_000))));
        using var reader = new Utf8FieldReader(stream, new Utf8FieldReaderOptions { BufferBytes = 4_096 });
        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            stream.Position = 0;
            while (reader.Read())
            {
                Assert.True(reader.Parse<int>(0) == 1 && reader.Parse<long>(1) == 2 && reader.Parse<short>(1) == 2);
                Assert.True(reader.Parse<double>(2) == 2.5 && reader.Parse<float>(2) == 2.5f && reader.Parse<decimal>(3) == 3.5m);
                Assert.True(reader.Parse<Guid>(4) == Guid.Empty);
                Assert.True(reader.Parse<DateOnly>(5).Day == 29 && reader.Parse<DateTime>(6).Hour == 10);
                Assert.True(reader.Parse<DateTimeOffset>(7).Hour == 10 && reader.Parse<TimeOnly>(8).Hour == 10);
                Assert.True(reader.Parse<TimeSpan>(9).Days == 1 && reader.Parse<bool>(10) && reader.Parse<char>(11) == '"');
                Assert.False(reader.TryParse<int>(12, out _) || reader.TryParse<DateTime>(12, out _));
            }
        }));
    }

    private static T RoundTrip<T>(T value)
        where T : IUtf8SpanFormattable, ISpanParsable<T>
    {
        return Parsed<T>(WrittenFields.ToBuffer(null, writer =>
        {
            writer.Write("city");
            writer.Write(value);
            writer.EndRecord();
        }));
    }

    private static T Parsed<T>(string field)
        where T : ISpanParsable<T> =>
        Parsed<T>(Encoding.UTF8.GetBytes($"city,{field}\n"));

    // Parses the second field.
    private static T Parsed<T>(byte[] record)
        where T : ISpanParsable<T>
    {
        using var reader = new Utf8FieldReader(new MemoryStream(record), new Utf8FieldReaderOptions { BufferBytes = 4_096 });
        Assert.True(reader.Read());
        Assert.Equal(2, reader.FieldCount);
        T parsed = reader.Parse<T>(1);
        Assert.True(reader.TryParse<T>(1, out T? again));
        Assert.True(EqualityComparer<T>.Default.Equals(parsed, again));
        return parsed;
    }

    private static void AssertRefused<T>(string field)
        where T : ISpanParsable<T>
    {
        using Utf8FieldReader reader = Read($"city,{field}\n");
        Assert.False(reader.TryParse<T>(1, out T? value));
        Assert.True(EqualityComparer<T>.Default.Equals(value, default));
        string message = Assert.Throws<FormatException>(() => reader.Parse<T>(1)).Message;
        Assert.StartsWith($"Field 1 of the record on line 1 is not a valid {typeof(T).Name}: ", message, StringComparison.Ordinal);
    }

    private static void AssertMissing(Utf8FieldReader reader, int index)
    {
        Assert.Throws<ArgumentOutOfRangeException>(nameof(index), () => reader.Parse<int>(index));
        Assert.Throws<ArgumentOutOfRangeException>(nameof(index), () => reader.TryParse<int>(index, out _));
        Assert.Throws<ArgumentOutOfRangeException>(nameof(index), () => reader.Parse<DateTime>(index));
        Assert.Throws<ArgumentOutOfRangeException>(nameof(index), () => reader.TryParse<string>(index, out _));
    }

    // Returns a reader that has read the first record.
    private static Utf8FieldReader Read(string text)
    {
        var reader = new Utf8FieldReader(new MemoryStream(Encoding.UTF8.GetBytes(text)));
        Assert.True(reader.Read());
        return reader;
    }

    /// <summary>A value of a custom type.</summary>
    private readonly record struct Celsius(double Degrees) : ISpanParsable<Celsius>
    {
        public static Celsius Parse(ReadOnlySpan<char> s, IFormatProvider? provider) => throw new NotSupportedException();

        public static Celsius Parse(string s, IFormatProvider? provider) => throw new NotSupportedException();

        public static bool TryParse([NotNullWhen(true)] string? s, IFormatProvider? provider, out Celsius result) =>
            throw new NotSupportedException();

        public static bool TryParse(ReadOnlySpan<char> s, IFormatProvider? provider, out Celsius result)
        {
            bool isParsed = double.TryParse(s.EndsWith("°C") ? s[..^2] : "", NumberStyles.Float, provider, out double degrees);
            result = new Celsius(degrees);
            return isParsed;
        }
    }
}

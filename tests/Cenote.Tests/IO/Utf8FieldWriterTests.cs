using System.Buffers;
using System.Globalization;
using System.IO.Pipelines;
using System.Net;
using System.Text;
using Cenote.IO;
using Cenote.Tests.Support;

namespace Cenote.Tests.IO;

public sealed class Utf8FieldWriterTests
{
    private const int BufferBytes = 32 << 10;

    [Theory]
    [InlineData("", "")]
    [InlineData("a", "a")]
    [InlineData(" a b\t", " a b\t")]
    [InlineData("a;b'c\0", "a;b'c\0")]
    [InlineData("Mérida \U0001F3D6", "Mérida \U0001F3D6")]
    [InlineData("a,b", "\"a,b\"")]
    [InlineData(",", "\",\"")]
    [InlineData("a\nb", "\"a\nb\"")]
    [InlineData("\r", "\"\r\"")]
    [InlineData("a\r\n", "\"a\r\n\"")]
    [InlineData("\"", "\"\"\"\"")]
    [InlineData("\"\"", "\"\"\"\"\"\"")]
    [InlineData("a\"b", "\"a\"\"b\"")]
    [InlineData("\"a,\"", "\"\"\"a,\"\"\"")]
    public void Fields_are_quoted_according_to_RFC_4180(string field, string expected)
    {
        string text = Written(writer =>
        {
            writer.Write(field);
            writer.Write(Encoding.UTF8.GetBytes(field));
            writer.Write(field);
            writer.EndRecord();
        });

        Assert.Equal($"{expected},{expected},{expected}\r\n", text);
    }

    [Fact]
    public void Values_that_may_be_null_and_booleans_are_written()
    {
        var output = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8FieldWriter(output))
        {
            writer.Write((int?)5);
            writer.Write((DateTime?)null);
            writer.Write(true);
            writer.Write(false);
        }

        Assert.Equal("5,,true,false", Encoding.UTF8.GetString(output.WrittenSpan));
    }

    [Fact]
    public void Fields_are_quoted_for_the_delimiter_of_the_options()
    {
        Assert.Equal("a,b;\"c;d\"", Written(
            writer =>
            {
                writer.Write("a,b");
                writer.Write("c;d"u8);
            },
            (byte)';'));
        Assert.Equal("\"-1\"-2-\"2026-11-29\"-\"a-b\"", Written(
            writer =>
            {
                writer.Write(-1);
                writer.Write(2);
                writer.Write(new DateOnly(2026, 11, 29));
                writer.Write("a-b");
            },
            (byte)'-'));
        Assert.Equal("\"1.5\".2\r\n", Written(
            writer =>
            {
                writer.Write(1.5);
                writer.Write(2.0);
                writer.EndRecord();
            },
            (byte)'.'));
    }

    [Fact]
    public void Values_are_quoted_if_necessary()
    {
        string text = Written(writer =>
        {
            writer.Write(',');
            writer.Write('"');
            writer.Write('\n');
            writer.Write(1_234.5, "N1");
            writer.Write(new Repeated(3, (byte)'"'));
            writer.Write(new Repeated(3, (byte)'\r'));
        });

        Assert.Equal("\",\",\"\"\"\",\"\n\",\"1,234.5\",\"\"\"\"\"\"\"\",\"\r\r\r\"", text);
    }

    [Fact]
    public void Records_end_with_a_carriage_return_and_a_line_feed()
    {
        Assert.Equal("", Written(_ => { }));
        string text = Written(writer =>
        {
            writer.Write("a");
            writer.Write("");
            writer.EndRecord();
            writer.EndRecord();
            writer.Write("");
            writer.EndRecord();
            writer.Write("");
            writer.Write("b");
        });

        Assert.Equal("a,\r\n\r\n\r\n,b", text);
    }

    [Fact]
    public void Each_type_of_text_has_an_overload()
    {
        string text = Written(writer =>
        {
            writer.Write("a");
            writer.Write("b".ToCharArray());
            writer.Write("c".ToCharArray().AsSpan());
            writer.Write("d".AsSpan());
            writer.Write("e"u8);
            writer.Write("f"u8.ToArray());
            writer.Write("g"u8.ToArray().AsSpan());
            writer.Write('h');
            writer.Write($"{8}");
            writer.Write(9);
            writer.Write(IPAddress.Loopback);
            writer.Write(default(string));
            writer.Write(null);
            writer.Write(default(IPAddress));
            writer.Write([]);
        });

        Assert.Equal("a,b,c,d,e,f,g,h,8,9,127.0.0.1,,,,", text);
    }

    [Fact]
    public void Values_have_the_formats_of_the_invariant_culture_and_of_ISO_8601()
    {
        using var german = new GermanCulture();
        var time = new DateTime(2026, 11, 29, 10, 0, 0, DateTimeKind.Utc);
        string text = Written(writer =>
        {
            writer.Write(-1234567.5);
            writer.Write(12.30m);
            writer.Write(double.PositiveInfinity);
            writer.Write(Guid.Empty);
            writer.EndRecord();
            writer.Write(time);
            writer.Write(DateTime.SpecifyKind(time, DateTimeKind.Unspecified));
            writer.Write(new DateTimeOffset(2026, 11, 29, 10, 0, 0, TimeSpan.FromHours(2)).AddTicks(1_234_567));
            writer.EndRecord();
            writer.Write(new DateOnly(2026, 11, 29));
            writer.Write(new TimeOnly(10, 0));
            writer.Write(new TimeSpan(1, 2, 3, 4, 500));
            writer.EndRecord();
            writer.Write(255, "X4");
            writer.Write(1234.5, "F2");
            writer.Write(time, "d");
            writer.Write(time, "yyyy");
        });

        Assert.Equal(
            "-1234567.5,12.30,Infinity,00000000-0000-0000-0000-000000000000\r\n"
            + "2026-11-29T10:00:00.0000000Z,2026-11-29T10:00:00.0000000,2026-11-29T10:00:00.1234567+02:00\r\n"
            + "2026-11-29,10:00:00.0000000,1.02:03:04.5000000\r\n"
            + "00FF,1234.50,11/29/2026,2026",
            text);
    }

    [Theory]
    [InlineData(BufferBytes - 2)]
    [InlineData(BufferBytes - 1)]
    [InlineData(BufferBytes)]
    [InlineData(BufferBytes + 1)]
    [InlineData(2 * BufferBytes)]
    [InlineData(200_000)]
    public void A_field_may_be_longer_than_the_buffer(int length)
    {
        string field = new('x', length);
        string quoted = new string('x', length - 1) + '"';
        string text = Written(writer =>
        {
            writer.Write(field);
            writer.Write(Encoding.UTF8.GetBytes(field));
            writer.Write(quoted);
            writer.Write(Encoding.UTF8.GetBytes(quoted));
            writer.EndRecord();
            writer.Write(Encoding.UTF8.GetBytes(field));
        });

        Assert.True(text == $"{field},{field},\"{quoted}\"\",\"{quoted}\"\"\r\n{field}");
    }

    [Fact]
    public void Surrogate_pairs_are_not_torn_and_unpaired_ones_are_replaced()
    {
        foreach (string end in (string[])["", "\"", ",\ud83c", "\udfd6"])
        {
            for (int length = 240; length <= 260; length++)
            {
                string field = new string('x', length) + "\U0001F3D6\U0001F3D6\ud83c\ud83c\U0001F3D6\udfd6€é" + end;
                string expected = Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(field));
                bool isQuoted = end.Contains('"', StringComparison.Ordinal) || end.Contains(',', StringComparison.Ordinal);
                Assert.Equal(
                    isQuoted ? $"\"{expected.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : expected,
                    Written(writer => writer.Write(field)));
            }
        }
    }

    [Fact]
    public void Bytes_that_are_not_UTF8_are_written_as_they_are()
    {
        byte[] field = [(byte)'a', 0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80];
        byte[] withComma = [.. field, (byte)','];
        byte[] expected = [.. field, (byte)',', (byte)'"', .. withComma, (byte)'"'];
        Assert.Equal(expected, WrittenFields.ToBuffer(null, writer =>
        {
            writer.Write(field);
            writer.Write(withComma);
        }));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(255)]
    [InlineData(256)]
    [InlineData(257)]
    [InlineData(1_024)]
    [InlineData(1_025)]
    [InlineData(BufferBytes)]
    [InlineData(BufferBytes + 1)]
    [InlineData(3_000_000)]
    public void A_value_may_be_of_any_length(int length)
    {
        string text = Written(writer =>
        {
            writer.Write(new Repeated(length, (byte)'x'));
            writer.Write(new Repeated(length, (byte)','));
        });

        string commas = new(',', length);
        Assert.True(text == $"{new string('x', length)},{(length > 0 ? $"\"{commas}\"" : "")}");
    }

    [HugeFact]
    public void A_value_that_never_fits_is_refused()
    {
        Assert.Equal("a,b", Written(writer =>
        {
            writer.Write("a");
            string message = Assert.Throws<FormatException>(() => writer.Write(new Repeated(int.MaxValue, 0))).Message;
            Assert.Contains("Repeated does not fit 1073741824 bytes", message, StringComparison.Ordinal);
            writer.Write("b");
        }));
    }

    [Theory]
    [InlineData(0, -1)]
    [InlineData(0, 257)]
    [InlineData(0, int.MaxValue)]
    [InlineData(257, -1)]
    [InlineData(257, int.MaxValue)]
    public void A_value_that_lies_about_its_length_is_not_written(int least, int lie)
    {
        Assert.Equal("a,b", Written(writer =>
        {
            writer.Write("a");
            Assert.Throws<ArgumentOutOfRangeException>(() => writer.Write(new Lying(least, lie)));
            writer.Write("b");
        }));
    }

    [Fact]
    public void A_format_that_the_type_does_not_have_writes_nothing()
    {
        Assert.Equal("1", Written(writer =>
        {
            Assert.Throws<FormatException>(() => writer.Write(1, "Q"));
            Assert.Throws<FormatException>(() => writer.Write(Guid.Empty, "Q"));
            writer.Write(1);
        }));
    }

    [Fact]
    public void The_stream_gets_nothing_before_the_buffer_is_full_or_flushed()
    {
        var stream = new HostileStream();
        using var writer = new Utf8FieldWriter(stream);
        writer.Write(new string('x', BufferBytes));
        Assert.Equal(0, stream.Length);
        writer.Write("a");
        Assert.Equal(BufferBytes, stream.Length);
        writer.Flush();
        Assert.Equal((BufferBytes + 2, 1), (stream.Length, stream.Flushes));
        writer.Flush();
        Assert.Equal((BufferBytes + 2, 2), (stream.Length, stream.Flushes));
        writer.Write("b");
        writer.Flush();
        Assert.Equal((BufferBytes + 4, 3), (stream.Length, stream.Flushes));
    }

    [Fact]
    public void A_buffer_is_advanced_by_flushing()
    {
        var buffer = new ArrayBufferWriter<byte>();
        var writer = new Utf8FieldWriter(buffer);
        writer.Write("a");
        Assert.Equal(0, buffer.WrittenCount);
        writer.Flush();
        Assert.Equal(1, buffer.WrittenCount);
        writer.Write("b");
        writer.Dispose();
        writer.Dispose();
        Assert.Equal("a,b"u8.ToArray(), buffer.WrittenSpan.ToArray());
    }

    [Fact]
    public async Task A_reader_follows_a_writer_through_a_pipe()
    {
        var pipe = new Pipe();
        await using var reader = new Utf8FieldReader(pipe.Reader);
        using var writer = new Utf8FieldWriter(pipe.Writer);
        for (int i = 0; i < 100; i++)
        {
            writer.Write(i);
            writer.Write("Mérida, Yucatán");
            writer.EndRecord();
            writer.Flush();
            await pipe.Writer.FlushAsync();
            Assert.True(await reader.ReadAsync());
            Assert.Equal((2, i), (reader.FieldCount, reader.Parse<int>(0)));
            Assert.Equal("Mérida, Yucatán", reader.Parse<string>(1));
        }

        await pipe.Writer.CompleteAsync();
        Assert.False(await reader.ReadAsync());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void The_stream_is_disposed_or_left_open(bool leavesOpen)
    {
        var stream = new HostileStream();
        var writer = new Utf8FieldWriter(stream, new Utf8FieldWriterOptions { LeaveOpen = leavesOpen });
        writer.Write("a");
        writer.Dispose();
        writer.Dispose();
        Assert.Equal((leavesOpen, leavesOpen ? 0 : 1), (stream.CanWrite, stream.Disposals));
        Assert.Equal("a"u8.ToArray(), stream.ToArray());
    }

    [Fact]
    public void A_sink_that_is_closed_after_flushing_is_not_called_again()
    {
        var stream = new MemoryStream();
        var ofStream = new Utf8FieldWriter(stream);
        ofStream.Write("a");
        ofStream.Flush();
        stream.Dispose();
        ofStream.Dispose();

        var pipe = new Pipe();
        var ofPipe = new Utf8FieldWriter(pipe.Writer);
        ofPipe.Write("a");
        ofPipe.Flush();
        pipe.Writer.Complete();
        ofPipe.Dispose();
    }

    [Theory]
    [InlineData("Write")]
    [InlineData("EndRecord")]
    [InlineData("Flush")]
    public void After_a_failure_the_writer_can_only_be_disposed(string failing)
    {
        bool fails = true;
        var stream = new CallingStream(() =>
        {
            if (fails)
            {
                throw new IOException("simulated failure");
            }
        });
        var writer = new Utf8FieldWriter(stream);
        writer.Write(new string('x', BufferBytes));
        Assert.Throws<IOException>(() => Do(writer, failing));
        fails = false;
        foreach (string next in (string[])["Write", "WriteBytes", "WriteValue", "EndRecord", "Flush"])
        {
            string message = Assert.Throws<InvalidOperationException>(() => Do(writer, next)).Message;
            Assert.Contains("Dispose the writer", message, StringComparison.Ordinal);
        }

        writer.Dispose();
        Assert.Empty(stream.ToArray());
        Assert.False(stream.CanWrite);
        Assert.Throws<ObjectDisposedException>(() => Do(writer, failing));
    }

    [Fact]
    public void A_flush_that_fails_is_a_failure_too()
    {
        var stream = new HostileStream { FailsToFlush = true };
        var writer = new Utf8FieldWriter(stream);
        writer.Write("a");
        Assert.Throws<IOException>(writer.Flush);
        stream.FailsToFlush = false;
        Assert.Throws<InvalidOperationException>(writer.Flush);
        Assert.Throws<InvalidOperationException>(writer.EndRecord);
        writer.Dispose();
        Assert.Equal("a"u8.ToArray(), stream.ToArray());
    }

    [Fact]
    public void A_writer_whose_last_write_fails_disposes_the_stream()
    {
        int calls = 0;
        var stream = new CallingStream(() =>
        {
            calls++;
            throw new IOException("simulated failure");
        });
        var writer = new Utf8FieldWriter(stream);
        writer.Write("a");
        Assert.Throws<IOException>(writer.Dispose);
        writer.Dispose();
        Assert.Equal((1, false), (calls, stream.CanWrite));
        Assert.Throws<ObjectDisposedException>(writer.Flush);
    }

    [Fact]
    public void A_stream_that_throws_when_disposed_is_disposed_once()
    {
        var stream = new HostileStream { FailsToDispose = true };
        var writer = new Utf8FieldWriter(stream);
        writer.Write("a");
        Assert.Throws<IOException>(writer.Dispose);
        writer.Dispose();
        Assert.Equal(1, stream.Disposals);
        Assert.Equal("a"u8.ToArray(), stream.ToArray());
        Assert.Throws<ObjectDisposedException>(writer.EndRecord);
    }

    [Fact]
    public void A_stream_that_calls_its_writer_is_refused()
    {
        Utf8FieldWriter? writer = null;
        var stream = new CallingStream(() => writer!.Write("again"));
        writer = new Utf8FieldWriter(stream);
        writer.Write("a");
        Assert.Throws<InvalidOperationException>(writer.Flush);
        writer.Dispose();
        Assert.Empty(stream.ToArray());
    }

    [Fact]
    public void A_buffer_that_fails_is_a_failure_too()
    {
        var pipe = new Pipe();
        var writer = new Utf8FieldWriter(pipe.Writer);
        writer.Write("a");
        pipe.Writer.Complete();
        Assert.Throws<InvalidOperationException>(writer.Flush);
        Assert.Throws<InvalidOperationException>(() => writer.Write("b"));
        writer.Dispose();
    }

    [Theory]
    [InlineData("Write")]
    [InlineData("WriteBytes")]
    [InlineData("WriteValue")]
    [InlineData("EndRecord")]
    [InlineData("Flush")]
    public void A_writer_that_is_disposed_writes_no_more(string call)
    {
        var stream = new MemoryStream();
        var writer = new Utf8FieldWriter(stream);
        writer.Write("a");
        writer.Dispose();
        Assert.Throws<ObjectDisposedException>(() => Do(writer, call));
        writer.Dispose();
        Assert.Equal("a"u8.ToArray(), stream.ToArray());
    }

    [Fact]
    public void Bad_arguments_are_refused()
    {
        Assert.Throws<ArgumentNullException>("stream", () => new Utf8FieldWriter((Stream)null!));
        Assert.Throws<ArgumentNullException>("output", () => new Utf8FieldWriter((IBufferWriter<byte>)null!));
        Assert.Throws<ArgumentException>("stream", () => new Utf8FieldWriter(new MemoryStream([], writable: false)));
        using var stream = new MemoryStream();
        foreach (byte delimiter in (byte[])[0, (byte)'\n', (byte)'\r', (byte)'"', 0x80, 0xFF])
        {
            var options = new Utf8FieldWriterOptions { Delimiter = delimiter };
            var refusal = Assert.Throws<ArgumentOutOfRangeException>("options", () => new Utf8FieldWriter(stream, options));
            Assert.StartsWith("Delimiter must be ", refusal.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_stream_that_is_a_buffer_as_well_is_used_as_a_stream()
    {
        var stream = new BufferStream();
        using (var writer = new Utf8FieldWriter(stream))
        {
            writer.Write("a");
        }

        Assert.Equal("a"u8.ToArray(), stream.ToArray());
        Assert.False(stream.CanWrite);
    }

    [Fact]
    public void Writing_allocates_nothing()
    {
        var stream = new MemoryStream(1 << 20);
        using var writer = new Utf8FieldWriter(stream);
        var time = new DateTime(2026, 11, 29, 10, 0, 0, DateTimeKind.Utc);
        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            stream.Position = 0;
            for (int i = 0; i < 1_000; i++)
            {
                writer.Write("Mérida, \"Yucatán\"");
                writer.Write("Cobá"u8);
                writer.Write(i);
                writer.Write(i / 8.0);
                writer.Write(i / 8m, "F2");
                writer.Write(Guid.Empty);
                writer.Write(time);
                writer.Write(new DateTimeOffset(time));
                writer.Write(new DateOnly(2026, 11, 29));
                writer.Write(new TimeOnly(10, 0));
                writer.Write(TimeSpan.FromTicks(i));
                writer.Write(new Repeated(300, (byte)','));
                writer.EndRecord();
            }

            writer.Flush();
        }));
    }

    private static void Do(Utf8FieldWriter writer, string call)
    {
        switch (call)
        {
            case "Write":
                writer.Write("text");
                break;
            case "WriteBytes":
                writer.Write("text"u8);
                break;
            case "WriteValue":
                writer.Write(1);
                break;
            case "EndRecord":
                writer.EndRecord();
                break;
            default:
                writer.Flush();
                break;
        }
    }

    private static string Written(Action<Utf8FieldWriter> write, byte delimiter = (byte)',')
    {
        var options = new Utf8FieldWriterOptions { Delimiter = delimiter };
        byte[] written = WrittenFields.ToStream(options, write);
        Assert.True(written.AsSpan().SequenceEqual(WrittenFields.ToPipe(options, write)), "The pipe has other bytes.");
        Assert.True(written.AsSpan().SequenceEqual(WrittenFields.ToBuffer(options, write)), "The buffer has other bytes.");
        return Encoding.UTF8.GetString(written);
    }

    /// <summary>A value that is formatted as one repeated byte.</summary>
    private readonly struct Repeated(int length, byte value) : IUtf8SpanFormattable
    {
        public bool TryFormat(
            Span<byte> utf8Destination, out int bytesWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            Assert.Same(CultureInfo.InvariantCulture, provider);
            bool fits = length <= utf8Destination.Length;
            bytesWritten = fits ? length : 0;
            utf8Destination[..bytesWritten].Fill(value);
            return fits;
        }
    }

    /// <summary>A value that reports a wrong number of written bytes once the buffer is large enough.</summary>
    private readonly struct Lying(int least, int lie) : IUtf8SpanFormattable
    {
        public bool TryFormat(
            Span<byte> utf8Destination, out int bytesWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            bytesWritten = lie;
            return utf8Destination.Length >= least;
        }
    }

    /// <summary>A stream that fails on request.</summary>
    private sealed class HostileStream : MemoryStream
    {
        public bool FailsToFlush { get; set; }

        public bool FailsToDispose { get; init; }

        public int Flushes { get; private set; }

        public int Disposals { get; private set; }

        public override void Flush()
        {
            Flushes++;
            if (FailsToFlush)
            {
                throw new IOException("simulated failure");
            }
        }

        protected override void Dispose(bool disposing)
        {
            Disposals++;
            base.Dispose(disposing);
            if (FailsToDispose)
            {
                throw new IOException("simulated failure");
            }
        }
    }

    /// <summary>A stream that is also a buffer writer.</summary>
    private sealed class BufferStream : MemoryStream, IBufferWriter<byte>
    {
        public void Advance(int count) => throw new NotSupportedException();

        public Memory<byte> GetMemory(int sizeHint = 0) => throw new NotSupportedException();

        public Span<byte> GetSpan(int sizeHint = 0) => throw new NotSupportedException();
    }
}

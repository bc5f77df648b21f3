using System.IO.MemoryMappedFiles;
using System.IO.Pipelines;
using System.Text;
using Cenote.IO;
using Cenote.Tests.Support;

namespace Cenote.Tests.IO;

public sealed class Utf8FieldReaderTests
{
    [Theory]
    [InlineData("", "")]
    [InlineData("\n", "()")]
    [InlineData("a", "(a)")]
    [InlineData("a,", "(a)()")]
    [InlineData(",\r\n,", "()()/()()")]
    [InlineData("a,b\r\nc\n", "(a)(b)/(c)")]
    [InlineData("\"a,b\",\"\"\r\n", "(a,b)()")]
    [InlineData("\"a\r\nb\",c\rd", "(a\r\nb)(c)/(d)")]
    [InlineData("\"a\"\"b\",\"\"\"\",\"\"\"x\"", "(a\"b)(\")(\"x)")]
    [InlineData("\uFEFF\"a\"", "(a)")]
    public void Records_have_the_fields_of_RFC_4180(string text, string expected)
    {
        for (int most = 1; most <= 8; most++)
        {
            using var reader = new Utf8FieldReader(new ChunkedStream(Encoding.UTF8.GetBytes(text), most, new Random(most)));
            Assert.Equal(expected, All(reader));
        }
    }

    [Theory]
    [InlineData("a,b\"c", "a quote within a field", "byte 3.", "(a)(b\"c)")]
    [InlineData("a\n\"b\"c", "after the closing quote", "byte 5.", "(a)/(bc)")]
    [InlineData("\"b\" ", "after the closing quote", "byte 3.", "(b )")]
    [InlineData("a\n\"b,\nc", "ends within a quoted field", "byte 2.", "(a)/(b,\nc)")]
    [InlineData("a\n\"b\"\"", "ends within a quoted field", "byte 2.", "(a)/(b\")")]
    public void Malformed_quotes_throw_or_are_taken_as_they_are(string text, string problem, string place, string lenient)
    {
        int line = text.Contains('\n', StringComparison.Ordinal) && text[0] == 'a' ? 2 : 1;
        using (var strict = new Utf8FieldReader(new MemoryStream(Encoding.UTF8.GetBytes(text))))
        {
            _ = line == 2 && strict.Read();
            string message = Assert.Throws<InvalidDataException>(() => strict.Read()).Message;
            Assert.Contains(problem, message, StringComparison.Ordinal);
            Assert.Contains(place, message, StringComparison.Ordinal);
            Assert.Contains($"line {line}", message, StringComparison.Ordinal);
            Assert.Equal(message, Assert.Throws<InvalidDataException>(() => strict.Read()).Message);
            Assert.Equal((0, line - 1), (strict.FieldCount, strict.LineNumber));
        }

        using var reader = new Utf8FieldReader(
            new MemoryStream(Encoding.UTF8.GetBytes(text)), new Utf8FieldReaderOptions { Quoting = Utf8Quoting.Lenient });
        Assert.Equal(lenient, All(reader));
    }

    [Fact]
    public void A_quote_that_is_never_closed_does_not_fill_the_memory()
    {
        using var reader = new Utf8FieldReader(
            new ChunkedStream(Encoding.UTF8.GetBytes("a\n\"" + new string('x', 100_000)), 1_000, new Random(1)),
            new Utf8FieldReaderOptions { MaximumRecordBytes = 10_000 });
        Assert.True(reader.Read());
        string message = Assert.Throws<InvalidDataException>(() => reader.Read()).Message;
        Assert.Contains("The record on line 2, which begins at byte 2, is longer than", message, StringComparison.Ordinal);
        Assert.Throws<InvalidDataException>(() => reader.Read());
    }

    [Fact]
    public void A_record_that_is_too_long_is_refused_also_if_the_buffer_holds_it()
    {
        using var reader = new Utf8FieldReader(
            new MemoryStream("abc\nabcd\n"u8.ToArray()), new Utf8FieldReaderOptions { MaximumRecordBytes = 3 });
        Assert.True(reader.Read());
        Assert.Throws<InvalidDataException>(() => reader.Read());
        Assert.Throws<InvalidDataException>(() => reader.Read());
        Assert.Equal(1, reader.LineNumber);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(128)]
    [InlineData(1_000)]
    public void A_record_with_more_fields_than_the_maximum_is_refused(int maximum)
    {
        string most = string.Concat(Enumerable.Repeat(",", maximum - 1));
        foreach ((string end, int piece) in ((string, int)[])[("\n", 100_000), ("\r\n", 1), ("", 1), ("", 100_000), ("\nx", 7)])
        {
            var options = new Utf8FieldReaderOptions { MaximumFields = maximum };
            using var allowed = new Utf8FieldReader(new ChunkedStream(Encoding.UTF8.GetBytes(most + end), piece, new Random(1)), options);
            Assert.Equal(maximum > 1 || end.Length > 0, allowed.Read());
            Assert.Equal(maximum > 1 || end.Length > 0 ? maximum : 0, allowed.FieldCount);

            byte[] more = Encoding.UTF8.GetBytes($"a\n{most},{end}");
            using var refused = new Utf8FieldReader(new ChunkedStream(more, piece, new Random(1)), options);
            Assert.True(refused.Read());
            for (int i = 0; i < 2; i++)
            {
                string message = Assert.Throws<InvalidDataException>(() => refused.Read()).Message;
                Assert.Contains($"line 2, which begins at byte 2, has more than the {maximum} fields", message, StringComparison.Ordinal);
                Assert.Equal((0, 1L), (refused.FieldCount, refused.LineNumber));
            }
        }
    }

    // Each read after an exception scans the record again, at different block offsets.
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(100)]
    public void A_record_with_too_many_fields_is_refused_again_without_reading_the_source(int maximum)
    {
        var random = new Random(RunSettings.NewSeed());
        for (int position = 1; position <= 2 * 64; position++)
        {
            string record = new string(',', maximum) + new string('x', random.Next(100));
            string text = $"{new string('x', position)}\n{record}";
            var source = new ChunkedStream(Encoding.UTF8.GetBytes(text), random.Next(1, 2 * text.Length), random);
            using var reader = new Utf8FieldReader(source, new Utf8FieldReaderOptions { MaximumFields = maximum });
            Assert.True(reader.Read());
            string message = Assert.Throws<InvalidDataException>(() => reader.Read()).Message;
            Assert.Contains($"more than the {maximum} fields", message, StringComparison.Ordinal);
            source.Failures = 1;
            Assert.Equal(message, Assert.Throws<InvalidDataException>(() => reader.Read()).Message);
        }
    }

    [Fact]
    public void A_record_may_have_many_fields_and_be_long()
    {
        int fields = RunSettings.Length(2_000_000);
        byte[] bytes = Encoding.UTF8.GetBytes($"first,{string.Join(',', Enumerable.Range(0, fields))}\nlast");
        using var reader = new Utf8FieldReader(new ChunkedStream(bytes, 50_000, new Random(1)));
        Assert.True(reader.Read());
        Assert.Equal(fields + 1, reader.FieldCount);
        for (int i = 0; i < fields; i++)
        {
            Assert.True(int.Parse(reader[i + 1]) == i);
        }

        Assert.True(reader.Read());
        Assert.Equal((2, bytes.Length - 4), (reader.LineNumber, reader.Offset));
    }

    [Fact]
    public void All_sources_have_the_same_fields()
    {
        byte[] bytes = "1,2\n3,4\n"u8.ToArray();
        string path = Path.GetTempFileName();
        try
        {
            File.WriteAllBytes(path, bytes);
            using var ofFile = new Utf8FieldReader(path);
            Assert.Equal("(1)(2)/(3)(4)", All(ofFile));
            using MemoryMappedFile map = MemoryMappedFile.CreateFromFile(path);
            using var ofMap = new Utf8FieldReader(map, 4, 4);
            Assert.Equal("(3)(4)", All(ofMap));
            using var ofPipe = new Utf8FieldReader(PipeReader.Create(new MemoryStream(bytes)));
            Assert.Equal("(1)(2)/(3)(4)", All(ofPipe));
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public async Task A_read_that_is_cancelled_loses_nothing()
    {
        var never = new TaskCompletionSource();
        var stream = new ChunkedStream("ab,\"c\nd\"\ne"u8.ToArray(), 2, new Random(1)) { Wait = never.Task };
        await using var reader = new Utf8FieldReader(stream);
        using var cancelling = new CancellationTokenSource();
        ValueTask<bool> reading = reader.ReadAsync(cancelling.Token);
        Assert.Throws<InvalidOperationException>(() => reader.Read());
        cancelling.Cancel();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await reading);
        never.SetResult();
        Assert.True(await reader.ReadAsync());
        Assert.Equal("c\nd", Encoding.UTF8.GetString(reader[1]));
        Assert.Equal("(e)", All(reader));
        Assert.Equal(3, reader.LineNumber);
    }

    [Fact]
    public async Task A_read_waits_until_the_record_is_complete()
    {
        var pipe = new Pipe();
        await using var reader = new Utf8FieldReader(pipe.Reader);
        Task<bool> reading = reader.ReadAsync().AsTask();
        Assert.False(reading.IsCompleted);
        await pipe.Writer.WriteAsync("a,\"Quintana\n"u8.ToArray());
        Assert.False(reading.IsCompleted);
        await pipe.Writer.WriteAsync("Roo\"\nb,"u8.ToArray());

        Assert.True(await reading);
        Assert.Equal("Quintana\nRoo", Encoding.UTF8.GetString(reader[1]));
        reading = reader.ReadAsync().AsTask();
        await pipe.Writer.CompleteAsync();
        Assert.True(await reading);
        Assert.Equal((2, 3), (reader.FieldCount, reader.LineNumber));
        Assert.False(await reader.ReadAsync());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_pipe_is_completed_or_goes_on_behind_what_was_read_ahead(bool leavesOpen)
    {
        var pipe = new Pipe();
        await pipe.Writer.WriteAsync("a,1\nread,ahead\n"u8.ToArray());
        var reader = new Utf8FieldReader(pipe.Reader, new Utf8FieldReaderOptions { LeaveOpen = leavesOpen });
        Assert.True(await reader.ReadAsync());
        reader.Dispose();

        FlushResult flushed = await pipe.Writer.WriteAsync("b,2\n"u8.ToArray());

        Assert.Equal(!leavesOpen, flushed.IsCompleted);
        if (leavesOpen)
        {
            ReadResult rest = await pipe.Reader.ReadAsync();
            Assert.Equal("b,2\n", Encoding.UTF8.GetString(rest.Buffer));
        }
    }

    [Fact]
    public void A_source_that_writes_and_fails_does_no_harm()
    {
        var stream = new ChunkedStream("a,b\nc,\"d"u8.ToArray(), 5, new Random(1));
        using var reader = new Utf8FieldReader(
            stream, new Utf8FieldReaderOptions { BufferBytes = 64, Quoting = Utf8Quoting.Lenient });
        Assert.True(reader.Read());
        stream.Failures = 3;
        for (int i = 0; i < 3; i++)
        {
            Assert.Throws<IOException>(() => reader.Read());
        }

        Assert.Equal("(c)(d)", All(reader));
    }

    [Fact]
    public void A_reader_that_is_disposed_has_no_fields()
    {
        var stream = new ChunkedStream("a,b\n"u8.ToArray(), 100, new Random(1));
        var reader = new Utf8FieldReader(stream);
        Assert.True(reader.Read());
        Assert.Throws<ArgumentOutOfRangeException>(() => reader[2].Length);
        Assert.Throws<ArgumentOutOfRangeException>(() => reader[-1].Length);
        reader.Dispose();
        reader.Dispose();
        Assert.True(stream.IsDisposed);
        Assert.Equal(0, reader.FieldCount);
        Assert.Throws<ArgumentOutOfRangeException>(() => reader[0].Length);
        Assert.Throws<ObjectDisposedException>(() => reader.Read());
    }

    [Fact]
    public void Options_that_contradict_each_other_are_refused()
    {
        using var stream = new MemoryStream();
        foreach (Utf8FieldReaderOptions options in (Utf8FieldReaderOptions[])
        [
            new() { Delimiter = (byte)'\n' }, new() { Delimiter = (byte)'"' }, new() { Delimiter = 0 },
            new() { Delimiter = 0x80 },
            new() { Quote = (byte)'\r' }, new() { Quote = (byte)',' }, new() { Quoting = (Utf8Quoting)3 },
            new() { BufferBytes = 1 }, new() { MaximumRecordBytes = 0 }, new() { MaximumFields = 0 },
            new() { MaximumFields = int.MaxValue },
        ])
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => new Utf8FieldReader(stream, options));
        }

        using var allowed = new Utf8FieldReader(
            stream, new Utf8FieldReaderOptions { Delimiter = (byte)'"', Quoting = Utf8Quoting.None });
        Assert.False(allowed.Read());
    }

    [Fact]
    public void Reading_allocates_nothing()
    {
        var stream = new MemoryStream(Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("a,\"b,c\",\"d\"\"e\"\n", 10_000))));
        using var reader = new Utf8FieldReader(stream, new Utf8FieldReaderOptions { BufferBytes = 4_096 });
        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            stream.Position = 0;
            while (reader.Read())
            {
                Assert.True(reader[2].SequenceEqual("d\"e"u8));
            }

            stream.Position = 0;
            while (ReadWithoutWaiting(reader))
            {
                Assert.True(reader[1].SequenceEqual("b,c"u8));
            }
        }));
    }

    private static bool ReadWithoutWaiting(Utf8FieldReader reader)
    {
        Task<bool> reading = reader.ReadAsync().AsTask();
        Assert.True(reading.IsCompleted);
        return reading.GetAwaiter().GetResult();
    }

    private static string All(Utf8FieldReader reader)
    {
        var records = new List<string>();
        while (reader.Read())
        {
            string fields = "";
            for (int i = 0; i < reader.FieldCount; i++)
            {
                fields += $"({Encoding.UTF8.GetString(reader[i])})";
            }

            records.Add(fields);
        }

        return string.Join('/', records);
    }
}

using System.IO.MemoryMappedFiles;
using System.IO.Pipelines;
using System.Text;
using Cenote.IO;
using Cenote.Tests.Support;

namespace Cenote.Tests.IO;

public sealed class Utf8LineReaderTests
{
    [Theory]
    [InlineData("", "")]
    [InlineData("\n", "|")]
    [InlineData("a", "a|")]
    [InlineData("a\n", "a|")]
    [InlineData("a\r", "a|")]
    [InlineData("a\r\n", "a|")]
    [InlineData("a\n\r", "a||")]
    [InlineData("a\r\rb", "a||b|")]
    [InlineData("a\r\n\r\nb", "a||b|")]
    [InlineData("\0\n\0\0", "\0|\0\0|")]
    [InlineData("\uFEFFa\nb", "a|b|")]
    [InlineData("\uFEFF", "")]
    [InlineData("a\n\uFEFFb", "a|\uFEFFb|")]
    [InlineData("é\u2028ü\u0085\v\fx", "é\u2028ü\u0085\v\fx|")]
    public void A_text_has_the_lines_that_it_has_for_the_base_class_library(string text, string expected)
    {
        for (int most = 1; most <= 8; most++)
        {
            using var reader = new Utf8LineReader(Chunks(text, most));
            Assert.Equal(expected, All(reader));
        }
    }

    [Fact]
    public void A_file_without_a_length_is_read_to_its_end()
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        using var lines = new Utf8LineReader("/proc/self/status");
        while (lines.Read())
        {
        }

        Assert.False(lines.Read());
        Assert.InRange(lines.LineNumber, 10, 1_000);
    }

    [Fact]
    public void A_file_that_is_truncated_while_it_is_followed_throws()
    {
        string path = Path.GetTempFileName();
        try
        {
            File.WriteAllText(path, "one\ntwo\nthree");
            using var lines = new Utf8LineReader(path);
            using var fields = new Utf8FieldReader(path);
            for (int i = 0; i < 3; i++)
            {
                Assert.True(lines.Read() && fields.Read());
            }

            Assert.False(lines.Read() || fields.Read());
            File.WriteAllText(path, "new\n");
            for (int i = 0; i < 2; i++)
            {
                string message = Assert.Throws<IOException>(() => lines.Read()).Message;
                Assert.Contains("truncated after 13 bytes", message, StringComparison.Ordinal);
                Assert.Throws<IOException>(() => fields.Read());
                File.AppendAllText(path, "long enough for the reader to go on\n");
            }
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public void A_line_end_may_lie_across_blocks_and_buffers()
    {
        for (int length = 0; length < 300; length++)
        {
            string line = new('x', length);
            using var reader = new Utf8LineReader(
                new MemoryStream(Encoding.UTF8.GetBytes($"{line}\r\n{line}\r\n\n{line}\ry")),
                new Utf8LineReaderOptions { BufferBytes = 64 });
            Assert.Equal($"{line}|{line}||{line}|y|", All(reader));
        }
    }

    [Fact]
    public async Task A_carriage_return_does_not_wait_for_the_line_feed()
    {
        var pipe = new Pipe();
        using var reader = new Utf8LineReader(pipe.Reader);
        await pipe.Writer.WriteAsync("a\r"u8.ToArray());
        Assert.True(await reader.ReadAsync());
        Assert.Equal("a", Encoding.UTF8.GetString(reader.Line));
        await pipe.Writer.WriteAsync("\nb\n"u8.ToArray());
        await pipe.Writer.CompleteAsync();
        Assert.Equal("b|", All(reader));
    }

    [Fact]
    public void All_sources_have_the_same_lines()
    {
        byte[] bytes = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, 100_000).Select(i => $"line {i}\n")));
        string path = Path.GetTempFileName();
        try
        {
            File.WriteAllBytes(path, bytes);
            string expected = string.Concat(File.ReadLines(path).Select(line => line + "|"));
            using (var ofFile = new Utf8LineReader(path))
            {
                Assert.Equal(expected, All(ofFile));
            }

            using (MemoryMappedFile map = MemoryMappedFile.CreateFromFile(path))
            {
                using var ofMap = new Utf8LineReader(map, 0, bytes.Length);
                Assert.Equal(expected, All(ofMap));
                using var ofPart = new Utf8LineReader(map, 7, 14);
                Assert.Equal("line 1|line 2|", All(ofPart));
                using var ofNothing = new Utf8LineReader(map, 0, 0);
                Assert.Equal("", All(ofNothing));
            }

            using (var ofPipe = new Utf8LineReader(PipeReader.Create(new MemoryStream(bytes))))
            {
                Assert.Equal(expected, All(ofPipe));
            }
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Theory]
    [InlineData(new byte[] { 0xFF, 0xFE, (byte)'a', 0 }, "UTF-16LE", "Encoding.Unicode,")]
    [InlineData(new byte[] { 0xFF, 0xFE }, "UTF-16LE", "Encoding.Unicode,")]
    [InlineData(new byte[] { 0xFF, 0xFE, 0 }, "UTF-16LE", "Encoding.Unicode,")]
    [InlineData(new byte[] { 0xFE, 0xFF, 0, (byte)'a' }, "UTF-16BE", "Encoding.BigEndianUnicode,")]
    [InlineData(new byte[] { 0xFF, 0xFE, 0, 0, (byte)'a', 0, 0, 0 }, "UTF-32LE", "Encoding.UTF32,")]
    [InlineData(new byte[] { 0, 0, 0xFE, 0xFF, 0, 0, 0, (byte)'a' }, "UTF-32BE", "new UTF32Encoding(bigEndian: true,")]
    public void Another_encoding_is_refused_each_time(byte[] bytes, string name, string encoding)
    {
        for (int most = 1; most <= bytes.Length; most++)
        {
            using var reader = new Utf8LineReader(new ChunkedStream(bytes, most, new Random(1)));
            string message = Assert.Throws<InvalidDataException>(() => reader.Read()).Message;
            Assert.Contains($" {name},", message, StringComparison.Ordinal);
            Assert.Contains(encoding, message, StringComparison.Ordinal);
            Assert.Throws<InvalidDataException>(() => reader.Read());
        }
    }

    [Fact]
    public void Text_with_each_mark_is_read_with_the_encoding_that_the_message_advises()
    {
        foreach (Encoding encoding in (Encoding[])
            [Encoding.Unicode, Encoding.BigEndianUnicode, Encoding.UTF32, new UTF32Encoding(bigEndian: true, byteOrderMark: true)])
        {
            byte[] bytes = [.. encoding.Preamble, .. encoding.GetBytes("äb\nc")];
            using var reader = new Utf8LineReader(
                Encoding.CreateTranscodingStream(new MemoryStream(bytes), encoding, Encoding.UTF8));
            Assert.Equal("äb|c|", All(reader));
        }
    }

    [Theory]
    [InlineData(new byte[] { 0xEF, 0xBB })]
    [InlineData(new byte[] { 0xFE })]
    [InlineData(new byte[] { 0xFF })]
    [InlineData(new byte[] { 0 })]
    [InlineData(new byte[] { 0, 0, 0xFE })]
    [InlineData(new byte[] { 0, 0, 0, 0xFF })]
    public void Part_of_a_mark_is_text(byte[] bytes)
    {
        using var reader = new Utf8LineReader(new ChunkedStream(bytes, 1, new Random(1)));
        Assert.True(reader.Read());
        Assert.Equal(bytes, reader.Line.ToArray());
        Assert.False(reader.Read());
    }

    [Fact]
    public void The_place_of_a_line_counts_a_mark()
    {
        for (int most = 1; most <= 8; most++)
        {
            using var reader = new Utf8LineReader(Chunks("\uFEFFab\nc", most));
            Assert.True(reader.Read());
            Assert.Equal(3, reader.Offset);
            Assert.True(reader.Read());
            Assert.Equal(6, reader.Offset);
        }
    }

    [Theory]
    [InlineData(64)]
    [InlineData(1_000)]
    public void A_line_that_is_too_long_is_refused_each_time_wherever_it_ends(int buffer)
    {
        foreach (string end in (string[])["", "\n", "\r\nb"])
        {
            using var reader = new Utf8LineReader(
                Chunks($"{new string('a', 100)}\n{new string('b', 101)}{end}", 1_000),
                new Utf8LineReaderOptions { BufferBytes = buffer, MaximumLineBytes = 100 });
            Assert.True(reader.Read());
            Assert.Equal(100, reader.Line.Length);
            string message = Assert.Throws<InvalidDataException>(() => reader.Read()).Message;
            Assert.Contains("Line 2, which begins at byte 101, is longer than the 100 bytes", message, StringComparison.Ordinal);
            Assert.Throws<InvalidDataException>(() => reader.Read());
            Assert.True(reader.Line.IsEmpty);
            Assert.Equal(1, reader.LineNumber);
        }
    }

    [Fact]
    public void A_long_line_makes_the_buffer_grow()
    {
        int length = RunSettings.Length(300_000_000);
        byte[] bytes = new byte[length + 2];
        bytes.AsSpan(0, length).Fill((byte)'x');
        bytes[length] = (byte)'\n';
        bytes[length + 1] = (byte)'y';
        using var reader = new Utf8LineReader(new ChunkedStream(bytes, 10_000_000, new Random(1)));
        Assert.True(reader.Read());
        Assert.Equal(length, reader.Line.Length);
        Assert.Equal(-1, reader.Line.IndexOfAnyExcept((byte)'x'));
        Assert.True(reader.Read());
        Assert.Equal((2, length + 1), (reader.LineNumber, reader.Offset));
    }

    [Fact]
    public async Task A_read_that_is_cancelled_loses_nothing()
    {
        var never = new TaskCompletionSource();
        var stream = new ChunkedStream("abc\ndef"u8.ToArray(), 2, new Random(1)) { Wait = never.Task };
        await using var reader = new Utf8LineReader(stream);
        using var cancelling = new CancellationTokenSource();
        ValueTask<bool> reading = reader.ReadAsync(cancelling.Token);
        Assert.Throws<InvalidOperationException>(() => reader.Read());
        cancelling.Cancel();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await reading);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await reader.ReadAsync(cancelling.Token));
        never.SetResult();
        Assert.True(await reader.ReadAsync());
        Assert.Equal("abc", Encoding.UTF8.GetString(reader.Line));
        Assert.Equal("def|", All(reader));
    }

    [Fact]
    public void A_source_that_grows_is_followed()
    {
        var stream = new MemoryStream();
        using var reader = new Utf8LineReader(stream);
        Assert.False(reader.Read());
        Append("a\r");
        Assert.Equal("a|", All(reader));
        Append("\nb\n");
        Assert.Equal("b|", All(reader));
        Assert.False(reader.Read());

        void Append(string text)
        {
            long position = stream.Position;
            stream.Write(Encoding.UTF8.GetBytes(text));
            stream.Position = position;
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Disposing_closes_the_stream_unless_it_is_to_be_left_open(bool leavesOpen)
    {
        using var stream = new ChunkedStream("a\nb"u8.ToArray(), 100, new Random(1));
        var reader = new Utf8LineReader(stream, new Utf8LineReaderOptions { LeaveOpen = leavesOpen });
        Assert.True(reader.TryRead(out ReadOnlySpan<byte> line));
        reader.Dispose();
        reader.Dispose();
        Assert.True(line.SequenceEqual("a"u8));
        Assert.True(reader.Line.IsEmpty);
        Assert.Equal(!leavesOpen, stream.IsDisposed);
        Assert.Throws<ObjectDisposedException>(() => reader.Read());
        Assert.Throws<ObjectDisposedException>(() => reader.ReadAsync().AsTask().GetAwaiter().GetResult());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_pipe_is_completed_or_goes_on_behind_what_was_read_ahead(bool leavesOpen)
    {
        var pipe = new Pipe();
        await pipe.Writer.WriteAsync("a\nread ahead\n"u8.ToArray());
        var reader = new Utf8LineReader(pipe.Reader, new Utf8LineReaderOptions { LeaveOpen = leavesOpen });
        Assert.True(await reader.ReadAsync());
        Assert.Equal("a", Encoding.UTF8.GetString(reader.Line));
        await reader.DisposeAsync();

        FlushResult flushed = await pipe.Writer.WriteAsync("b\n"u8.ToArray());

        Assert.Equal(!leavesOpen, flushed.IsCompleted);
        if (leavesOpen)
        {
            ReadResult rest = await pipe.Reader.ReadAsync();
            Assert.Equal("b\n", Encoding.UTF8.GetString(rest.Buffer));
        }
        else
        {
            await Assert.ThrowsAsync<InvalidOperationException>(async () => await pipe.Reader.ReadAsync());
        }
    }

    [Fact]
    public async Task A_read_waits_until_the_line_is_complete()
    {
        var pipe = new Pipe();
        await using var reader = new Utf8LineReader(pipe.Reader);
        Task<bool> reading = reader.ReadAsync().AsTask();
        Assert.False(reading.IsCompleted);
        await pipe.Writer.WriteAsync("Quintana "u8.ToArray());
        Assert.False(reading.IsCompleted);
        await pipe.Writer.WriteAsync("Roo\nYuc"u8.ToArray());

        Assert.True(await reading);
        Assert.Equal("Quintana Roo", Encoding.UTF8.GetString(reader.Line));
        reading = reader.ReadAsync().AsTask();
        await pipe.Writer.CompleteAsync();
        Assert.True(await reading);
        Assert.Equal("Yuc", Encoding.UTF8.GetString(reader.Line));
        Assert.False(await reader.ReadAsync());
    }

    [Fact]
    public void A_source_that_writes_and_fails_does_no_harm()
    {
        var stream = new ChunkedStream("ab\ncd"u8.ToArray(), 4, new Random(1));
        using var reader = new Utf8LineReader(stream, new Utf8LineReaderOptions { BufferBytes = 64 });
        Assert.True(reader.Read());
        stream.Failures = 3;
        for (int i = 0; i < 3; i++)
        {
            Assert.Throws<IOException>(() => reader.Read());
        }

        Assert.Equal("cd|", All(reader));
    }

    [Fact]
    public void A_span_that_is_kept_for_too_long_is_still_readable()
    {
        ReadOnlySpan<byte> stale = KeptFromForgottenReader();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        Assert.Equal(50_000, stale.Count((byte)'x'));

        static ReadOnlySpan<byte> KeptFromForgottenReader()
        {
            using var reader = new Utf8LineReader(new MemoryStream(Encoding.UTF8.GetBytes(new string('x', 50_000) + "\n")));
            reader.TryRead(out ReadOnlySpan<byte> line);
            return line;
        }
    }

    [Fact]
    public void Mistakes_are_refused_with_what_to_do()
    {
        Assert.Throws<ArgumentNullException>(() => new Utf8LineReader((string)null!));
        Assert.Throws<ArgumentNullException>(() => new Utf8LineReader((Stream)null!));
        Assert.Throws<ArgumentNullException>(() => new Utf8LineReader((PipeReader)null!));
        Assert.Throws<ArgumentNullException>(() => new Utf8LineReader(null!, 0, 1));
        Assert.Throws<FileNotFoundException>(() => new Utf8LineReader(Path.Combine(Path.GetTempPath(), "not-there-at-all")));
        string path = Path.GetTempFileName();
        using (FileStream writing = new(path, FileMode.Open, FileAccess.Write, FileShare.Read, 1, FileOptions.DeleteOnClose))
        {
            Assert.Equal("stream", Assert.Throws<ArgumentException>(() => new Utf8LineReader(writing)).ParamName);
        }

        using var stream = new MemoryStream();
        foreach (Utf8LineReaderOptions options in (Utf8LineReaderOptions[])
        [
            new() { BufferBytes = 63 }, new() { BufferBytes = (1 << 30) + 1 }, new() { MaximumLineBytes = 0 },
            new() { MaximumLineBytes = int.MaxValue },
        ])
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => new Utf8LineReader(stream, options));
        }
    }

    [Fact]
    public void Reading_allocates_nothing()
    {
        var stream = new MemoryStream(Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("some line of a log\n", 10_000))));
        using var reader = new Utf8LineReader(stream, new Utf8LineReaderOptions { BufferBytes = 4_096 });
        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            stream.Position = 0;
            while (reader.Read())
            {
            }

            stream.Position = 0;
            while (ReadWithoutWaiting(reader))
            {
            }
        }));
    }

    private static bool ReadWithoutWaiting(Utf8LineReader reader)
    {
        Task<bool> reading = reader.ReadAsync().AsTask();
        Assert.True(reading.IsCompleted);
        return reading.GetAwaiter().GetResult();
    }

    private static ChunkedStream Chunks(string text, int most) => new(Encoding.UTF8.GetBytes(text), most, new Random(most));

    private static string All(Utf8LineReader reader)
    {
        var text = new StringBuilder();
        foreach (ReadOnlySpan<byte> line in reader)
        {
            text.Append(Encoding.UTF8.GetString(line)).Append('|');
        }

        return text.ToString();
    }
}

using System.Text;
using Cenote.Attack.Tests.Support;
using Cenote.IO;

namespace Cenote.Attack.Tests;

/// <summary>Line and field readers used by two threads, or with streams that lie, re-enter or close their reader.</summary>
public sealed class IoAttacks : AttackTests
{
    internal static string[] Lies => ["1", "2", "64", "65", "2147483647", "-1", "-2147483648"];

    [Attack(Cases = nameof(Lies))]
    internal static void A_stream_says_that_it_has_read_more_or_less_than_it_can(string excess)
    {
        var stream = new TellingStream(room => unchecked(int.Parse(excess) < 0 ? int.Parse(excess) : room + int.Parse(excess)));
        using var lines = new Utf8LineReader(stream, new Utf8LineReaderOptions { BufferBytes = 64 });
        using var fields = new Utf8FieldReader(stream, new Utf8FieldReaderOptions { BufferBytes = 64 });
        for (int i = 0; i < 3; i++)
        {
            Assert.Throws<IOException>(() => lines.Read());
            Assert.Throws<IOException>(() => fields.Read());
            Assert.Throws<IOException>(() => lines.ReadAsync().AsTask().GetAwaiter().GetResult());
        }

        // Data of rejected reads is ignored; the next valid read is used.
        stream.Answer = null;
        Assert.True(lines.Read());
        Assert.Equal("a,b", Encoding.UTF8.GetString(lines.Line));
        Assert.True(fields.Read());
        Assert.Equal(2, fields.FieldCount);
    }

    [Attack]
    internal static void A_stream_reads_from_its_reader_or_closes_it()
    {
        var stream = new TellingStream(null);
        var reader = new Utf8LineReader(stream);
        stream.Meanwhile = () => Assert.Throws<InvalidOperationException>(() => reader.Read());
        Assert.True(reader.Read());
        Assert.Equal("a,b", Encoding.UTF8.GetString(reader.Line));

        var fields = new Utf8FieldReader(stream, new Utf8FieldReaderOptions { BufferBytes = 64 });
        stream.Meanwhile = fields.Dispose;
        Assert.Throws<ObjectDisposedException>(() => fields.Read());
        Assert.Equal(0, fields.FieldCount);
    }

    [Attack]
    internal static void A_stream_lies_about_its_length()
    {
        foreach (long length in (long[])[long.MinValue, -1, 0, 1, long.MaxValue])
        {
            using var reader = new Utf8LineReader(new TellingStream(null) { Told = length });
            Assert.True(reader.Read());
            Assert.Equal(3, reader.Line.Length);
        }
    }

    [Attack]
    internal static void A_record_of_many_fields_arrives_byte_by_byte()
    {
        // A loop over all fields at each read would take 2 trillion steps.
        byte[] text = new byte[2 << 20];
        Array.Fill(text, (byte)',');
        var stream = new TricklingStream(text);
        using var fields = new Utf8FieldReader(stream);
        Assert.True(fields.Read());
        Assert.Equal(text.Length + 1, fields.FieldCount);
        Assert.Equal(text.Length + 1, stream.Reads);

        stream = new TricklingStream(text);
        using var lines = new Utf8LineReader(stream);
        Assert.True(lines.Read());
        Assert.Equal(text.Length, lines.Line.Length);
    }

    [Attack]
    internal static void Two_threads_read_while_a_third_closes()
    {
        string text = string.Concat(Enumerable.Range(0, 2_000).Select(i => $"{i},\"{new string('x', i % 200)}\"\"\"\r\n"));
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        for (int round = 0; round < 30; round++)
        {
            using var lines = new Utf8LineReader(new MemoryStream(bytes), new Utf8LineReaderOptions { BufferBytes = 64 });
            using var fields = new Utf8FieldReader(
                new MemoryStream(bytes), new Utf8FieldReaderOptions { BufferBytes = 64, Quoting = Utf8Quoting.Lenient });
            Action reads = () => Drain(() => lines.Read() ? lines.Line.Length : -1);
            Action splits = () => Drain(() => fields.Read() ? fields[fields.FieldCount - 1].Length : -1);
            Action closes = () =>
            {
                Thread.Sleep(1);
                lines.Dispose();
                fields.Dispose();
            };
            Parallel.Invoke(reads, reads, splits, splits, closes);
        }
    }

    // Wrong data and documented exceptions are allowed, but reading must end.
    private static void Drain(Func<int> read)
    {
        long most = 100_000;
        try
        {
            while (most-- > 0 && read() >= 0)
            {
            }
        }
        catch (Exception exception) when (Allowed.IsAnswer(exception) || exception is IOException or InvalidDataException)
        {
        }
    }

    /// <summary>A stream that repeats a line and reports arbitrary lengths.</summary>
    private sealed class TellingStream(Func<int, int>? answer) : MemoryStream
    {
        public Func<int, int>? Answer { get; set; } = answer;

        public Action? Meanwhile { get; set; }

        public long Told { get; init; } = 1_000;

        public override bool CanSeek => true;

        public override long Length => Told;

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override int Read(Span<byte> buffer)
        {
            Meanwhile?.Invoke();
            "a,b\n"u8.CopyTo(buffer);
            return Answer?.Invoke(buffer.Length) ?? 4;
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            ValueTask.FromResult(Read(buffer.Span));
    }
}

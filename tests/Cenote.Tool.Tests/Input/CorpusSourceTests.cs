using System.Globalization;
using System.Text;
using Cenote.Tests.Support;
using Cenote.Tool.Input;

namespace Cenote.Tool.Tests.Input;

// These tests read gigabytes, in code that the JIT optimizes late while other tests compile new code.
[Collection(WholeProcess.Name)]
public sealed class CorpusSourceTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string> Encodings => ["utf-8", "utf-16", "utf-16BE", "utf-32", "utf-32BE"];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Encodings))]
    public void A_byte_order_mark_chooses_the_encoding_and_is_no_text(string name)
    {
        var encoding = Encoding.GetEncoding(name);
        byte[] content = [.. encoding.GetPreamble(), .. encoding.GetBytes("größe\r\n漢字\n😀")];

        Assert.Equal(["größe", "漢字", "😀"], Load(_folder.Write("text", content)));
    }

    [Fact]
    public void Text_without_a_mark_is_UTF_8()
    {
        Assert.Equal(["größe", "漢字"], Load(_folder.Write("text", "größe\n漢字\n")));
    }

    [Fact]
    public void Invalid_UTF_8_reads_as_the_encoding_class_reads_it()
    {
        byte[] content =
            [.. "a long line of valid text, and then: "u8, 0xFF, (byte)'b', 0xE2, 0x82, (byte)'\n', .. "next"u8, 0xC3];

        Assert.Equal(Encoding.UTF8.GetString(content).Split('\n'), Load(_folder.Write("text", content)));
    }

    [Fact]
    public void A_NUL_here_and_there_is_text()
    {
        string line = "a line with one NUL \0 in it";

        Assert.Equal([line, "next"], Load(_folder.Write("text", line + "\nnext")));
    }

    [Fact]
    public void Chars_that_straddle_read_buffers_stay_whole()
    {
        string text = string.Concat(Enumerable.Repeat("xy漢😀", 100_000));

        Assert.Equal([text, text], Load(_folder.Write("text", $"{text}\n{text}")));
    }

    [Fact]
    public void An_empty_file_is_refused_however_it_is_split() =>
        Assert.All(Enum.GetValues<SplitBy>(), by => Refused(_folder.Write("empty", []), "no strings", by));

    [Fact]
    public void A_file_of_white_space_has_no_words() => Refused(_folder.Write("blank", " \n\t \n"), "no strings", SplitBy.Word);

    [Fact]
    public void A_file_of_one_line_is_nothing_to_compare() =>
        Refused(
            _folder.Write("line", "just one line"), "a single string of 13 chars, so there is nothing to compare; try --by word");

    [Fact]
    public void A_file_of_one_char_is_told_so_in_the_singular() =>
        Refused(_folder.Write("char", "x"), "a single string of 1 char, so");

    [Fact]
    public void A_missing_file_is_refused() => Refused(Path.Combine(_folder.Path, "missing"), "does not exist");

    [Fact]
    public void A_directory_without_text_is_refused() => Refused(_folder.Path, "contains no text file");

    [Fact]
    public void Several_files_and_a_folder_are_one_corpus_without_what_is_no_text()
    {
        string folder = Path.Combine(_folder.Path, "folder");
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, "b.txt"), "three\n");
        File.WriteAllText(Path.Combine(folder, "a.txt"), "one\ntwo");
        File.WriteAllBytes(Path.Combine(folder, "c.bin"), new byte[100]);
        File.WriteAllText(Path.Combine(folder, ".hidden"), "hidden\n");
        string other = _folder.Write("other", "four\n");
        var source = new CorpusSource([folder, other], () => Stream.Null);

        TextCorpus corpus = source.Load(SplitBy.Line, ',', null, (_, _) => { }, default);

        Assert.Equal(["one", "two", "three", "four"], corpus.Strings());
        Assert.Equal("folder and more (3 files)", source.Name);
    }

    [Fact]
    public async Task A_named_pipe_is_left_out_of_a_folder_and_read_when_it_is_named()
    {
        if (OperatingSystem.IsWindows())
        {
            // On Windows, named pipes are not files.
            return;
        }

        string pipe = Path.Combine(_folder.Path, "pipe");
        using (var making = System.Diagnostics.Process.Start("mkfifo", pipe))
        {
            await making.WaitForExitAsync();
        }

        _folder.Write("text", "one\ntwo\n");
        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(30));

        Assert.Equal(["one", "two"], LoadInTime(_folder.Path));
        Task writing = Task.Run(() => File.WriteAllText(pipe, "three\nfour\n"));
        Assert.Equal(["three", "four"], LoadInTime(pipe));
        await writing;

        string[] LoadInTime(string path) =>
            new CorpusSource(path, () => Stream.Null).Load(SplitBy.Line, ',', null, (_, _) => { }, patience.Token).Strings();
    }

    [Fact]
    public void What_is_packed_with_gzip_is_unpacked()
    {
        using var packed = new MemoryStream();
        using (var packing = new System.IO.Compression.GZipStream(packed, System.IO.Compression.CompressionLevel.Fastest, true))
        {
            packing.Write("one\ntwo\n"u8);
        }

        Assert.Equal(
            ["one", "two"],
            new CorpusSource(_folder.Write("text.gz", packed.ToArray()), () => Stream.Null)
                .Load(SplitBy.Line, ',', null, (_, _) => { }, default).Strings());
        Assert.Equal(
            ["one", "two"],
            new CorpusSource("-", () => new MemoryStream(packed.ToArray()))
                .Load(SplitBy.Line, ',', null, (_, _) => { }, default).Strings());
    }

    [Fact]
    public void Nothing_that_comes_through_a_pipe_nobody_asked_for_is_the_sample()
    {
        var source = new CorpusSource("-", () => Stream.Null) { MayBeEmpty = true };

        Assert.Equal(250_000, source.Load(SplitBy.Line, ',', 1_000, (_, _) => { }, default).SourceStrings);
        Assert.Equal("embedded sample", source.Name);
    }

    [Fact]
    public void A_pipe_nobody_asked_for_that_stays_silent_is_the_sample_after_a_hint()
    {
        List<string> hints = [];
        using var input = new SilentStream();
        var source = new CorpusSource("-", () => input)
        {
            MayBeEmpty = true,
            Patience = TimeSpan.FromMilliseconds(50),
            Hint = hints.Add,
        };

        Assert.Equal(250_000, source.Load(SplitBy.Line, ',', 1_000, (_, _) => { }, default).SourceStrings);
        Assert.Equal("embedded sample", source.Name);
        Assert.Contains("'cenote measure -' waits", Assert.Single(hints), StringComparison.Ordinal);
        Assert.False(input.HasAnswered);
        input.Answer.Set();
    }

    [Fact]
    public void A_pipe_that_was_asked_for_is_waited_for_after_a_hint()
    {
        List<string> hints = [];
        using var input = new SilentStream();
        var source = new CorpusSource("-", () => input)
        {
            Patience = TimeSpan.FromMilliseconds(50),
            Hint = hint =>
            {
                hints.Add(hint);
                input.Answer.Set();
            },
        };

        Assert.Throws<ToolException>(() => source.Load(SplitBy.Line, ',', 1_000, (_, _) => { }, default));
        Assert.Equal(["Waiting for text from standard input."], hints);
        Assert.True(input.HasAnswered);
    }

    [Fact]
    public void A_binary_file_is_refused() =>
        Refused(typeof(CorpusSource).Assembly.Location, "does not look like text");

    [Fact]
    public void UTF_16_without_a_mark_is_refused() =>
        Refused(
            _folder.Write(
                "utf16", new UnicodeEncoding(false, false).GetBytes("plain text, but which encoding?\n")), "'iconv -f ENCODING "
                + "-t UTF-8'");

    [Fact]
    public void A_source_that_fails_while_it_is_read_is_refused()
    {
        var source = new CorpusSource("-", () => new FailingStream());

        ToolException exception = Assert.Throws<ToolException>(
            () => source.Load(SplitBy.Line, ',', null, (_, _) => { }, default));

        Assert.Equal(ExitCodes.Usage, exception.ExitCode);
        Assert.Equal("standard input cannot be read: the disk is gone", exception.Message);
    }

    [Fact]
    public void Standard_input_is_read_to_its_end()
    {
        var source = new CorpusSource("-", () => new MemoryStream("one\ntwo"u8.ToArray()));

        Assert.Equal(["one", "two"], source.Load(SplitBy.Line, ',', null, (_, _) => { }, default).Strings());
        Assert.Equal("standard input", source.Name);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void More_strings_than_the_limit_are_sampled_from_all_over_the_source(bool isStandardInput)
    {
        byte[] content = Encoding.UTF8.GetBytes(string.Join('\n', Enumerable.Range(0, 100_000)));
        var source = new CorpusSource(isStandardInput ? "-" : _folder.Write("numbers", content), () => new MemoryStream(content));

        TextCorpus corpus = source.Load(SplitBy.Line, ',', limit: 1_000, (_, _) => { }, default);

        int[] numbers = [.. corpus.Strings().Select(text => int.Parse(text, CultureInfo.InvariantCulture))];
        Assert.Equal(1_000, numbers.Length);
        Assert.Equal(100_000, corpus.SourceStrings);
        Assert.Equal(numbers.Distinct().Order(), numbers);
        Assert.All(Enumerable.Range(0, 10), tenth => Assert.InRange(numbers.Count(number => number / 10_000 == tenth), 20, 250));
    }

    [Fact]
    public void All_strings_are_taken_unless_there_is_a_limit()
    {
        byte[] content = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("x\n", 1_000_001)));

        TextCorpus unasked = Taken(limit: null);
        TextCorpus asked = Taken(limit: 250_000);

        Assert.False(unasked.IsSample);
        Assert.Equal(1_000_001, unasked.Count);
        Assert.Equal((250_000, 1_000_001), (asked.Count, asked.SourceStrings));

        TextCorpus Taken(int? limit) =>
            new CorpusSource("-", () => new MemoryStream(content)).Load(SplitBy.Line, ',', limit, (_, _) => { }, default);
    }

    [Fact]
    public void A_limit_that_fits_exactly_takes_everything()
    {
        var source = new CorpusSource("-", () => new MemoryStream("a\nb\nc\n"u8.ToArray()));

        TextCorpus corpus = source.Load(SplitBy.Line, ',', limit: 3, (_, _) => { }, default);

        Assert.Equal(["a", "b", "c"], corpus.Strings());
        Assert.False(corpus.IsSample);
    }

    [LongFact]
    public void A_source_of_gigabytes_is_sampled_in_little_memory()
    {
        // The input has more bytes than an int can count.
        const long Length = 33L << 26;
        long before = GC.GetAllocatedBytesForCurrentThread();
        var source = new CorpusSource("-", () => new RepeatedLine(Length)) { MemoryBudget = 64 << 20 };

        TextCorpus corpus = source.Load(SplitBy.Line, ',', null, (_, _) => { }, default);

        Assert.Equal(Length / RepeatedLine.LineBytes, corpus.SourceStrings);
        Assert.InRange(MemoryFootprint.OfMeasuring(corpus.Count, corpus.TotalChars), 56 << 20, 64 << 20);

        // The limit includes the final sample.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 128 << 20);
    }

    [Fact]
    public void A_line_of_a_gigabyte_is_refused_in_bounded_memory()
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        var source = new CorpusSource("-", () => new RepeatedLine(1L << 30, lineEnd: (byte)'x')) { MemoryBudget = 256 << 20 };

        ToolException exception = Assert.Throws<ToolException>(
            () => source.Load(SplitBy.Line, ',', null, (_, _) => { }, default));

        Assert.Equal(ExitCodes.Usage, exception.ExitCode);
        Assert.Equal("String 1 alone takes more than half of the free memory; try --by word.", exception.Message);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 256 << 20);
    }

    [Fact]
    public void Strings_of_which_only_one_fits_memory_are_refused()
    {
        var source = new CorpusSource(
            "-", () => new MemoryStream(Encoding.UTF8.GetBytes($"{new string('x', 1_000)}\n{new string('y', 1_000)}")))
        {
            MemoryBudget = MemoryFootprint.OfMeasuring(1, 1_000),
        };

        ToolException exception = Assert.Throws<ToolException>(
            () => source.Load(SplitBy.Line, ',', null, (_, _) => { }, default));

        Assert.Contains(
            "has strings so long that only one fits in half of the free memory; try --by word", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Progress_is_told_now_and_then_as_a_share_of_the_file()
    {
        List<(string Activity, double Share)> told = [];
        string path = _folder.Write("text", string.Concat(Enumerable.Repeat("some line of text\n", 500_000)));

        new CorpusSource(path, () => Stream.Null).Load(
            SplitBy.Line, ',', null, (activity, share) => told.Add((activity, share)), default);

        Assert.All(told, entry => Assert.Equal("Reading text", entry.Activity));
        Assert.Equal(0, told[0].Share);
        Assert.InRange(told[^1].Share, 0.8, 1);
        Assert.InRange(told.Count, 5, 50);
        Assert.Equal(told.Select(entry => entry.Share).Order(), told.Select(entry => entry.Share));
    }

    [Fact]
    public void Progress_counts_the_strings_where_no_one_knows_how_many_will_come()
    {
        List<string> told = [];

        new CorpusSource(
            "-", () => new RepeatedLine(64 << 20)).Load(SplitBy.Line, ',', 1_000, (activity, _) => told.Add(activity), default);

        Assert.Equal("Reading standard input", told[0]);
        Assert.Equal("Reading standard input: 1,024 strings", told[1]);
        Assert.Matches("^Reading standard input: [0-9,]+ strings$", told[^1]);
        Assert.InRange(told.Count, 10, 100);
    }

    [Fact]
    public async Task Cancelling_does_not_wait_for_input_that_never_comes()
    {
        using var cancellation = new CancellationTokenSource();
        using var input = new SilentStream();
        var source = new CorpusSource("-", () => input);
        Task reading = Task.Factory.StartNew(
            () => source.Load(
                SplitBy.Line, ',', null, (_, _) =>
                    { }, cancellation.Token), default, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        input.Asked.Wait();

        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => reading);
        Assert.False(input.HasAnswered);
        input.Answer.Set();
    }

    [Fact]
    public void Cancelling_stops_reading()
    {
        using var cancellation = new CancellationTokenSource();
        cancellation.Cancel();
        var source = new CorpusSource("-", () => new RepeatedLine(long.MaxValue));

        Assert.ThrowsAny<OperationCanceledException>(
            () => source.Load(SplitBy.Line, ',', null, (_, _) => { }, cancellation.Token));
    }

    private static string[] Load(string path) =>
        new CorpusSource(path, () => Stream.Null).Load(SplitBy.Line, ',', null, (_, _) => { }, default).Strings();

    private static void Refused(string path, string reason, SplitBy by = SplitBy.Line)
    {
        var source = new CorpusSource(path, () => Stream.Null);

        ToolException exception = Assert.Throws<ToolException>(() => source.Load(by, ',', null, (_, _) => { }, default));

        Assert.Equal(ExitCodes.Usage, exception.ExitCode);
        Assert.Contains(reason, exception.Message, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', exception.Message);
    }

    /// <summary>A standard input that blocks its reader and then ends without any data.</summary>
    private sealed class SilentStream : MemoryStream
    {
        public ManualResetEventSlim Asked { get; } = new();

        public ManualResetEventSlim Answer { get; } = new();

        public bool HasAnswered { get; private set; }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override int Read(Span<byte> buffer)
        {
            Asked.Set();
            Answer.Wait();
            HasAnswered = true;
            return 0;
        }
    }

    private sealed class FailingStream : MemoryStream
    {
        public override int Read(Span<byte> buffer) => throw new IOException("the disk is gone");

        public override int Read(byte[] buffer, int offset, int count) => throw new IOException("the disk is gone");
    }

    /// <summary>One repeated line, as fast as memory can be copied.</summary>
    private sealed class RepeatedLine(long length, byte lineEnd = (byte)'\n') : ForwardStream
    {
        public const int LineBytes = 64;

        private readonly byte[] _lines = [.. Enumerable.Range(1, 4_096).Select(i => i % LineBytes == 0 ? lineEnd : (byte)'x')];
        private long _position;

        public override int Read(Span<byte> buffer)
        {
            int start = (int)(_position % _lines.Length);
            int read = (int)Math.Min(length - _position, Math.Min(buffer.Length, _lines.Length - start));
            _lines.AsSpan(start, read).CopyTo(buffer);
            _position += read;
            return read;
        }
    }
}

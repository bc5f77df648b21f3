using System.Text;
using Cenote.IO;

namespace Cenote.Tool.Input;

/// <summary>Reads the strings to measure from files, standard input or the embedded sample.</summary>
internal sealed class CorpusSource
{
    /// <summary>Standard input on the command line.</summary>
    public const string StandardInput = "-";

    /// <summary>Fewer strings than this are not measured.</summary>
    public const int MinStrings = 2;

    /// <summary>The time to wait for data from a pipe that was not named, before the sample is measured instead.</summary>
    public static readonly TimeSpan MaxSilence = TimeSpan.FromSeconds(10);

    /// <summary>
    /// The default maximum number of strings. For this number, the time to create a pool and to compile its code is negligible,
    /// so that results scale linearly to larger files.
    /// </summary>
    public const int MaxStrings = 10_000_000;

    /// <summary>The default maximum number of chars.</summary>
    public const long MaxChars = 500_000_000;

    private const int BlockChars = 1 << 16;

    // Drawing the progress for each block would take longer than reading the block.
    private const int BlocksPerProgress = 16;

    // The time after which the tool shows what it waits for.
    private static readonly TimeSpan s_timeBeforeHint = TimeSpan.FromSeconds(1.5);

    // Real text has almost no control and replacement characters; programs, archives and images have a third or more.
    private const double MaxShareOfGarbage = 0.1;

    private readonly IReadOnlyList<string> _paths;
    private readonly Func<Stream> _openStandardInput;
    private int _filesRead;
    private bool _isSample;

    /// <summary>Creates a source.</summary>
    /// <param name="path">A file or folder, "-" for standard input, or null for the sample.</param>
    /// <param name="openStandardInput">Opens standard input.</param>
    public CorpusSource(string? path, Func<Stream> openStandardInput)
        : this(path is null ? [] : [path], openStandardInput)
    {
    }

    /// <summary>Creates a source of several files in order.</summary>
    /// <param name="paths">Files, folders, or "-" for standard input; none for the sample.</param>
    /// <param name="openStandardInput">Opens standard input.</param>
    public CorpusSource(IReadOnlyList<string> paths, Func<Stream> openStandardInput)
    {
        _paths = paths;
        _openStandardInput = openStandardInput;
    }

    /// <summary>The name in reports: file names without their folders.</summary>
    public string Name => Printable.Of(_paths switch
    {
        _ when _isSample => "embedded sample",
        [] => "embedded sample",
        [var path] when Directory.Exists(path) =>
            $"{Path.GetFileName(Path.TrimEndingDirectorySeparator(Path.GetFullPath(path)))} ({Units.Count(_filesRead, "file")})",
        [var path] => NameOf(path),
        [var first, ..] => $"{NameOf(first)} and more ({Units.Count(_filesRead, "file")})",
    });

    /// <summary>The memory that measuring may take, in bytes.</summary>
    public long MemoryBudget { get; init; } = ResidentMemory.FreeBytes / 2;

    /// <summary>How quotes in fields are parsed; null for strict, or none in tab-separated input.</summary>
    public Utf8Quoting? Quotes { get; init; }

    /// <summary>Whether to measure the sample if the source is empty or silent.</summary>
    public bool MayBeEmpty { get; init; }

    /// <summary>Receives a hint if the first block of text takes long to arrive.</summary>
    public Action<string> Hint { get; init; } = static _ => { };

    /// <summary>The time to wait for data from a source that may be empty.</summary>
    public TimeSpan Patience { get; init; } = MaxSilence;

    /// <summary>
    /// Reads the whole source, and keeps all strings, or a uniform sample if there are more than the limit or memory allows.
    /// </summary>
    /// <param name="by">How text is split into strings.</param>
    /// <param name="delimiter">The delimiter between fields.</param>
    /// <param name="limit">
    /// The maximum number of strings, if there is memory for them; null for <see cref="MaxStrings"/> and
    /// <see cref="MaxChars"/>.
    /// </param>
    /// <param name="progress">Receives the current activity, and the completed share if the size is known.</param>
    /// <param name="cancellationToken">Cancels loading, even while it waits for input.</param>
    /// <exception cref="ToolException">The source has no text, or cannot be read.</exception>
    public TextCorpus Load(
        SplitBy by,
        char delimiter,
        int? limit,
        Action<string, double> progress,
        CancellationToken cancellationToken)
    {
        progress($"Reading {Name}", 0);
        var sampler = limit is int most
            ? new TextSampler(most, memoryBudget: MemoryBudget)
            : new TextSampler(MaxStrings, MaxChars, MemoryBudget);
        IReadOnlyList<(string Path, bool IsNamed)> files = SourceFiles.Of(_paths);
        for (int file = 0; file < files.Count; file++)
        {
            (string path, bool isNamed) = files[file];
            int index = file;

            // A string never continues in the next file.
            var splitter = TextSplitter.Create(by, delimiter, Quotes, sampler);
            if (ReadText(path, isNamed, splitter, share => Report(share, index, files.Count), cancellationToken))
            {
                splitter.Complete();
                _filesRead++;
            }
        }

        if (_paths.Count > 0 && _filesRead == 0)
        {
            throw ToolException.Usage($"{Quoted} contains no text file; name one.");
        }

        if (_paths.Count == 0 || (MayBeEmpty && sampler.TotalStrings == 0))
        {
            _isSample = true;
            var splitter = TextSplitter.Create(by, delimiter, Quotes, sampler);
            SampleCorpus.Write(splitter.Accept);
            splitter.Complete();
        }

        if (sampler.TotalStrings == 0)
        {
            throw ToolException.Usage($"{Quoted} contains no strings: it is empty or only white space.");
        }

        TextCorpus corpus = sampler.Build();
        if (corpus.Count < MinStrings)
        {
            string reason = corpus.IsSample
                ? "has strings so long that only one fits in half of the free memory"
                : $"has a single string of {Units.Count(corpus.TotalChars, "char")}, so there is nothing to compare";
            throw ToolException.Usage($"{Quoted} {reason}; {(by == SplitBy.Word ? "try another file" : "try --by word")}.");
        }

        return corpus;

        void Report(double? share, int file, int files) => progress(
            share is null ? $"Reading {Name}: {Units.Count(sampler.TotalStrings)} strings" : $"Reading {Name}",
            ((share ?? 0) + file) / files);
    }

    private string Quoted => _paths.Count == 0 ? Name : QuotedPath(_paths[0]);

    private static string QuotedPath(string path) => path == StandardInput ? NameOf(path) : $"'{path}'";

    private static string NameOf(string path) => path == StandardInput ? "standard input" : Path.GetFileName(path);

    // Named files must be text; in a folder, other files are skipped.
    private bool ReadText(
        string path, bool isNamed, TextSplitter splitter, Action<double?> progress, CancellationToken cancellationToken)
    {
        string quoted = QuotedPath(path);
        try
        {
            using Stream? file = WaitForFirst(() => Open(path), quoted, cancellationToken);
            using Stream? stream = file is null
                ? null
                : WaitForFirst(() => Packing.Open(file, path, quoted), quoted, cancellationToken);
            if (file is null || stream is null)
            {
                return true;
            }

            using var reader = new StreamReader(stream, new UTF8Encoding(), detectEncodingFromByteOrderMarks: true, BlockChars);
            char[] block = new char[BlockChars];
            Func<int> read = () => reader.ReadBlock(block);
            int blocks = 0;
            for (int length; (length = WaitFor(read, cancellationToken)) > 0; blocks++)
            {
                if (blocks == 0)
                {
                    RejectBinary(block.AsSpan(0, length), quoted);
                }

                splitter.Accept(block.AsSpan(0, length));
                if (blocks % BlocksPerProgress == 0)
                {
                    progress(file.CanSeek ? (double)file.Position / Math.Max(1, file.Length) : null);
                }
            }

            return true;
        }
        catch (EndOfStreamException exception)
        {
            throw Packing.Reject(path, quoted, exception);
        }
        catch (Exception exception) when (
            exception is IOException or UnauthorizedAccessException or NotSupportedException or InvalidDataException)
        {
            return isNamed ? throw ToolException.Usage($"{quoted} cannot be read: {exception.Message}") : false;
        }
        catch (ToolException) when (!isNamed && !splitter.HasBegun)
        {
            return false;
        }
    }

    // Reading a pipe without a writer, or a keyboard, may never return; cancelling leaves the read to a
    // thread that the process does not wait for.
    private static T WaitFor<T>(Func<T> read, CancellationToken cancellationToken) =>
        Task.Run(read, cancellationToken).WaitAsync(cancellationToken).GetAwaiter().GetResult();

    // Returns null if no input arrives; the sample is then measured instead.
    private Stream? WaitForFirst(Func<Stream> open, string quoted, CancellationToken cancellationToken)
    {
        Task<Stream> opening = Task.Run(open, cancellationToken);
        if (!HasEnded(opening, s_timeBeforeHint < Patience ? s_timeBeforeHint : Patience, cancellationToken))
        {
            Hint(MayBeEmpty
                ? $"No data from {quoted} yet. If none arrives within {Patience.TotalSeconds:0} seconds, the sample is "
                    + "measured; 'cenote measure -' waits without a limit."
                : $"Waiting for text from {quoted}.");
            if (MayBeEmpty && !HasEnded(opening, Patience, cancellationToken))
            {
                return null;
            }
        }

        return opening.WaitAsync(cancellationToken).GetAwaiter().GetResult();
    }

    private static bool HasEnded(Task task, TimeSpan time, CancellationToken cancellationToken) =>
        Task.WaitAny([task], (int)time.TotalMilliseconds, cancellationToken) == 0;

    private Stream Open(string path)
    {
        if (path == StandardInput)
        {
            return _openStandardInput();
        }

        if (!File.Exists(path))
        {
            throw ToolException.Usage($"'{path}' does not exist; name a text file, or omit it to measure the sample.");
        }

        return new FileStream(
            path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 1, FileOptions.SequentialScan);
    }

    private static void RejectBinary(ReadOnlySpan<char> start, string quoted)
    {
        int garbage = 0;
        foreach (char c in start)
        {
            bool isLayout = c is >= '\t' and <= '\r' or '\x1B';
            garbage += (c < ' ' && !isLayout) || c == '\uFFFD' ? 1 : 0;
        }

        if (garbage > MaxShareOfGarbage * start.Length)
        {
            throw ToolException.Usage(
                $"{quoted} does not look like text: {Units.Percent((double)garbage / start.Length)} of its start are control "
                + "characters or invalid UTF-8; text in another encoding can be converted with 'iconv -f ENCODING -t UTF-8'.");
        }
    }
}

using System.Text;

namespace Cenote.Tool.Input;

/// <summary>Reads the strings to measure with from a file, from standard input or from the sample.</summary>
internal sealed class CorpusSource
{
    /// <summary>What stands for standard input on the command line.</summary>
    public const string StandardInput = "-";

    /// <summary>Collections of fewer strings than this are no subject.</summary>
    public const int FewestStrings = 2;

    /// <summary>
    /// How many strings are taken when no limit is given: measuring them takes about two
    /// minutes, and more would show little else.
    /// </summary>
    public const int MostStringsUnasked = 1_000_000;

    /// <summary>How many chars are taken when no limit is given.</summary>
    public const long MostCharsUnasked = 100_000_000;

    private const int BlockChars = 1 << 16;

    // Drawing the progress of each block would take longer than reading it.
    private const int BlocksPerProgress = 16;

    // Real text has next to none of these; compiled programs, archives and images have a third or more.
    private const double LargestShareOfGarbage = 0.1;

    private readonly string? _path;
    private readonly Func<Stream> _openStandardInput;

    /// <summary>Creates a source.</summary>
    /// <param name="path">A file, "-" for standard input, or null for the sample.</param>
    /// <param name="openStandardInput">Opens standard input.</param>
    public CorpusSource(string? path, Func<Stream> openStandardInput)
    {
        _path = path;
        _openStandardInput = openStandardInput;
    }

    /// <summary>What reports call it: the name of the file without its folders.</summary>
    public string Name => _path switch
    {
        null => "embedded sample",
        StandardInput => "standard input",
        _ => Path.GetFileName(_path),
    };

    /// <summary>What measuring the strings may take, in bytes.</summary>
    public long MemoryBudget { get; init; } = ResidentMemory.FreeBytes / 2;

    /// <summary>
    /// Reads all of the source, and takes all strings, or a uniform sample if they are more than the limit, time or memory allow.
    /// </summary>
    /// <param name="by">How text becomes strings.</param>
    /// <param name="delimiter">The delimiter between fields.</param>
    /// <param name="limit">
    /// How many strings to take at most, if there is memory for them; null for as many as can be measured in a short time.
    /// </param>
    /// <param name="progress">Told what is being read, and which share of it has been, where its size is known.</param>
    /// <param name="cancellationToken">Ends it, also while it waits for input.</param>
    /// <exception cref="ToolException">There is no such text.</exception>
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
            : new TextSampler(MostStringsUnasked, MostCharsUnasked, MemoryBudget);
        var splitter = TextSplitter.Create(by, delimiter, sampler);
        if (_path is null)
        {
            SampleCorpus.Write(splitter.Accept);
        }
        else
        {
            ReadText(splitter, Report, cancellationToken);
        }

        splitter.Complete();
        if (sampler.TotalStrings == 0)
        {
            throw ToolException.Usage($"{Quoted} has no strings to measure with: it is empty or only white space.");
        }

        TextCorpus corpus = sampler.Build();
        if (corpus.Count < FewestStrings)
        {
            string reason = corpus.IsSample
                ? "has such long strings that half of the free memory is enough for one of them only"
                : $"has a single string of {Units.Count(corpus.TotalChars, "char")}, which is nothing to compare";
            throw ToolException.Usage($"{Quoted} {reason}; {(by == SplitBy.Word ? "try another file" : "try --by word")}.");
        }

        return corpus;

        void Report(double? share) => progress(
            share is null ? $"Reading {Name}: {Units.Count(sampler.TotalStrings)} strings" : $"Reading {Name}", share ?? 0);
    }

    private string Quoted => _path is null or StandardInput ? Name : $"'{_path}'";

    private void ReadText(TextSplitter splitter, Action<double?> progress, CancellationToken cancellationToken)
    {
        try
        {
            using Stream stream = WaitFor(Open, cancellationToken);
            using var reader = new StreamReader(stream, new UTF8Encoding(), detectEncodingFromByteOrderMarks: true, BlockChars);
            char[] block = new char[BlockChars];
            Func<int> read = () => reader.ReadBlock(block);
            int blocks = 0;
            for (int length; (length = WaitFor(read, cancellationToken)) > 0; blocks++)
            {
                if (blocks == 0)
                {
                    RefuseBinary(block.AsSpan(0, length));
                }

                splitter.Accept(block.AsSpan(0, length));
                if (blocks % BlocksPerProgress == 0)
                {
                    progress(stream.CanSeek ? (double)stream.Position / Math.Max(1, stream.Length) : null);
                }
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            throw ToolException.Usage($"{Quoted} cannot be read: {exception.Message}");
        }
    }

    // A pipe without a writer is waited for without end, and so is a person at a keyboard; whoever cancels leaves that to a
    // thread that the process does not wait for.
    private static T WaitFor<T>(Func<T> read, CancellationToken cancellationToken) =>
        Task.Run(read, cancellationToken).WaitAsync(cancellationToken).GetAwaiter().GetResult();

    private Stream Open()
    {
        if (_path == StandardInput)
        {
            return _openStandardInput();
        }

        if (Directory.Exists(_path))
        {
            throw ToolException.Usage($"{Quoted} is a directory; name a text file in it.");
        }

        if (!File.Exists(_path))
        {
            throw ToolException.Usage($"{Quoted} does not exist; name a text file, or none to measure with the sample.");
        }

        return new FileStream(
            _path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 1, FileOptions.SequentialScan);
    }

    private void RefuseBinary(ReadOnlySpan<char> start)
    {
        int garbage = 0;
        foreach (char c in start)
        {
            bool isLayout = c is >= '\t' and <= '\r' or '\x1B';
            garbage += (c < ' ' && !isLayout) || c == '\uFFFD' ? 1 : 0;
        }

        if (garbage > LargestShareOfGarbage * start.Length)
        {
            throw ToolException.Usage(
                $"{Quoted} does not look like text: {Units.Percent((double)garbage / start.Length)} of its start are control "
                + "characters or invalid UTF-8; text in another encoding can be converted with 'iconv -f ENCODING -t UTF-8'.");
        }
    }
}

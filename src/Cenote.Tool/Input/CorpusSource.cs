using System.Text;

namespace Cenote.Tool.Input;

/// <summary>Reads the strings to measure with from a file, from standard input or from the sample.</summary>
internal sealed class CorpusSource
{
    /// <summary>What stands for standard input on the command line.</summary>
    public const string StandardInput = "-";

    /// <summary>Collections of fewer strings than this are no subject.</summary>
    public const int FewestStrings = 2;

    private const int BlockChars = 1 << 16;

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

    /// <summary>Reads all of the source, and takes all strings, or a uniform sample if they are more than the limit or memory allow.</summary>
    /// <param name="by">How text becomes strings.</param>
    /// <param name="delimiter">The delimiter between fields.</param>
    /// <param name="limit">How many strings to take at most; null for as many as there is memory for.</param>
    /// <param name="progress">Told the share of the source that has been read, where its size is known.</param>
    /// <param name="cancellationToken">Looked at before each block.</param>
    /// <exception cref="ToolException">There is no such text.</exception>
    public TextCorpus Load(
        SplitBy by,
        char delimiter,
        int? limit,
        Action<double> progress,
        CancellationToken cancellationToken)
    {
        var sampler = new TextSampler(limit ?? int.MaxValue, MemoryBudget);
        var splitter = TextSplitter.Create(by, delimiter, sampler);
        if (_path is null)
        {
            SampleCorpus.Write(splitter.Accept);
        }
        else
        {
            ReadText(splitter, progress, cancellationToken);
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
                : $"has a single string of {corpus.TotalChars:N0} chars, which is nothing to compare";
            throw ToolException.Usage($"{Quoted} {reason}; {(by == SplitBy.Word ? "try another file" : "try --by word")}.");
        }

        return corpus;
    }

    private string Quoted => _path is null or StandardInput ? Name : $"'{_path}'";

    private void ReadText(TextSplitter splitter, Action<double> progress, CancellationToken cancellationToken)
    {
        try
        {
            using Stream stream = Open();
            using var reader = new StreamReader(stream, new UTF8Encoding(), detectEncodingFromByteOrderMarks: true, BlockChars);
            char[] block = new char[BlockChars];
            bool isFirst = true;
            for (int length; (length = reader.ReadBlock(block)) > 0;)
            {
                cancellationToken.ThrowIfCancellationRequested();
                if (isFirst)
                {
                    RefuseBinary(block.AsSpan(0, length));
                    isFirst = false;
                }

                splitter.Accept(block.AsSpan(0, length));
                if (stream.CanSeek)
                {
                    progress((double)stream.Position / Math.Max(1, stream.Length));
                }
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            throw ToolException.Usage($"{Quoted} cannot be read: {exception.Message}");
        }
    }

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

        return new FileStream(_path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 1, FileOptions.SequentialScan);
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
                + "characters or invalid UTF-8; text in another encoding can be converted with 'iconv -t UTF-8'.");
        }
    }
}

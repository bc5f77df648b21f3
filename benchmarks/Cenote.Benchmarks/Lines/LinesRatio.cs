using System.Text;
using Cenote.Benchmarks.Ratio;
using Cenote.IO;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Lines;

/// <summary>Reading the lines and fields of a file in the page cache.</summary>
internal sealed class LinesRatio : IRatioArea
{
    private const double LimitOfUtf16 = 0.6;
    private const double LimitOfByHand = 1.05;
    private const string ByHand = "RandomAccess";
    private const string TimesByHand = "x by hand";
    private const string TimesStrings = "x fastest with strings";
    private const string TimesSylvan = "x Sylvan.Data.Csv";

    // The index of the line template for the smaller files.
    private const int LineOfSizes = 1;

    // Each call reads a whole file.
    private static readonly SideBySideOptions s_timing = Timing.Quick with
    {
        Rounds = 9,
        RoundTime = TimeSpan.FromMilliseconds(30),
        LongestRoundTime = TimeSpan.FromMilliseconds(60),
    };

    private static readonly string[] s_strings = ["StreamReader", "File.ReadLines"];

    public string Name => "lines";

    public string Description => "lines and fields of a file as UTF-8, against StreamReader, pipes, Sylvan.Data.Csv, Sep and by hand";

    public IEnumerable<RatioRow> Measure() =>
        LineFile.Lines.SelectMany(Lines)
            .Concat(LineFile.Sizes.SelectMany(OfSize))
            .Concat(LineFile.Fields.SelectMany(Fields));

    private static List<RatioRow> Lines((string Case, string Line) kind)
    {
        using var file = new LineFile(kind.Line);
        var rivals = new LineRivals(file.Path);
        var sources = new LineSources(file.Path);
        Rival own = new(nameof(Utf8LineReader), rivals.Own);
        Rival[] others =
        [
            new($"{own.Name}, async", sources.Async),
            new($"{own.Name}, stream", sources.OfStream),
            new($"{own.Name}, pipe", sources.OfPipe),
            new($"{own.Name}, map", sources.OfMap),
        ];
        Comparison byHand = SideBySide.Run(
            kind.Case,
            file.Count,
            [new(ByHand, rivals.ByHand), own, .. others, new("PipeReader, SequenceReader", rivals.Pipe)],
            s_timing);
        Comparison strings = SideBySide.Run(
            kind.Case,
            file.Count,
            [new(s_strings[0], rivals.StreamReader), new(s_strings[1], rivals.ReadLines), own, .. others],
            s_timing);
        sources.Check(rivals.Check(file.Count));
        return
        [
            .. byHand.Rivals.Skip(1).Select(rival => RatioRow.Of(
                "by hand", byHand, rival.Name, rival.Name == own.Name ? LimitOfByHand : null, TimesByHand)),
            .. strings.Rivals.Select(rival => OfStrings("strings", strings, rival.Name)),
        ];
    }

    private static List<RatioRow> OfSize((string Case, int Bytes, bool HasLimits) size)
    {
        using var file = new LineFile(LineFile.Lines[LineOfSizes].Line, size.Bytes);
        var rivals = new LineRivals(file.Path);
        Comparison comparison = SideBySide.Run(
            size.Case,
            file.Count,
            [
                new(ByHand, rivals.ByHand),
                new(nameof(Utf8LineReader), rivals.Own),
                new(s_strings[0], rivals.StreamReader),
                new(s_strings[1], rivals.ReadLines),
            ],
            s_timing);
        rivals.Pipe();
        rivals.Check(file.Count);
        return
        [
            RatioRow.Of("sizes", comparison, nameof(Utf8LineReader), size.HasLimits ? LimitOfByHand : null, TimesByHand),
            .. comparison.Rivals.Select(rival => OfStrings("sizes", comparison, rival.Name, size.HasLimits)),
        ];
    }

    // A row with the time of a rival relative to the fastest reader that creates strings.
    private static RatioRow OfStrings(string group, Comparison comparison, string rival, bool hasLimit = true)
    {
        RivalResult fastest = s_strings.Select(name => comparison[name]).MinBy(result => result.Nanoseconds.Median)!;
        double scale = 1 / fastest.Ratio.Median;
        double? limit = hasLimit && rival.StartsWith(nameof(Utf8LineReader), StringComparison.Ordinal) ? LimitOfUtf16 : null;
        RatioRow row = RatioRow.Of(group, comparison, rival, limit, TimesStrings);
        return row with
        {
            Value = row.Value * scale,
            Low = row.Low * scale,
            High = row.High * scale,
            BaselineNanoseconds = fastest.Nanoseconds.Median,
        };
    }

    private static List<RatioRow> Fields((string Case, string Line) kind)
    {
        using var file = new LineFile(kind.Line);
        var rivals = new FieldRivals(file.Path);
        Comparison comparison = SideBySide.Run(
            kind.Case,
            file.Count,
            [new("Sylvan.Data.Csv", rivals.Sylvan), new(nameof(Utf8FieldReader), rivals.Own), new("Sep", rivals.Sep)],
            s_timing);
        rivals.Check(file.Count, Encoding.UTF8.GetByteCount(kind.Line) - kind.Line.Length);
        return
        [
            RatioRow.Of("fields", comparison, nameof(Utf8FieldReader), LimitOfUtf16, TimesSylvan),
            RatioRow.Of("fields", comparison, "Sep", null, TimesSylvan),
        ];
    }
}

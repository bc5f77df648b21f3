using Cenote.Benchmarks.Ratio;
using Cenote.IO;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Lines;

/// <summary>Reading the lines and fields of a file that is in the cache of the system.</summary>
internal sealed class LinesRatio : IRatioArea
{
    private const double LimitOfUtf16 = 0.6;
    private const double LimitOfByHand = 1.05;
    private const string TimesByHand = "x by hand";
    private const string TimesStreamReader = "x StreamReader";
    private const string TimesSylvan = "x Sylvan.Data.Csv";

    // Of a few milliseconds each.
    private static readonly SideBySideOptions s_timing = Timing.Quick with
    {
        Rounds = 9,
        RoundTime = TimeSpan.FromMilliseconds(30),
        LongestRoundTime = TimeSpan.FromMilliseconds(60),
    };

    public string Name => "lines";

    public string Description => "lines and fields of a file as UTF-8, against StreamReader, pipes, Sylvan.Data.Csv and by hand";

    public IEnumerable<RatioRow> Measure() =>
        LineFile.Lines.SelectMany(Lines).Concat(LineFile.Fields.SelectMany(Fields));

    private static List<RatioRow> Lines((string Case, string Line) kind)
    {
        using var file = new LineFile(kind.Line);
        var rivals = new LineRivals(file.Path);
        Comparison byHand = SideBySide.Run(
            kind.Case,
            file.Count,
            [new("RandomAccess", rivals.ByHand), new(nameof(Utf8LineReader), rivals.Own), new("PipeReader", rivals.Pipe)],
            s_timing);
        Comparison utf16 = SideBySide.Run(
            kind.Case,
            file.Count,
            [
                new("StreamReader", rivals.StreamReader),
                new(nameof(Utf8LineReader), rivals.Own),
                new("File.ReadLines", rivals.ReadLines),
            ],
            s_timing);
        rivals.Check(file.Count);
        return
        [
            RatioRow.Of("by hand", byHand, nameof(Utf8LineReader), LimitOfByHand, TimesByHand),
            RatioRow.Of("by hand", byHand, "PipeReader", null, TimesByHand),
            RatioRow.Of("strings", utf16, nameof(Utf8LineReader), LimitOfUtf16, TimesStreamReader),
            RatioRow.Of("strings", utf16, "File.ReadLines", null, TimesStreamReader),
        ];
    }

    private static List<RatioRow> Fields((string Case, string Line) kind)
    {
        using var file = new LineFile(kind.Line);
        var rivals = new FieldRivals(file.Path);
        Comparison comparison = SideBySide.Run(
            kind.Case, file.Count, [new("Sylvan.Data.Csv", rivals.Sylvan), new(nameof(Utf8FieldReader), rivals.Own)], s_timing);
        rivals.Check(file.Count);
        return [RatioRow.Of("fields", comparison, nameof(Utf8FieldReader), LimitOfUtf16, TimesSylvan)];
    }
}

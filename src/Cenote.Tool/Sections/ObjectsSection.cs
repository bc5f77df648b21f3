using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections.Objects;

namespace Cenote.Tool.Sections;

/// <summary>
/// New objects against pooled ones, of the sizes that the strings need, on several threads: buffers that a string is copied
/// into, and builders that build a string.
/// </summary>
internal sealed class ObjectsSection : ISection
{
    public const string SectionName = "objects";
    public const string MedianBuffers = "buffers-median";
    public const string LongBuffers = "buffers-p99";
    public const string Builders = "builders";
    public const string NewBuffers = "new char[]";
    public const string SharedBuffers = "ArrayPool<char>.Shared";
    public const string PooledBuffers = "Cenote ObjectPool<char[]>";
    public const string NewBuilders = "new StringBuilder()";
    public const string PooledBuilders = "Cenote ObjectPool<StringBuilder>";

    /// <summary>The maximum length of a string, in chars; longer ones are skipped.</summary>
    public const int MaxTextLength = 1 << 16;

    // The rounds are short, because there are many steps.
    private static readonly TimeSpan s_roundTime = TimeSpan.FromMilliseconds(5);

    /// <summary>The numbers of threads measured: one, and the number of processors, but at least two and at most eight.</summary>
    public static IReadOnlyList<int> Threads { get; } = [1, Math.Clamp(Environment.ProcessorCount, 2, 8)];

    public string Name => SectionName;

    public static string StepId(string kind, int threads) => $"{kind}-{threads}";

    public IReadOnlyList<MeasuredStep> Steps(TextCorpus corpus)
    {
        if (corpus.Count == 0)
        {
            return [];
        }

        var lengths = SortedLengths.Of(corpus);
        int median = lengths.At(CorpusProfile.MedianShare);
        int large = lengths.At(CorpusProfile.LongShare);
        return
        [
            .. BufferSteps(MedianBuffers, corpus, median),
            .. large == median ? [] : BufferSteps(LongBuffers, corpus, large),
            .. BuilderSteps(corpus),
        ];
    }

    private static MeasuredStep[] BufferSteps(string kind, TextCorpus corpus, int size)
    {
        if (size is 0 or > MaxTextLength)
        {
            return [];
        }

        return Steps(
            kind,
            $"Buffers, {Units.Count(size)} chars",
            TextSample.Of(corpus, size),
            work =>
            [
                Contender(NewBuffers, work, () => new NewBuffer(size)),
                Contender(SharedBuffers, work, () => new SharedBuffer(size)),
                Contender(PooledBuffers, work, () => new PooledBuffer(new(new BufferPolicy(size)))),
            ]);
    }

    private static MeasuredStep[] BuilderSteps(TextCorpus corpus) => Steps(
        Builders,
        "Builders",
        TextSample.Of(corpus, MaxTextLength),
        work =>
        [
            Contender(NewBuilders, work, () => default(NewBuilder)),
            Contender(PooledBuilders, work, () => new PooledBuilder(new())),
        ]);

    private static MeasuredStep[] Steps(
        string kind, string title, TextCorpus sample, Func<ThreadWork, IReadOnlyList<Contender>> contenders)
    {
        if (sample.TotalChars == 0)
        {
            return [];
        }

        return [.. Threads.Select(threads =>
        {
            var work = ThreadWork.Of(sample, threads);
            return new MeasuredStep(StepId(kind, threads), title, work.Operations, contenders(work))
            {
                Threads = threads,
                Timing = options => options with { RoundTime = s_roundTime, CountAllThreads = threads > 1 },
            };
        })];
    }

    private static Contender Contender<TUse>(string name, ThreadWork work, Func<TUse> open)
        where TUse : struct, IObjectUse =>
        new(name, () => new ObjectLoop<TUse>(work, open()), () => ObjectLoop<TUse>.Verify(work, open()));
}

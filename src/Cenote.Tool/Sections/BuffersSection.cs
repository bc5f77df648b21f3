using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections.Buffers;

namespace Cenote.Tool.Sections;

/// <summary>Temporary memory for each string: a copy of it, and a string that is built piece by piece.</summary>
internal sealed class BuffersSection : ISection
{
    public const string SectionName = "buffers";
    public const string Copy = "temporary-copy";
    public const string Build = "temporary-text";
    public const string NewArray = "new char[n]";
    public const string SharedArray = "ArrayPool<char>.Shared, n";
    public const string ScratchRent = "Scratch.Rent<char>";
    public const string StackFirst = "ScratchBuffer<char>, stack first";
    public const string NewBuilders = "StringBuilder, read";
    public const string StackList = "ScratchList<char>, stack first";

    /// <summary>The maximum length of a string, in chars; longer ones are skipped.</summary>
    public const int MaxTextLength = 1 << 20;

    private static readonly TimeSpan s_roundTime = TimeSpan.FromMilliseconds(8);

    public string Name => SectionName;

    public IReadOnlyList<MeasuredStep> Steps(TextCorpus corpus)
    {
        if (corpus.TotalChars == 0)
        {
            return [];
        }

        TextCorpus sample = TextSample.Of(corpus, MaxTextLength);
        if (sample.TotalChars == 0)
        {
            return [];
        }

        var work = ThreadWork.Of(sample, threads: 1);
        return
        [
            Step(
                Copy,
                "Temporary copy",
                work,
                [
                    Contender<NewCopy>(NewArray, work),
                    Contender<SharedCopy>(SharedArray, work),
                    Contender<ScratchCopy>(ScratchRent, work),
                    Contender<StackFirstCopy>(StackFirst, work),
                ]),
            Step(
                Build,
                "Temporary text",
                work,
                [
                    Contender<BuilderText>(NewBuilders, work),
                    Contender<ScratchListText>(StackList, work),
                ]),
        ];
    }

    private static MeasuredStep Step(string id, string title, ThreadWork work, IReadOnlyList<Contender> contenders) =>
        new(id, title, work.Operations, contenders)
        {
            Timing = static options => options with { RoundTime = s_roundTime },
        };

    private static Contender Contender<TUse>(string name, ThreadWork work)
        where TUse : struct, IObjectUse =>
        new(name, () => new ObjectLoop<TUse>(work, default), () => ObjectLoop<TUse>.Verify(work, default));
}

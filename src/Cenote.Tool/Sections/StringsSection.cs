using Cenote.Strings;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections.Strings;

namespace Cenote.Tool.Sections;

/// <summary>Managed strings against the segmented pool: holding every string, and a window sliding over them.</summary>
internal sealed class StringsSection : ISection
{
    public const string SectionName = "strings";
    public const string Hold = "hold";
    public const string ManagedArray = "string[]";
    public const string ManagedList = "List<string>";
    public const string RefArray = "PooledStringRef[]";
    public const string IdArray = "PooledStringId[]";
    public const string Managed = "string";
    public const string Ref = "PooledStringRef";
    public const string Id = "PooledStringId";

    /// <summary>How many strings live at a time in the churn steps.</summary>
    public static IReadOnlyList<int> Windows { get; } = [3, 1_000, 100_000];

    public string Name => SectionName;

    public static string Churn(int window) => $"churn-{window}";

    public IReadOnlyList<MeasuredStep> Steps(TextCorpus corpus) =>
    [
        HoldStep(corpus),

        // A window must slide by its own length at least, or most of its strings would never leave it.
        .. Windows.Where(window => corpus.Count >= 2 * window).Select(window => ChurnStep(corpus, window)),
    ];

    private static MeasuredStep HoldStep(TextCorpus corpus) => new(
        Hold,
        "Hold all",
        corpus.Count,
        [
            Holder(ManagedArray, () => new HeldArray<ManagedStore, ManagedText>(corpus, default)),
            Holder(ManagedList, () => new HeldList(corpus)),
            Holder(RefArray, () => new HeldArray<RefStore, PooledStringRef>(corpus, new RefStore(new SegmentedStringPool()))),
            Holder(IdArray, () => new HeldArray<IdStore, PooledStringId>(corpus, new IdStore(new SegmentedStringPool()))),
        ]);

    private static MeasuredStep ChurnStep(TextCorpus corpus, int window) => new(
        Churn(window),
        $"Churn, {Units.Count(window)} live",
        corpus.Count,
        [
            Slider<ManagedStore, ManagedText>(Managed, corpus, window, () => default),
            Slider<RefStore, PooledStringRef>(Ref, corpus, window, () => new RefStore(new SegmentedStringPool())),
            Slider<IdStore, PooledStringId>(Id, corpus, window, () => new IdStore(new SegmentedStringPool())),
        ]);

    private static Contender Holder(string name, Func<IHeld> build)
    {
        ulong Verify()
        {
            using IHeld held = build();
            return held.Checksum();
        }

        return new Contender(name, () => new Building(build), Verify, build);
    }

    private static Contender Slider<TStore, THandle>(string name, TextCorpus corpus, int window, Func<TStore> open)
        where TStore : struct, ITextStore<THandle>
        where THandle : struct =>
        new(
            name,
            () => new SlidingWindow<TStore, THandle>(corpus, open(), window),
            () => SlidingWindow<TStore, THandle>.Verify(corpus, open(), window));
}

using Cenote.Arenas;
using Cenote.Interning;
using Cenote.Strings;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections.Interning;
using Cenote.Tool.Sections.Strings;

namespace Cenote.Tool.Sections;

/// <summary>Managed strings against the pools and the arena: holding every string, and a window that slides over them.</summary>
internal sealed class StringsSection : ISection
{
    public const string SectionName = "strings";
    public const string Hold = "hold";
    public const string Loop = "hold-loop";
    public const string ManagedArray = "string[]";
    public const string ManagedList = "List<string>";
    public const string InternedArray = "string[] by StringInterner";
    public const string SetArray = "string[] by HashSet";
    public const string TableArray = "int[] by StringTable";
    public const string RefArray = "PooledStringRef[]";
    public const string IdArray = "PooledStringId[]";
    public const string ContiguousArray = "PooledString[]";
    public const string ArenaList = nameof(StringArenaList);
    public const string Utf8Array = "PooledUtf8String[]";
    public const string Utf8IdArray = "PooledStringId[] (UTF-8)";
    public const string Managed = "string";
    public const string Ref = "PooledStringRef";
    public const string Id = "PooledStringId";
    public const string Contiguous = "PooledString";
    public const string Utf8 = "PooledUtf8String";

    private const int InitialContiguousChars = 1 << 16;

    /// <summary>The number of live strings in the churn steps.</summary>
    public static IReadOnlyList<int> Windows { get; } = [3, 1_000, 100_000];

    public string Name => SectionName;

    public static string Churn(int window) => $"churn-{window}";

    /// <summary>The pool of the handles of a contender; null if it has no such handles.</summary>
    public static string? PoolOf(string contender) => contender switch
    {
        ManagedArray or ManagedList or Managed or SetArray or InternedArray or TableArray or ArenaList => null,
        ContiguousArray or Contiguous => nameof(UnmanagedStringPool),
        Utf8Array or Utf8IdArray or Utf8 => nameof(Utf8StringPool),
        _ => nameof(SegmentedStringPool),
    };

    public IReadOnlyList<MeasuredStep> Steps(TextCorpus corpus) =>
    [
        HoldStep(corpus),
        LoopStep(corpus),

        // A window must move by at least its length; otherwise most strings would never leave it.
        .. Windows.Where(window => corpus.Count >= 2 * window).Select(window => ChurnStep(corpus, window)),
    ];

    private static MeasuredStep HoldStep(TextCorpus corpus) => new(
        Hold,
        "Hold all",
        corpus.Count,
        [
            .. Holders(corpus),
            Array<InternedStore<SetInterner>, ManagedText>(SetArray, corpus, () => new(corpus, new([]))),
            Array<InternedStore<ExactInterner>, ManagedText>(InternedArray, corpus, () => new(corpus, new(new StringInterner()))),
            Array<TableStore, int>(TableArray, corpus, () => new(corpus, new())),
        ])
    {
        IsBuiltFresh = true,
    };

    // A program that builds and releases repeatedly already has its memory mapped.
    private static MeasuredStep LoopStep(TextCorpus corpus) => new(
        Loop,
        "Load and drop repeatedly",
        corpus.Count,
        [.. Holders(corpus).Select(contender => contender with { Hold = null })]);

    private static List<Contender> Holders(TextCorpus corpus)
    {
        List<Contender> contenders =
        [
            Array<ManagedStore, ManagedText>(ManagedArray, corpus, () => new(corpus)),
            Contender.Holding(ManagedList, () => new HeldList(corpus)),
            Array<RefStore, PooledStringRef>(RefArray, corpus, () => new(corpus, new SegmentedStringPool())),
            Array<IdStore, PooledStringId>(IdArray, corpus, () => new(corpus, new SegmentedStringPool())),
        ];
        if (FitsContiguousPool(corpus))
        {
            contenders.Add(Array<ContiguousStore, PooledString>(ContiguousArray, corpus, () => new(corpus, ContiguousPool())));
        }

        contenders.Add(Contender.Holding(ArenaList, () => new HeldArenaList(corpus)));
        if (FitsUtf8(corpus))
        {
            contenders.Add(WithUtf8(
                corpus,
                Array<Utf8Store, PooledUtf8String>(Utf8Array, corpus, () => new(corpus.Utf8, new Utf8StringPool()))));
            contenders.Add(WithUtf8(
                corpus,
                Array<Utf8IdStore, PooledStringId>(Utf8IdArray, corpus, () => new(corpus.Utf8, new Utf8StringPool()))));
        }

        return contenders;
    }

    private static Contender WithUtf8(TextCorpus corpus, Contender contender) => contender with
    {
        Prepare = () => _ = corpus.Utf8,
    };

    private static MeasuredStep ChurnStep(TextCorpus corpus, int window)
    {
        List<Contender> contenders =
        [
            Slider<ManagedStore, ManagedText>(Managed, corpus, window, () => new(corpus)),
            Slider<RefStore, PooledStringRef>(Ref, corpus, window, () => new(corpus, new SegmentedStringPool())),
            Slider<IdStore, PooledStringId>(Id, corpus, window, () => new(corpus, new SegmentedStringPool())),
        ];
        if (FitsContiguousPool(corpus))
        {
            contenders.Add(
                Slider<ContiguousStore, PooledString>(Contiguous, corpus, window, () => new(corpus, ContiguousPool())));
        }

        if (FitsUtf8(corpus))
        {
            contenders.Add(WithUtf8(
                corpus,
                Slider<Utf8Store, PooledUtf8String>(Utf8, corpus, window, () => new(corpus.Utf8, new Utf8StringPool()))));
        }

        return new MeasuredStep(Churn(window), $"Churn, {Units.Count(window)} live", corpus.Count, contenders);
    }

    private static UnmanagedStringPool ContiguousPool() => new(InitialContiguousChars);

    // Each string has a header and up to 8 bytes of rounding; a long one can take up to a sixteenth more.
    private static bool FitsContiguousPool(TextCorpus corpus) =>
        (16L * corpus.Count) + (sizeof(char) * corpus.TotalChars * 17 / 16)
            <= (long)sizeof(char) * UnmanagedStringPool.MaximumLength;

    private static bool FitsUtf8(TextCorpus corpus) => corpus.LongestChars <= Utf8Corpus.MaxTextLength;

    private static Contender Array<TStore, THandle>(string name, TextCorpus corpus, Func<TStore> open)
        where TStore : struct, ITextStore<THandle>
        where THandle : struct =>
        Contender.Holding(name, () => new HeldArray<TStore, THandle>(corpus.Count, open()));

    private static Contender Slider<TStore, THandle>(string name, TextCorpus corpus, int window, Func<TStore> open)
        where TStore : struct, ITextStore<THandle>
        where THandle : struct =>
        new(
            name,
            () => new SlidingWindow<TStore, THandle>(corpus.Count, open(), window),
            () => SlidingWindow<TStore, THandle>.Verify(corpus.Count, open(), window));
}

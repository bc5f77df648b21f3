using Cenote.Collections;
using Cenote.Interning;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections.Interning;

namespace Cenote.Tool.Sections;

/// <summary>
/// Interners against a new string for each string of the file: a first pass, in which some strings are new,
/// and a second pass, in which none is.
/// </summary>
internal sealed class InterningSection : ISection
{
    public const string SectionName = "interning";
    public const string First = "intern-first";
    public const string Second = "intern-second";
    public const string Plain = "new string";
    public const string Runtime = "string.Intern";
    public const string Set = "HashSet";
    public const string Concurrent = "ConcurrentDictionary";
    public const string Exact = nameof(StringInterner);
    public const string Bounded = nameof(BoundedStringInterner);
    public const string Weak = nameof(WeakStringInterner);
    public const string Table = nameof(StringTable);

    /// <summary>
    /// The maximum number of timed strings, from the beginning: enough for tables that are larger than the caches, and few enough
    /// for the runtime, which keeps interned strings until the process ends.
    /// </summary>
    public const int MaxTimed = 50_000;

    /// <summary>The minimum capacity of a bounded interner, which is its default.</summary>
    public const int MinCapacity = 2_048;

    private static readonly TimeSpan s_roundTime = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan s_longestRoundTime = TimeSpan.FromMilliseconds(40);

    public string Name => SectionName;

    /// <summary>
    /// The capacity of the bounded interner: twice the number of strings that occur more than once, as its documentation
    /// recommends.
    /// </summary>
    public static int CapacityFor(TextCorpus corpus) => Math.Max(2 * RepeatedTexts.Count(corpus), MinCapacity);

    public IReadOnlyList<MeasuredStep> Steps(TextCorpus corpus)
    {
        if (corpus.Count == 0)
        {
            return [];
        }

        int capacity = CapacityFor(corpus);
        Passes plain = Of<ManagedStore, ManagedText>(Plain, corpus, () => new(corpus));
        Passes runtime = Of(Runtime, corpus, () => default(RuntimeInterner));
        Passes[] others =
        [
            Of(Set, corpus, () => new SetInterner([])),
            Of(Concurrent, corpus, () => new ConcurrentInterner([])),
            Of(Exact, corpus, () => new ExactInterner(new())),
            Of(Bounded, corpus, () => new BoundedInterner(new(capacity))),
            Of(Weak, corpus, () => new WeakInterner(new())),
            Of<TableStore, int>(Table, corpus, () => new(corpus, new())),
        ];
        int timed = TimedOf(corpus);
        return
        [
            new MeasuredStep(First, "Interning, first pass", timed, [plain.First, .. others.Select(passes => passes.First)])
            {
                // Only the first use of string.Intern in a process is a first pass.
                WeighedOnly = [runtime.First],
                Timing = Timing,
            },
            new MeasuredStep(
                Second,
                "Interning, second pass",
                SecondPass<ManagedStore, ManagedText>.PartOf(timed),
                [plain.Second, runtime.Second, .. others.Select(passes => passes.Second)])
            {
                Timing = Timing,
            },
        ];
    }

    private static int TimedOf(TextCorpus corpus) => Math.Min(corpus.Count, MaxTimed);

    private static SideBySideOptions Timing(SideBySideOptions options) =>
        options with { RoundTime = s_roundTime, LongestRoundTime = s_longestRoundTime };

    private static Passes Of<TInterner>(string name, TextCorpus corpus, Func<TInterner> open)
        where TInterner : struct, IInterner =>
        Of<InternedStore<TInterner>, ManagedText>(name, corpus, () => new(corpus, open()));

    // The first pass is timed with some of the strings; its memory is measured with all.
    private static Passes Of<TStore, THandle>(string name, TextCorpus corpus, Func<TStore> open)
        where TStore : struct, ITextStore<THandle>
        where THandle : struct
    {
        int timed = TimedOf(corpus);
        return new Passes(
            Contender.Holding(name, () => new HeldArray<TStore, THandle>(corpus.Count, open())) with
            {
                Start = () => new Building(() => new HeldArray<TStore, THandle>(timed, open())),
            },
            new Contender(
                name,
                () => new SecondPass<TStore, THandle>(timed, open()),
                () => SecondPass<TStore, THandle>.Verify(timed, open())));
    }

    /// <summary>The same contender in both passes.</summary>
    private sealed record Passes(Contender First, Contender Second);
}

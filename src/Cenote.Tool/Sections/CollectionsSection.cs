using Cenote.Collections;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections.Keys;

namespace Cenote.Tool.Sections;

/// <summary>The distinct strings as keys: dictionaries of managed strings against those with keys in unmanaged memory.</summary>
internal sealed class CollectionsSection : ISection
{
    public const string SectionName = "collections";
    public const string Build = "keys-build";
    public const string Hits = "keys-hits";
    public const string Misses = "keys-misses";
    public const string Managed = "Dictionary";
    public const string ManagedSpan = "Dictionary by span";
    public const string Frozen = "FrozenDictionary";
    public const string Compact = "PooledStringDictionary";
    public const string Utf16 = "PooledStringDictionary (UTF-16)";

    /// <summary>The maximum number of keys of a frozen dictionary, which is slow to build.</summary>
    public const int MaxFrozenKeys = 200_000;

    private static readonly TimeSpan s_roundTime = TimeSpan.FromMilliseconds(10);

    public string Name => SectionName;

    public IReadOnlyList<MeasuredStep> Steps(TextCorpus corpus)
    {
        if (corpus.Count == 0)
        {
            return [];
        }

        var keys = KeySet.Of(corpus);
        return
        [
            Step(
                Build,
                $"As dictionary keys, build with {Units.Count(keys.Count)}",
                keys.Count,
                [
                    Contender.Holding(Managed, () => new ManagedKeys(keys)),
                    Contender.Holding(Compact, () => new PooledKeys(keys, KeyEncoding.Compact)),
                    Contender.Holding(Utf16, () => new PooledKeys(keys, KeyEncoding.Utf16)),
                ]),
            LookUpStep(Hits, "hits", keys, () => keys.Hits),
            LookUpStep(Misses, "misses", keys, () => keys.Misses),
        ];
    }

    private static MeasuredStep LookUpStep(string id, string kind, KeySet keys, Func<TextCorpus> questions)
    {
        var managed = new Shared<ManagedKeys>(() => new ManagedKeys(keys));
        var strings = new Shared<string[]>(() => Strings(questions()));
        List<Contender> contenders =
        [
            LookUp(Managed, keys, () => new ManagedByString(managed.Get(), strings.Get())),
            LookUp(ManagedSpan, keys, () => new ManagedBySpan(managed.Get(), questions())),
        ];
        if (id == Hits && keys.Count <= MaxFrozenKeys)
        {
            contenders.Add(LookUp(Frozen, keys, () => new FrozenByString(managed.Get(), strings.Get())));
        }

        contenders.Add(LookUp(Compact, keys, () => new PooledBySpan(new(keys, KeyEncoding.Compact), questions())));
        contenders.Add(LookUp(Utf16, keys, () => new PooledBySpan(new(keys, KeyEncoding.Utf16), questions())));
        string title = $"As dictionary keys, {Units.Count(keys.Questions)} {kind}";
        return Step(id, title, LookUps<PooledBySpan>.PartOf(keys.Questions), contenders);
    }

    private static MeasuredStep Step(string id, string title, int operations, IReadOnlyList<Contender> contenders) =>
        new(id, title, operations, contenders)
        {
            Timing = options => options with { RoundTime = s_roundTime },
        };

    private static string[] Strings(TextCorpus questions) =>
        [.. Enumerable.Range(0, questions.Count).Select(question => new string(questions[question]))];

    private static Contender LookUp<TReader>(string name, KeySet keys, Func<TReader> open)
        where TReader : struct, IKeyReader =>
        new(name, () => new LookUps<TReader>(open(), keys.Questions), () => LookUps<TReader>.Verify(open(), keys.Questions));
}

using Cenote.Arenas;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections.Sort;

namespace Cenote.Tool.Sections;

/// <summary>
/// Sorting strings ordinally: managed strings, strings in a filled arena, and managed strings in an arena that is filled only to
/// sort them.
/// </summary>
internal sealed class SortSection : ISection
{
    public const string SectionName = "sort";
    public const string Ordinal = "sort";
    public const string ArraySort = "Array.Sort(string[])";
    public const string SpanSort = "Span<ArenaString>.Sort";
    public const string ArenaSort = "StringArena.Sort";
    public const string ManagedByArena = "string[] by StringArena";

    /// <summary>The maximum number of strings: more would take longer than all other steps together.</summary>
    public const int MaxStrings = 100_000;

    public string Name => SectionName;

    public IReadOnlyList<MeasuredStep> Steps(TextCorpus corpus)
    {
        int[] indices = StratifiedSample.Of(corpus.Count, MaxStrings);
        return
        [
            new MeasuredStep(
                Ordinal,
                $"Sort, {Units.Count(indices.Length)} strings",
                indices.Length,
                [
                    Contender(ArraySort, () => new ManagedSorting(corpus, indices, SortByComparer)),
                    Contender(SpanSort, () => new ArenaSorting(corpus, indices, SortByComparer)),
                    Contender(ArenaSort, () => new ArenaSorting(corpus, indices, SortByArena)),
                    Contender(ManagedByArena, () => new ManagedSorting(corpus, indices, SortByArena)),
                ]),
        ];
    }

    private static void SortByComparer(string[] strings) => Array.Sort(strings, StringComparer.Ordinal);

    private static void SortByComparer(StringArena arena, ArenaString[] strings) =>
        strings.AsSpan().Sort(new ArenaStringComparer(arena));

    private static void SortByArena(StringArena arena, ArenaString[] strings) => arena.Sort(strings);

    private static void SortByArena(string[] strings)
    {
        using var keys = new StringArenaList();
        foreach (string text in strings)
        {
            keys.Add(text);
        }

        keys.Sort(strings.AsSpan());
    }

    private static Contender Contender(string name, Func<ISorting> open)
    {
        ulong Verify()
        {
            using ISorting sorting = open();
            sorting.Run();
            return sorting.Checksum();
        }

        return new Contender(name, open, Verify);
    }
}

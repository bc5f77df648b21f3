using System.Globalization;
using Cenote.Benchmarks.Arenas.Corpora;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Arenas;

/// <summary>Benchmarks of the string arena.</summary>
internal sealed class ArenaRatio : IRatioArea
{
    private const int Published = 1_600_000;
    private const int CreateRounds = 5;
    private const int SortRounds = 7;
    private const int LongSortRounds = 3;

    // A timed call sorts at least this many strings, in groups of the size of the case.
    private const int MinStrings = 32_768;
    private const int Million = 1_000_000;

    private const string Corpora = "corpora";
    private const string Shared = "shared";
    private const string TimesSpanSort = "x span.Sort";

    private static readonly int[] s_sizes = [16, 100, 2_000, 100_000];
    private static readonly TextKind[] s_repetitive =
        [TextKind.AllEqual, TextKind.TwoValues, TextKind.TwoStates, TextKind.FiftyWords, TextKind.Words];

    private static readonly (TextKind Kind, int Size)[] s_millions = [(TextKind.Words, Million), (TextKind.Urls, 2 * Million)];

    public string Name => "arena";

    public string Description => "the string arena against managed strings: creating and sorting; sorting also against span.Sort";

    public IEnumerable<RatioRow> Measure()
    {
        WarmUp();
        return Creation(TextKind.Sentences)
            .Concat(Creation(TextKind.Tiny))
            .Concat(OneSort(TextKind.Sentences, 0.2))
            .Concat(OneSort(TextKind.Tiny, 0.1))
            .Concat(
                from kind in Enum.GetValues<TextKind>()
                from size in s_sizes
                from row in Sorts(kind, size, SortRounds)
                select row)
            .Concat(
                from kind in s_repetitive
                from size in s_sizes
                select SharedSort(kind, size))
            .Concat(
                from sort in s_millions
                from row in Sorts(sort.Kind, sort.Size, LongSortRounds)
                select row);
    }

    /// <summary>Speedup of the arena's sort, by kind of string and size.</summary>
    public string Summarize(IReadOnlyList<RatioRow> rows)
    {
        var table = new TextTable(["times as fast as span.Sort / managed", .. s_sizes.Select(Strings)]);

        // Older result files lack the newer kinds of strings.
        foreach (TextKind kind in Enum.GetValues<TextKind>().Where(kind => rows.Any(row => row.Case == SortName(kind, s_sizes[0]))))
        {
            table.Add(
            [
                Texts.Name(kind),
                .. s_sizes.Select(size => $"{Times(kind, size, TimesSpanSort)} / {Times(kind, size, RatioRow.TimesManaged)}"),
            ]);
        }

        return table.ToString();

        string Times(TextKind kind, int size, string unit)
        {
            string name = SortName(kind, size);
            double value = rows.First(row => row.Group == Corpora && row.Case == name && row.Unit == unit).Value;
            return (1 / value).ToString("0.0", CultureInfo.InvariantCulture);
        }
    }

    private static void WarmUp()
    {
        const int Few = 2_000;
        foreach (TextKind kind in Enum.GetValues<TextKind>())
        {
            Corpus corpus = Texts.Of(kind, Few);
            using var creation = new CreateRivals(corpus);
            SortRivals[] sorts = [.. s_sizes.Where(size => size <= Few).Select(size => new SortRivals(corpus, size))];
            Racer[] racers =
            [
                .. creation.InNewMemory.Concat(creation.InKeptMemory).Select(
                    racer => racer with { Prepare = creation.ReleaseNative }),
                .. sorts.SelectMany(static sort => sort.Racers),
            ];
            Race.WarmUp(() => Array.ForEach(racers, static racer =>
            {
                racer.Prepare();
                racer.Work();
            }));
            Array.ForEach(sorts, static sort => sort.Dispose());
        }
    }

    private static IEnumerable<RatioRow> Creation(TextKind kind)
    {
        string name = $"create {Strings(Published)}, {Texts.Name(kind)}";
        using var rivals = new CreateRivals(Texts.Of(kind, Published));
        IEnumerable<RatioRow> inNewMemory = Creation(name + ", new memory", rivals.InNewMemory);
        foreach (RatioRow row in inNewMemory.Concat(Creation(name + ", memory kept", rivals.InKeptMemory)))
        {
            yield return row;
        }
    }

    private static IEnumerable<RatioRow> Creation(string name, Racer[] racers)
    {
        RaceResult[] results = Race.Run(name, CreateRounds, rehearse: true, racers);
        foreach (RaceResult result in results.Skip(1))
        {
            RatioRow row = Row("create", name, result, results[0], Published, 0.5, RatioRow.TimesManaged);
            yield return row;

            // New arenas have no goal here, because each also needs a new managed array for its values.
            double? limit = result.Name == CreateRivals.Arena ? null : 0.01;
            yield return RatioRow.Once("create", name + ", allocated", result.Name, "B/string", row.AllocatedBytes!.Value, limit);
        }
    }

    private static IEnumerable<RatioRow> OneSort(TextKind kind, double limit)
    {
        RaceResult[] results = Sort(kind, Published, LongSortRounds);
        yield return Row("sort", SortName(kind, Published), results[1], results[0], Published, null, RatioRow.TimesManaged);
        yield return Row("sort", SortName(kind, Published), results[2], results[0], Published, limit, RatioRow.TimesManaged);
    }

    private static IEnumerable<RatioRow> Sorts(TextKind kind, int size, int rounds)
    {
        RaceResult[] results = Sort(kind, size, rounds);
        int strings = Count(size);
        yield return Row(Corpora, SortName(kind, size), results[2], results[1], strings, 1.1, TimesSpanSort);
        yield return Row(Corpora, SortName(kind, size), results[2], results[0], strings, null, RatioRow.TimesManaged);
    }

    // These rows have no goals: the ordinal comparer compares references first, so shared string objects favour Array.Sort.
    private static RatioRow SharedSort(TextKind kind, int size)
    {
        RaceResult[] results = Sort(kind, size, SortRounds, shared: true);
        return Row(Shared, SortName(kind, size), results[2], results[0], Count(size), null, RatioRow.TimesManaged);
    }

    private static RaceResult[] Sort(TextKind kind, int size, int rounds, bool shared = false)
    {
        using var rivals = new SortRivals(Texts.Of(kind, Count(size)), size, shared);
        return Race.Run(SortName(kind, size), rounds, rehearse: size < Million, rivals.Racers);
    }

    private static int Count(int size) => Math.Max(size, MinStrings);

    private static RatioRow Row(
        string group, string name, RaceResult result, RaceResult baseline, int strings, double? limit, string unit) =>
        RatioRow.Of(group, name, result.Name, unit, result.RelativeTo(baseline), limit) with
        {
            BaselineNanoseconds = baseline.Median / strings,
            AllocatedBytes = (double)result.AllocatedBytes / strings,
        };

    private static string SortName(TextKind kind, int size) => $"sort {Strings(size)}, {Texts.Name(kind)}";

    private static string Strings(int count) => Invariant($"{count:N0}");
}

using Cenote.Caching;
using Cenote.Heap;
using Cenote.Interning;
using Cenote.Tool.Advising;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Heaps;

/// <summary>
/// Measures with strings from places with a recommendation, as <c>cenote measure</c> does: interning if an interner is
/// recommended, otherwise dictionary keys.
/// </summary>
/// <param name="longestSlot">The maximum time slot of a rival.</param>
internal sealed class HeapMeasuring(TimeSpan longestSlot)
{
    /// <summary>The maximum number of places to measure: each takes about half a minute.</summary>
    public const int MaxPlaces = 2;

    private const int Rounds = 5;
    private const int MaxStrings = 200_000;
    private const int MaxStringLength = 10_000;

    /// <summary>Measures with strings from places with a recommendation.</summary>
    /// <returns>
    /// The measurements of at most <see cref="MaxPlaces"/> places, and the reason for each recommendation that cannot be measured.
    /// </returns>
    public (IReadOnlyList<HeapMeasurement> Measured, IReadOnlyList<string> NotMeasured) Measure(
        HeapReader reader,
        HeapCensus census,
        IReadOnlyList<HeapAdvice> advice,
        Action<string, double> progress,
        CancellationToken cancellationToken)
    {
        HeapAdvice[] recommended = [.. advice.Where(static item => item.Recommends is not null)];
        HeapAdvice[] places = [.. recommended.Where(static item => ReasonOf(item) is null)];
        if (recommended.Length == 0)
        {
            return ([], ["Nothing was measured: --measure uses strings from places with a recommendation, and there are none."]);
        }

        var measured = new List<HeapMeasurement>();
        List<string> notMeasured =
        [
            .. recommended
                .Where(static item => ReasonOf(item) is not null)
                .Select(static item => $"{item.Place} was not measured: {ReasonOf(item)}."),
        ];
        int most = Math.Min(places.Length, MaxPlaces);
        for (int i = 0; i < places.Length && measured.Count < MaxPlaces; i++)
        {
            HeapAdvice item = places[i];
            PlaceCensus place = census.Places.First(place => place.Name == item.Place && place.FullName == item.FullName);
            var builder = new TextCorpusBuilder();
            reader.Sample(place, MaxStrings, MaxStringLength, text => text.CopyTo(builder.Add(text.Length)));
            TextCorpus corpus = builder.Build();
            if (corpus.Count >= CorpusSource.MinStrings)
            {
                double done = measured.Count;
                measured.Add(Measure(
                    item, corpus, (activity, share) => progress(activity, (done + share) / most), cancellationToken));
            }
            else
            {
                notMeasured.Add(
                    $"{place.Name} was not measured: fewer than {CorpusSource.MinStrings} of its strings have at most "
                    + $"{Units.Count(MaxStringLength)} chars.");
            }
        }

        return (measured, notMeasured);
    }

    // The reason why a recommendation is not measured; null if it is measured.
    private static string? ReasonOf(HeapAdvice item) => item.Recommends switch
    {
        HeapRules.SharedCollection => $"the saving of {HeapRules.SharedCollection} is counted instead",
        nameof(ByteCache) => "--measure measures strings, not the values of a cache",
        _ => null,
    };

    private HeapMeasurement Measure(
        HeapAdvice item, TextCorpus corpus, Action<string, double> progress, CancellationToken cancellationToken)
    {
        ISection section = item.Recommends switch
        {
            nameof(StringInterner) or nameof(WeakStringInterner) => new InterningSection(),
            _ => new CollectionsSection(),
        };
        CorpusProfile profile = CorpusProfiler.Profile(corpus, _ => { }, cancellationToken);
        var children = new Children(corpus, longestSlot, cancellationToken);
        var result = new SectionResult(
            section.Name, new SectionTimer(corpus, children, Rounds).Run(section, progress));
        return new HeapMeasurement(item.Place, corpus.Count, result, Adviser.Advise(profile, [result]));
    }
}

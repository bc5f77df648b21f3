using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;
using Cenote.Tool.Sections.Caches;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Sections;

[Collection(WholeProcess.Name)]
public class CachesSectionTests
{
    private const int Lines = 40_000;

    // ASCII and other text, with repetitions, an empty string, and one that is too long for any key.
    private static readonly TextCorpus s_corpus = Corpora.Of(
        [
            .. Enumerable.Range(0, Lines).Select(i => $"/{"zé漢\uFFFD"[i % 4]}/customers/{i * 7_919 % (Lines / 2)}?{i % 4}"),
            "", "", "😀", new string('x', CacheEntries.MaxTextLength + 1),
        ]);

    public static TheoryData<string, string> Contenders
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (MeasuredStep step in new CachesSection().Steps(s_corpus))
            {
                foreach (Contender contender in step.Contenders)
                {
                    data.Add(step.Id, contender.Name);
                }
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Contenders))]
    public void Every_contender_answers_each_request_with_the_value_of_its_key(string step, string contender)
    {
        var entries = CacheEntries.Of(s_corpus);
        CacheRequests requests = step == CachesSection.Load ? entries.Load : entries.Popular;

        Assert.Equal(requests.Keys.Checksum(), Find(step, contender).Verify());
    }

    [Theory]
    [MemberData(nameof(Contenders))]
    public void Every_contender_runs_more_than_once(string step, string contender)
    {
        using IWorkload workload = Find(step, contender).Start();

        workload.Run();
        workload.Run();
    }

    [Fact]
    public void A_cache_of_the_framework_is_what_a_program_has_today()
    {
        IReadOnlyList<MeasuredStep> steps = new CachesSection().Steps(s_corpus);

        Assert.Equal([CachesSection.Load, CachesSection.Hits, CachesSection.Sets], steps.Select(step => step.Id));
        Assert.All(steps, step => Assert.Equal(
            [CachesSection.Managed, CachesSection.OffHeap], step.Contenders.Select(contender => contender.Name)));
    }

    [Fact]
    public void Entries_are_the_distinct_strings_and_the_requests_are_always_the_same()
    {
        var entries = CacheEntries.Of(s_corpus);
        string[] keys = [.. Enumerable.Range(0, entries.Count).Select(rank => entries.KeyOf(rank).ToString())];

        Assert.Equal(
            s_corpus.Strings().Where(text => text.Length <= CacheEntries.MaxTextLength).Order(StringComparer.Ordinal).Distinct(),
            keys.Order(StringComparer.Ordinal));
        Assert.Equal(CacheEntries.Of(s_corpus).Load.Ranks, entries.Load.Ranks);
        Assert.Equal(entries.Load.Ranks.Select(rank => keys[rank]), entries.Load.Keys.Strings());
    }

    [Fact]
    public void Few_entries_take_most_of_the_requests()
    {
        var entries = CacheEntries.Of(s_corpus);

        int ofTheFirstHundredth = entries.Load.Ranks.Count(rank => rank < entries.Count / 100);
        Assert.InRange(ofTheFirstHundredth, entries.RequestCount * 2 / 5, entries.RequestCount * 2 / 3);
        Assert.InRange(entries.Load.Ranks.Max(), entries.Count / 2, entries.Count - 1);
        Assert.InRange(entries.Popular.Ranks.Max(), 1, entries.PopularCount - 1);
    }

    [Fact]
    public void What_is_popular_fits_in_every_cache()
    {
        var entries = CacheEntries.Of(s_corpus);

        Assert.Equal(entries.RequestCount, PopularHits(entries, new ManagedCache(entries.LimitBytes)));
        Assert.Equal(entries.RequestCount, PopularHits(entries, new OffHeapCache(entries)));
    }

    [Theory]
    [InlineData(CachesSection.Managed)]
    [InlineData(CachesSection.OffHeap)]
    public void A_full_cache_has_the_bytes_of_its_limit_and_hits_more_often_than_not(string contender)
    {
        const int MostMeasurements = 5;
        long limit = CacheEntries.Of(s_corpus).LimitBytes;
        Contender cache = Find(CachesSection.Load, contender);
        cache.Prepare();

        // The limit is small, so the result is too low if memory of earlier tests, such as pooled arrays, is freed during it.
        HoldMeasurement held;
        int measurements = 0;
        do
        {
            held = HoldMeter.Measure(contender, cache.Hold!, TimeSpan.FromMilliseconds(1));
            measurements++;
        }
        while (held.TotalBytes < limit * 3 / 4 && measurements < MostMeasurements);

        // The counted bytes of managed entries match their memory; the framework evicts 5 % at a time.
        Assert.InRange(held.TotalBytes, limit * 3 / 4, limit * 5 / 4);
        Assert.InRange(held.HitRatio!.Value, 0.5, 0.99);
        Assert.Equal(CacheEntries.Of(s_corpus).Load.Keys.Checksum(), held.Checksum);
    }

    [Fact]
    public void Off_the_heap_is_what_the_collector_does_not_see()
    {
        Contender cache = Find(CachesSection.Load, CachesSection.OffHeap);
        cache.Prepare();

        HoldMeasurement held = HoldMeter.Measure("b", cache.Hold!, TimeSpan.FromMilliseconds(1));

        Assert.InRange(held.ManagedBytes, 0, held.NativeBytes / 2);
        Assert.InRange(held.NativeBytes, 1, CacheEntries.Of(s_corpus).LimitBytes);
    }

    [Fact]
    public void Too_little_to_be_cached_is_rehearsed_and_not_measured()
    {
        TextCorpus few = Corpora.Of([.. Enumerable.Range(0, 1_000).Select(i => $"{i}")]);

        Assert.Empty(new CachesSection().Steps(few));
        Assert.Equal(3, new CachesSection().Rehearsed(few).Count);
        Assert.All(
            new CachesSection().Rehearsed(few),
            step => Assert.Single(step.Contenders.Select(contender => contender.Verify()).Distinct()));
    }

    [Fact]
    public void Nothing_is_measured_without_strings()
    {
        Assert.Empty(new CachesSection().Steps(Corpora.Of()));
        Assert.Empty(new CachesSection().Rehearsed(Corpora.Of()));
        Assert.Empty(new CachesSection().Rehearsed(Corpora.Of(new string('x', CacheEntries.MaxTextLength + 1))));
    }

    private static int PopularHits<TCache>(CacheEntries entries, TCache cache)
        where TCache : struct, ITextCache
    {
        using var work = CacheWork<TCache>.OnHits(entries, cache);
        var reader = new TouchReader();
        return work.ReadThrough(0, entries.RequestCount, ref reader);
    }

    private static Contender Find(string step, string contender) => new CachesSection().Steps(s_corpus)
        .Single(entry => entry.Id == step).Contenders.Single(entry => entry.Name == contender);
}

using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Caches;

/// <summary>
/// What caches are asked for, in order. The keys are copies that lie one after the other, so that reading the request costs next
/// to nothing.
/// </summary>
/// <param name="Keys">The key of each request.</param>
/// <param name="Ranks">The popularity of each, from 0.</param>
internal sealed record CacheRequests(TextCorpus Keys, int[] Ranks)
{
    /// <summary>Draws requests by Zipf's law.</summary>
    /// <param name="entries">What is asked for.</param>
    /// <param name="ranks">How many of the most popular are.</param>
    /// <param name="count">How many requests to draw.</param>
    /// <param name="seed">Where chance begins.</param>
    public static CacheRequests Draw(CacheEntries entries, int ranks, int count, ulong seed)
    {
        var zipf = new ZipfSampler(ranks, CacheEntries.Skew);
        var random = new SplitMix64(seed);
        var keys = new TextCorpusBuilder();
        int[] drawn = new int[count];
        for (int i = 0; i < count; i++)
        {
            drawn[i] = zipf.Next(ref random);
            keys.Add(entries.KeyOf(drawn[i]));
        }

        return new CacheRequests(keys.Build(), drawn);
    }
}

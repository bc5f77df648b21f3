using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Caches;

/// <summary>
/// Requests to caches, in order. The keys are consecutive copies, so that reading the request costs almost
/// nothing.
/// </summary>
/// <param name="Keys">The key of each request.</param>
/// <param name="Ranks">The rank of the entry that each request is for; rank 0 is the most popular.</param>
internal sealed record CacheRequests(TextCorpus Keys, int[] Ranks)
{
    /// <summary>Draws Zipf-distributed requests.</summary>
    /// <param name="entries">The entries.</param>
    /// <param name="ranks">The number of most popular entries to request.</param>
    /// <param name="count">The number of requests to draw.</param>
    /// <param name="seed">The seed of the random numbers.</param>
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

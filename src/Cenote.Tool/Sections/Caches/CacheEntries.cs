using Cenote.Caching;
using Cenote.Tool.Input;
using Cenote.Tool.Profile;

namespace Cenote.Tool.Sections.Caches;

/// <summary>
/// The entries of the caches: each distinct string of a corpus, as UTF-8, with itself as the key; the common limit; and
/// the requests. The same corpus gives the same entries and the same requests.
/// </summary>
internal sealed class CacheEntries
{
    /// <summary>The maximum length of a string, in chars; longer ones are skipped.</summary>
    public const int MaxTextLength = 16_384;

    /// <summary>The maximum number of requests.</summary>
    public const int MaxRequests = 200_000;

    /// <summary>The exponent of Zipf's law.</summary>
    public const double Skew = 0.99;

    /// <summary>The memory of all entries in the cache of .NET, divided by the limit.</summary>
    public const int EntriesPerPlace = 4;

    private const int RequestsPerEntry = 8;

    // The limit divided by the size of the popular entries, so that every cache keeps all of them under any eviction policy.
    private const int PlacesPerPopular = 4;
    private const int MaxBytesPerChar = 3;
    private const int MinRequests = 16;
    private const int MaxChars = 1 << 24;
    private const ulong OrderSeed = 3;
    private const ulong LoadSeed = 5;
    private const ulong PopularSeed = 7;

    private readonly TextCorpus _corpus;

    // The entries, the most popular first; popularity is independent of the order in the file.
    private readonly int[] _indices;
    private readonly Lazy<CacheRequests> _load;
    private readonly Lazy<CacheRequests> _popular;

    private CacheEntries(TextCorpus corpus, int[] indices)
    {
        _corpus = corpus;
        _indices = indices;
        long all = 0;
        long chars = 0;
        foreach (int index in indices)
        {
            // Most strings have about as many UTF-8 bytes as chars; the exact number is known only after encoding.
            all += ManagedCache.ChargeOf(corpus[index].Length, corpus[index].Length);
            chars += corpus[index].Length;
            LongestChars = Math.Max(LongestChars, corpus[index].Length);
        }

        LimitBytes = Math.Max(all / EntriesPerPlace, ByteCacheOptions.SmallestMaximumBytes);
        RequestCount = (int)Math.Clamp(
            Math.Min((long)RequestsPerEntry * indices.Length, MaxChars / Math.Max(1, chars / Math.Max(1, indices.Length))),
            MinRequests,
            MaxRequests);
        PopularCount = PopularOf();
        _load = new(() => CacheRequests.Draw(this, Count, RequestCount, LoadSeed));
        _popular = new(() => CacheRequests.Draw(this, PopularCount, RequestCount, PopularSeed));
    }

    /// <summary>The number of entries.</summary>
    public int Count => _indices.Length;

    /// <summary>The length of the longest key.</summary>
    public int LongestChars { get; }

    /// <summary>The limit of each cache, in bytes.</summary>
    public long LimitBytes { get; }

    /// <summary>The number of most popular entries that fit in every cache.</summary>
    public int PopularCount { get; }

    /// <summary>The number of requests of each kind.</summary>
    public int RequestCount { get; }

    /// <summary>Requests for any entry, created on first use.</summary>
    public CacheRequests Load => _load.Value;

    /// <summary>Requests for the most popular entries.</summary>
    public CacheRequests Popular => _popular.Value;

    /// <summary>Finds the entries of a corpus.</summary>
    public static CacheEntries Of(TextCorpus corpus)
    {
        var distinct = new DistinctTexts(corpus);
        int[] indices =
        [
            .. Enumerable.Range(0, corpus.Count).Where(index => corpus[index].Length <= MaxTextLength && distinct.Add(index)),
        ];
        var random = new SplitMix64(OrderSeed);
        for (int i = indices.Length - 1; i > 0; i--)
        {
            int other = random.Next(i + 1);
            (indices[i], indices[other]) = (indices[other], indices[i]);
        }

        return new CacheEntries(corpus, indices);
    }

    /// <summary>The key of the entry with this rank; rank 0 is the most popular.</summary>
    public ReadOnlySpan<char> KeyOf(int rank) => _corpus[_indices[rank]];

    /// <summary>The value of the entry with this rank.</summary>
    public ReadOnlySpan<byte> ValueOf(int rank) => _corpus.Utf8[_indices[rank]];

    /// <summary>Creates all requests, and the values.</summary>
    public void Prepare()
    {
        _ = _corpus.Utf8;
        _ = Load;
        _ = Popular;
    }

    private int PopularOf()
    {
        long left = LimitBytes / PlacesPerPopular;
        int rank = 0;
        while (rank < Count && (left -= ManagedCache.ChargeOf(KeyOf(rank).Length, MaxBytesPerChar * KeyOf(rank).Length)) >= 0)
        {
            rank++;
        }

        return Math.Max(1, rank);
    }
}

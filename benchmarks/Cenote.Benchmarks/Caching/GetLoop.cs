using System.Globalization;
using Cenote.Measurement;
using Microsoft.Extensions.Caching.Distributed;

namespace Cenote.Benchmarks.Caching;

/// <summary>Gets values that are in a cache, in random order.</summary>
internal sealed class GetLoop
{
    /// <summary>The number of gets per run.</summary>
    public const int Count = 200;

    /// <summary>The size of each value, in bytes.</summary>
    public const int ValueBytes = 200;

    private const int Entries = 10_000;

    private readonly IDistributedCache _cache;
    private readonly string[] _keys = NewKeys();
    private int _at;

    public GetLoop(IDistributedCache cache)
    {
        _cache = cache;
        Array.ForEach(_keys, key => cache.Set(key, new byte[ValueBytes]));
    }

    /// <summary>The keys of all entries, in the same random order each time.</summary>
    public static string[] NewKeys()
    {
        string[] keys =
            [.. Enumerable.Range(0, Entries).Select(static i => string.Create(CultureInfo.InvariantCulture, $"/api/customers/{i:D8}?expand"))];
        var random = new SplitMix64(11);
        for (int i = keys.Length - 1; i > 0; i--)
        {
            int other = (int)(random.Next() % (uint)(i + 1));
            (keys[i], keys[other]) = (keys[other], keys[i]);
        }

        return keys;
    }

    public void Run()
    {
        for (int i = 0; i < Count; i++)
        {
            _at = (_at + 1) % Entries;
            if (_cache.Get(_keys[_at])?.Length != ValueBytes)
            {
                throw new InvalidOperationException("A value is missing.");
            }
        }
    }
}

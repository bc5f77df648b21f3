using System.Runtime.InteropServices;
using Cenote.Collections;
using Cenote.Tests.Support;
using Cenote.Text;

namespace Cenote.Tests.Collections;

/// <summary>Keys that collide, crafted by an attacker who knows the code and even the secrets.</summary>
public sealed class PooledStringDictionaryFloodTests
{
    // A second rehash is needed only if, by chance, too many keys also collide with the first new secret.
    private const int MaxRehashes = 2;

    [Theory]
    [InlineData(20_000, 0)]
    [InlineData(20_000, 50_000)]
    public void Keys_that_collide_by_the_secret_change_the_hash_and_cost_no_memory(int colliding, int honest)
    {
        using var dictionary = new PooledStringDictionary<int>();
        var model = new Dictionary<string, int>(StringComparer.Ordinal);
        for (int i = 0; i < honest; i++)
        {
            dictionary.Add($"honest {i}", i);
            model.Add($"honest {i}", i);
        }

        for (int i = 0; i < colliding; i++)
        {
            dictionary.Add(Colliding(i), -i);
            model.Add(Colliding(i), -i);
        }

        PooledStringDictionaryStatistics statistics = dictionary.GetStatistics();
        Assert.InRange(statistics.Rehashes, 1, MaxRehashes);
        Assert.InRange(statistics.Buckets, 1, model.Count);
        Assert.Equal(model.Count, dictionary.Count);
        Assert.All(model, entry => Assert.Equal(entry.Value, dictionary[entry.Key]));
        Assert.All(model.Keys, key => Assert.True(dictionary.Remove(key)));
        Assert.True(dictionary.IsEmpty);
    }

    [Fact]
    public void The_attack_is_one()
    {
        uint[] hashes = [.. Enumerable.Range(0, 1_000).Select(static i => KeyHash.Compute(Colliding(i)))];

        Assert.Single(hashes.Distinct());
    }

    [Fact]
    public void Keys_in_both_encodings_are_found_after_the_hash_has_changed()
    {
        using var dictionary = new PooledStringDictionary<string>();
        string[] others = ["", "ascii", "schlüssel", new string('x', 1_000), new string('é', 300), new string('y', 100_000)];
        Array.ForEach(others, other => dictionary.Add(other, other));

        for (int i = 0; i < 2_000; i++)
        {
            dictionary.Add(Colliding(i), "");
        }

        Assert.InRange(dictionary.GetStatistics().Rehashes, 1, MaxRehashes);
        Assert.All(others, other => Assert.Equal(other, dictionary[other]));
    }

    // The directory must not double forever if all keys agree in the bits that select a segment.
    [Fact]
    public void Keys_whose_buckets_differ_but_not_their_segments_change_the_hash()
    {
        const int Filled = 12_000;
        using var dictionary = new PooledStringDictionary<int>();
        int added = 0;
        for (int i = 0; added < Filled; i++)
        {
            string key = $"k{i}";
            if ((KeyHash.Compute(key) >> 10 & 0xff) == 0)
            {
                dictionary.Add(key, i);
                added++;
            }
        }

        PooledStringDictionaryStatistics statistics = dictionary.GetStatistics();
        Assert.InRange(statistics.Rehashes, 1, MaxRehashes);
        Assert.InRange(statistics.Buckets, 1, 32 * 1_024);
        Assert.Equal(Filled, dictionary.Count);
    }

    [Fact]
    public void A_batch_goes_on_when_the_hash_changes_in_its_midst()
    {
        using var dictionary = new PooledStringDictionary<int>();
        string[] keys = [.. Enumerable.Range(0, 2_000).Select(Colliding)];

        Assert.Equal(keys.Length, dictionary.AddMany(keys, [.. Enumerable.Range(0, keys.Length)]));

        Assert.Equal(keys.Length, dictionary.TryGetValues(keys, new int[keys.Length], new bool[keys.Length]));
    }

    [Fact]
    public void Without_memory_for_another_table_a_flood_is_refused_or_served_but_nothing_is_lost()
    {
        var pages = new FailingPageSource();
        using var dictionary = new PooledStringDictionary<int>(
            new PooledStringDictionaryOptions { ReservedAddressBytes = 0 }, pages);
        for (int i = 0; i < 12_000; i++)
        {
            dictionary.Add($"honest {i}", i);
        }

        pages.Fails = static _ => true;
        int added = 0;
        Assert.Throws<OutOfMemoryException>(() =>
        {
            for (; added < 2_000; added++)
            {
                dictionary.Add(Colliding(added), added);
            }
        });
        pages.Fails = static _ => false;

        Assert.Equal(12_000 + added, dictionary.Count);
        Assert.All(Enumerable.Range(0, 12_000), i => Assert.Equal(i, dictionary[$"honest {i}"]));
        Assert.All(Enumerable.Range(0, added), i => Assert.Equal(i, dictionary[Colliding(i)]));
        dictionary.Add(Colliding(added), added);
    }

    // The first four chars equal the secret, and the resulting factor of 0 cancels the last four.
    private static string Colliding(int number)
    {
        ulong[] halves = [KeyHash.FirstSecret, (ulong)number * 0x9E3779B97F4A7C15];
        return new string(MemoryMarshal.Cast<ulong, char>(halves));
    }
}

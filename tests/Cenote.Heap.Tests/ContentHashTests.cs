using System.Runtime.InteropServices;

namespace Cenote.Heap.Tests;

public class ContentHashTests
{
    // An entry has a reference to a key, a reference to a value, a hash code and a link.
    private static readonly HeapType s_table = new() { Name = "table", ComponentSize = 24, HashCodeOffset = 16, NextOffset = 20 };
    private static readonly HeapType s_array = new() { Name = "array", ComponentSize = 8 };

    [Fact]
    public void Tables_have_the_same_hash_exactly_if_they_have_the_same_entries_in_use()
    {
        var hash = new ContentHash();
        AssertSameHashIfSameContent(random =>
        {
            // Uses few distinct strings, so that equal content recurs. A value is a string or another object.
            Dictionary<int, int> entries = Enumerable.Range(0, random.Next(6))
                .Select(_ => random.Next(8))
                .Distinct()
                .ToDictionary(key => key, _ => random.Next(4));
            return (string.Join(' ', entries.OrderBy(entry => entry.Key)), HashOf(hash, entries, random));
        });
    }

    [Fact]
    public void Arrays_have_the_same_hash_exactly_if_they_have_the_same_texts_in_the_same_order()
    {
        var hash = new ContentHash();
        AssertSameHashIfSameContent(random =>
        {
            // 0 represents null.
            int[] texts = [.. Enumerable.Range(0, random.Next(5)).Select(_ => random.Next(5))];
            hash.Begin(s_array, (uint)texts.Length);
            foreach (int text in texts)
            {
                hash.BeginElement(BitConverter.GetBytes((long)text * 8));
                if (text > 0)
                {
                    hash.SetText(0, text);
                }

                hash.EndElement();
            }

            Assert.Equal(texts.Count(text => text > 0), hash.Strings);
            return (string.Join(' ', texts), hash.End(0, CollectionFields.None));
        });
    }

    [Fact]
    public void Each_owner_and_each_trait_has_other_hashes()
    {
        var hash = new ContentHash();
        var random = new Random(1);
        Dictionary<int, int> entries = Enumerable.Range(0, 5).ToDictionary(key => key, key => key);

        HashOf(hash, entries, random);

        Assert.Equal(1_000, Enumerable.Range(0, 1_000).Select(holder => hash.End(holder, 1)).Distinct().Count());
        Assert.Equal(1_000, Enumerable.Range(0, 1_000).Select(trait => hash.End(0, (uint)trait)).Distinct().Count());
    }

    [Fact]
    public void An_entry_of_zeros_is_told_from_unused_ones_by_the_count_of_the_table()
    {
        var hash = new ContentHash();

        Assert.NotEqual(HashOf([1], used: 1), HashOf([1, 0], used: 2));
        Assert.Equal(HashOf([1, 0], used: 2), HashOf([0, 1], used: 2));
        Assert.Equal(HashOf([1, 2, 0], used: 2), HashOf([2, 1], used: 2));

        UInt128 HashOf(int[] texts, uint used)
        {
            hash.Begin(s_table, (uint)texts.Length);
            Span<byte> element = stackalloc byte[24];
            foreach (int text in texts)
            {
                element.Clear();
                element[0] = (byte)(8 * text);
                hash.BeginElement(element);
                if (text > 0)
                {
                    hash.SetText(0, text);
                }

                hash.EndElement();
            }

            return hash.End(0, used);
        }
    }

    private static void AssertSameHashIfSameContent(Func<Random, (string Content, UInt128 Hash)> make)
    {
        int seed = Environment.TickCount;
        var random = new Random(seed);
        var known = new Dictionary<UInt128, string>();
        var contents = new HashSet<string>(StringComparer.Ordinal);
        for (int round = 0; round < 20_000; round++)
        {
            (string content, UInt128 hash) = make(random);
            contents.Add(content);
            string first = CollectionsMarshal.GetValueRefOrAddDefault(known, hash, out _) ??= content;
            Assert.True(content == first, $"seed {seed}, round {round}: {content} as {first}");
        }

        Assert.True(contents.Count == known.Count, $"seed {seed}: {known.Count} hashes of {contents.Count} contents");
    }

    // Writes the entries in random order, among removed entries and before unused ones.
    private static UInt128 HashOf(ContentHash hash, Dictionary<int, int> entries, Random random)
    {
        List<(int Key, int Value)?> slots = [.. entries.Select(entry => ((int, int)?)(entry.Key, entry.Value))];
        slots.AddRange(new (int, int)?[random.Next(4)]);
        int unused = random.Next(4);
        (int Key, int Value)?[] shuffled = [.. slots.OrderBy(_ => random.Next()), .. new (int, int)?[unused]];
        hash.Begin(s_table, (uint)shuffled.Length);
        Span<int> element = stackalloc int[6];
        foreach ((int index, (int Key, int Value)? slot) in shuffled.Index())
        {
            element.Clear();
            if (slot is null && index < shuffled.Length - unused)
            {
                // A free entry: its link is -2 or less, and its hash code is left over.
                (element[4], element[5]) = (random.Next(), -random.Next(2, 9));
            }

            if (slot is { } used)
            {
                // Two addresses, a hash code and a link: only the address of a value that is not a string affects the hash.
                (element[0], element[2], element[4], element[5]) = (8 * random.Next(1, 99), 8 * used.Value, random.Next(), random.Next(-1, 9));
            }

            hash.BeginElement(MemoryMarshal.AsBytes(element));
            if (slot is { } entry)
            {
                hash.SetText(0, entry.Key);
                if (entry.Value == 3)
                {
                    hash.SetText(8, 1);
                }
            }

            hash.EndElement();
        }

        return hash.End(0, (uint)entries.Count + 1);
    }
}

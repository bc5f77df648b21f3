using Cenote.Attack.Tests.Support;
using Cenote.Collections;

namespace Cenote.Attack.Tests;

/// <summary>Stale entries, enumerators and keys of dictionaries.</summary>
public sealed class DictionaryAttacks : AttackTests
{
    [Attack]
    internal static void An_entry_is_read_after_Clear_and_Add()
    {
        for (int length = 1; length < 3_000; length += 97)
        {
            using PooledStringDictionary<int> dictionary = Filled();
            PooledStringDictionary<int>.Enumerator enumerator = dictionary.GetEnumerator();
            while (enumerator.MoveNext() && enumerator.Current.Value < 40)
            {
            }

            PooledStringDictionary<int>.Entry entry = enumerator.Current;
            dictionary.Clear();
            for (int i = 0; i < 20; i++)
            {
                dictionary.Add(new string((char)('\uff00' + i), length), -1);
            }

            AssertEnded(entry);
        }
    }

    [Attack]
    internal static void An_entry_is_read_after_its_key_was_removed()
    {
        using PooledStringDictionary<int> dictionary = Filled();
        PooledStringDictionary<int>.Enumerator enumerator = dictionary.GetEnumerator();
        enumerator.MoveNext();
        PooledStringDictionary<int>.Entry entry = enumerator.Current;
        for (int i = 0; i < 100; i++)
        {
            dictionary.Remove(Key(i));
            dictionary.Add(new string('z', i), -1);
        }

        Read(entry, static key => Assert.DoesNotContain('z', key));
    }

    [Attack]
    internal static void A_value_is_written_after_its_key_was_removed()
    {
        // Values that an allocator could mistake for sizes or cell indexes: small values, the last cell's index, and invalid
        // values.
        int[] values = [.. Enumerable.Range(0, 40), ((1 << 20) - 16) / 8, 1 << 20, 0x7fff_ff00, 1 << 30, int.MinValue, -1];
        foreach (int value in values)
        {
            foreach (int length in (int[])[1, 4, 200, 1_500, 20_000])
            {
                WriteStale(value, length, static (dictionary, key) => ref dictionary.GetValueRefOrNullRef(key));
                WriteStale(value, length, static (dictionary, key) =>
                {
                    PooledStringDictionary<int>.Enumerator enumerator = dictionary.GetEnumerator();
                    while (enumerator.MoveNext() && !enumerator.Current.Key.SequenceEqual(key))
                    {
                    }

                    return ref enumerator.Current.Value;
                });
            }
        }
    }

    [Attack]
    internal static void An_entry_is_read_after_Dispose()
    {
        PooledStringDictionary<int> dictionary = Filled();
        PooledStringDictionary<int>.Enumerator enumerator = dictionary.GetEnumerator();
        enumerator.MoveNext();
        PooledStringDictionary<int>.Entry entry = enumerator.Current;
        dictionary.Dispose();
        _ = Filled().Count + Filled().Count;
        AssertEnded(entry);
        try
        {
            Assert.False(enumerator.MoveNext());
        }
        catch (InvalidOperationException)
        {
        }
    }

    [Attack]
    internal static void An_entry_is_read_after_Trim()
    {
        using PooledStringDictionary<int> dictionary = Filled();
        PooledStringDictionary<int>.Enumerator enumerator = dictionary.GetEnumerator();
        while (enumerator.MoveNext() && enumerator.Current.Value < 90)
        {
        }

        PooledStringDictionary<int>.Entry entry = enumerator.Current;
        for (int i = 0; i < 80; i++)
        {
            dictionary.Remove(Key(i));
        }

        dictionary.Trim();
        Read(entry, static key => Assert.StartsWith("key ", key));
    }

    [Attack]
    internal static void The_original_goes_on_after_a_copy_of_its_enumerator_went_ahead()
    {
        using PooledStringDictionary<int> dictionary = Filled();
        PooledStringDictionary<int>.Enumerator enumerator = dictionary.GetEnumerator();
        enumerator.MoveNext();
        PooledStringDictionary<int>.Enumerator copy = enumerator;
        while (copy.MoveNext())
        {
            AssertFits(copy.Current);
        }

        Advance(ref copy);
        while (Advance(ref enumerator))
        {
            AssertFits(enumerator.Current);
        }

        Advance(ref enumerator);
        Advance(ref copy);
    }

    [Attack]
    internal static void Copies_of_an_enumerator_go_on_by_turns_through_many_chunks()
    {
        using var dictionary = new PooledStringDictionary<int>();
        for (int i = 0; i < 20_000; i++)
        {
            dictionary.Add(Key(i).PadRight(i % 200 == 0 ? 9_000 : 20, '+'), i);
        }

        PooledStringDictionary<int>.Enumerator one = dictionary.GetEnumerator();
        PooledStringDictionary<int>.Enumerator two = one;
        PooledStringDictionary<int>.Enumerator three = one;
        for (int i = 0; i < 45_000; i++)
        {
            if (Advance(ref one))
            {
                AssertFits(one.Current);
            }

            if (i % 3 == 0 && Advance(ref two))
            {
                AssertFits(two.Current);
                three = two;
            }

            if (Advance(ref three))
            {
                AssertFits(three.Current);
            }
        }
    }

    [Attack]
    internal static void The_current_entry_is_asked_before_the_first_and_after_the_last()
    {
        using PooledStringDictionary<int> dictionary = Filled();
        PooledStringDictionary<int>.Enumerator enumerator = dictionary.GetEnumerator();
        try
        {
            Read(enumerator.Current, static _ => { });
        }
        catch (InvalidOperationException)
        {
        }

        while (enumerator.MoveNext())
        {
        }

        try
        {
            Read(enumerator.Current, static _ => { });
        }
        catch (InvalidOperationException)
        {
        }
    }

    [Attack]
    internal static void The_enumerator_of_a_set_is_copied_and_outlives_the_set()
    {
        var set = new PooledStringSet();
        for (int i = 0; i < 3_000; i++)
        {
            set.Add(Key(i));
        }

        PooledStringSet.Enumerator enumerator = set.GetEnumerator();
        PooledStringSet.Enumerator copy = enumerator;
        while (copy.MoveNext())
        {
            Assert.StartsWith("key ", copy.Current.ToString());
        }

        while (Advance(ref enumerator))
        {
            Assert.StartsWith("key ", enumerator.Current.ToString());
        }

        enumerator = set.GetEnumerator();
        enumerator.MoveNext();
        set.Dispose();
        Advance(ref enumerator);
        try
        {
            _ = enumerator.Current.Length;
        }
        catch (InvalidOperationException)
        {
        }
    }

    [Attack]
    internal static void A_key_that_lies_in_the_dictionary_is_added_at_the_limit()
    {
        for (int encoding = 0; encoding < 2; encoding++)
        {
            using var dictionary = new PooledStringDictionary<int>(
                new() { MaximumBytes = 1 << 20, KeyEncoding = (KeyEncoding)encoding });
            var model = new HashSet<string>(StringComparer.Ordinal);
            FillToTheLimit(dictionary, model);
            for (int round = 0; round < 400; round++)
            {
                string[] keys = [.. model.Where((_, i) => i % 5 == round % 5).Take(3)];
                foreach (string key in keys)
                {
                    Assert.True(dictionary.Remove(key));
                    model.Remove(key);
                }

                AddOwnKey(dictionary, model, round);
            }

            AssertHolds(dictionary, model);
        }
    }

    [Attack]
    internal static void Keys_that_lie_in_the_dictionary_are_added_while_it_grows()
    {
        using var dictionary = new PooledStringDictionary<int>();
        var model = new HashSet<string>(StringComparer.Ordinal);
        dictionary.Add(new string('a', 4_000), 0);
        model.Add(new string('a', 4_000));
        for (int i = 1; i < 4_000; i++)
        {
            foreach (var entry in dictionary)
            {
                model.Add(entry.Key[..i].ToString());
                dictionary.TryAdd(entry.Key[..i], i);
                break;
            }
        }

        AssertHolds(dictionary, model);
    }

    [Attack]
    internal static void A_set_takes_its_own_items_at_the_limit()
    {
        using var set = new PooledStringSet(new() { MaximumBytes = 1 << 20 });
        var model = new HashSet<string>(StringComparer.Ordinal);
        for (int i = 0; i < 5_000; i++)
        {
            string text = Key(i).PadRight(2_000 + (i % 900), '\u0416');
            if (Allowed.Try(() => set.Add(text)))
            {
                model.Add(text);
            }

            if (i % 3 == 0 && model.Count > 0)
            {
                string gone = model.First();
                model.Remove(gone);
                Assert.True(set.Remove(gone));
            }

            foreach (ReadOnlySpan<char> item in set)
            {
                string part = item[..(item.Length / 2)].ToString();
                try
                {
                    set.Add(item[..(item.Length / 2)]);
                    model.Add(part);
                }
                catch (OutOfMemoryException)
                {
                }

                break;
            }
        }

        Assert.Equal(model.Count, set.Count);
        Assert.All(model, item => Assert.True(set.Contains(item)));
    }

    [Attack]
    internal static void An_enumerator_goes_on_after_every_kind_of_change()
    {
        Action<PooledStringDictionary<int>>[] changes =
        [
            static dictionary => dictionary.Add("another", 1), static dictionary => dictionary.Remove(Key(3)),
            static dictionary => dictionary.Clear(), static dictionary => dictionary.Trim(),
            static dictionary => dictionary[Key(1)] = -5,
            static dictionary => dictionary.AddMany(["p", "q"], [1, 2]), static dictionary => dictionary["r"u8] = 1,
        ];
        foreach (Action<PooledStringDictionary<int>> change in changes)
        {
            using PooledStringDictionary<int> dictionary = Filled();
            PooledStringDictionary<int>.Enumerator enumerator = dictionary.GetEnumerator();
            enumerator.MoveNext();
            change(dictionary);
            while (Advance(ref enumerator))
            {
                Read(enumerator.Current, static key => Assert.True(key.Length < 20));
            }
        }
    }

    [Attack]
    internal static void A_value_is_written_when_the_table_has_taken_the_place_of_its_key()
    {
        using var dictionary = new PooledStringDictionary<long>();
        string key = new('x', 200_000);
        dictionary.Add(key, 1);
        ref long value = ref dictionary.GetValueRefOrNullRef(key);
        dictionary.Remove(key);
        dictionary.EnsureCapacity(100_000);
        value = 0x0101_0101_0101_0101;
        for (int i = 0; i < 50_000; i++)
        {
            dictionary.Add(Key(i), i);
        }

        Assert.Equal(50_000, dictionary.Count);
    }

    private delegate ref int Refer(PooledStringDictionary<int> dictionary, string key);

    private static void WriteStale(int written, int length, Refer refer)
    {
        using var dictionary = new PooledStringDictionary<int>();
        var model = new HashSet<string>(StringComparer.Ordinal);
        for (int i = 0; i < 4; i++)
        {
            Add((char)('\u00e0' + i));
        }

        string removed = model.ElementAt(written & 3);
        ref int value = ref refer(dictionary, removed);
        dictionary.Remove(removed);
        model.Remove(removed);
        value = written;
        for (int i = 10; i < 15; i++)
        {
            Add((char)('\u00e0' + i));
        }

        AssertHolds(dictionary, model);
        Assert.All(model, key => Assert.True(dictionary.ContainsKey(key)));
        dictionary.Trim();
        AssertHolds(dictionary, model);
        Assert.All(model, key => Assert.True(dictionary.Remove(key)));
        Assert.True(dictionary.Count == 0, "A key is left.");

        void Add(char fill)
        {
            dictionary.Add(new string(fill, length), 1);
            model.Add(new string(fill, length));
        }
    }

    private static PooledStringDictionary<int> Filled()
    {
        var dictionary = new PooledStringDictionary<int>();
        for (int i = 0; i < 100; i++)
        {
            dictionary.Add(Key(i), i);
        }

        return dictionary;
    }

    private static string Key(int i) => $"key {i}";

    private static void FillToTheLimit(PooledStringDictionary<int> dictionary, HashSet<string> model)
    {
        for (int i = 0; ; i++)
        {
            string key = Key(i).PadRight(2_900 + (i % 40), (char)('a' + (i % 26)));
            if (!Allowed.Try(() => dictionary.Add(key, i)))
            {
                return;
            }

            model.Add(key);
        }
    }

    private static void AddOwnKey(PooledStringDictionary<int> dictionary, HashSet<string> model, int round)
    {
        int skip = round % 50;
        foreach (var entry in dictionary)
        {
            if (skip-- > 0 || entry.Key.Length < 2_000)
            {
                continue;
            }

            string wanted = entry.Key[..^(1 + (round % 7))].ToString();
            try
            {
                dictionary.TryAdd(entry.Key[..^(1 + (round % 7))], round);
                model.Add(wanted);
            }
            catch (OutOfMemoryException)
            {
            }

            Assert.True(dictionary.ContainsKey(wanted) == model.Contains(wanted), $"round {round}");
            return;
        }
    }

    private static void AssertHolds(PooledStringDictionary<int> dictionary, HashSet<string> model)
    {
        Assert.Equal(model.Count, dictionary.Count);
        foreach (var entry in dictionary)
        {
            Assert.Contains(entry.Key.ToString(), model);
        }
    }

    private static void AssertFits(PooledStringDictionary<int>.Entry entry) =>
        Assert.Equal(Key(entry.Value), entry.Key.TrimEnd('+').ToString());

    private static void AssertEnded(PooledStringDictionary<int>.Entry entry)
    {
        try
        {
            _ = entry.Key.Length + entry.KeyLength + entry.Value;
        }
        catch (InvalidOperationException)
        {
            return;
        }

        Assert.Fail("The entry of a removed key was read.");
    }

    private static void Read(PooledStringDictionary<int>.Entry entry, Action<string> check)
    {
        string key;
        try
        {
            key = entry.Key.ToString();
            _ = entry.KeyLength + entry.Value;
        }
        catch (InvalidOperationException)
        {
            return;
        }

        check(key);
    }

    private static bool Advance(ref PooledStringDictionary<int>.Enumerator enumerator)
    {
        try
        {
            return enumerator.MoveNext();
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }

    private static bool Advance(ref PooledStringSet.Enumerator enumerator)
    {
        try
        {
            return enumerator.MoveNext();
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }
}

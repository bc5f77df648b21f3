using System.Buffers;
using System.Globalization;
using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Collections;

namespace Cenote.Attack.Tests;

/// <summary>
/// Enumerators that two threads share, or that one thread assigns while another reads them, and collections that change
/// during an enumeration. An enumerator throws, or returns entries of an undisposed collection.
/// </summary>
public sealed class EnumeratorAttacks : AttackTests
{
    private static readonly SearchValues<char> s_charsOfKeys = SearchValues.Create("k0123456789\0");
    private static StringArenaList.Enumerator s_values;
    private static ConcurrentPooledStringDictionary<long>.Enumerator s_strings;

    [Attack]
    internal static void The_enumerator_of_a_dictionary_is_shared()
    {
        foreach (int count in (int[])[1, 4, 30_000])
        {
            using NativeDictionary<long, long> dictionary = Filled(1, count);
            Share<KeyValuePair<long, long>>(dictionary, count, entry => Assert.True(IsEntry(entry, 1, count)));
        }
    }

    [Attack]
    internal static void A_dictionary_changes_while_another_thread_enumerates_it()
    {
        using NativeDictionary<long, long> dictionary = Filled(1, 1);
        int size = 0;
        Race.Repeat(
            () => Allowed.Try(() => Walk(dictionary)),
            () => Allowed.Try(() => Assert.InRange(dictionary.AsEnumerable().Count(), 0, 100_000)),
            () =>
            {
                int count = size++ % 2 == 0 ? 30_000 : 1;
                dictionary.Clear();
                dictionary.Trim();
                for (long key = 1; key <= count; key++)
                {
                    dictionary.Add(key, -key);
                }
            });
    }

    [Attack]
    internal static void A_dictionary_is_disposed_while_another_thread_enumerates_it()
    {
        foreach (int count in (int[])[1, 4, 30_000])
        {
            for (int round = 0; round < 50; round++)
            {
                NativeDictionary<long, long> dictionary = Filled(1, count);
                Race.Run(() => Assert.Throws<ObjectDisposedException>(WalkForEver), dictionary.Dispose);

                void WalkForEver()
                {
                    while (true)
                    {
                        Walk(dictionary);
                    }
                }
            }
        }
    }

    // The foreach enumerator is a ref struct, which the compiler keeps on one thread.
    [Attack]
    internal static void The_enumerator_of_a_list_is_shared()
    {
        using var list = new NativeList<long>();
        list.AddRange(Enumerable.Range(1, 30_000).Select(static i => (long)i));
        Share(list, 30_000, static item => Assert.InRange(item, 0, 30_000));
    }

    [Attack]
    internal static void A_list_changes_while_another_thread_enumerates_it()
    {
        using var list = new NativeList<long>();
        Race.Repeat(
            () => Allowed.Try(() =>
            {
                foreach (long item in list)
                {
                    Assert.InRange(item, 0, 30_000);
                }
            }),
            () => Allowed.Try(() => Assert.All(list, static item => Assert.InRange(item, 0, 30_000))),
            () =>
            {
                list.Clear();
                list.Trim();
                list.AddRange(Enumerable.Range(1, 30_000).Select(static i => (long)i));
            });
    }

    [Attack]
    internal static void The_enumerator_of_a_list_of_an_arena_is_shared_and_torn()
    {
        using var list = new StringArenaList();
        using var small = new StringArenaList();
        for (int i = 0; i < 2_000; i++)
        {
            list.Add("text");
        }

        small.Add("text");
        Share(list, 2_000, static item => Assert.Equal("text", item.ToString()));
        Race.Repeat(
            () => s_values = (Random.Shared.Next(2) == 0 ? list : small).GetEnumerator(),
            () => Allowed.TryTorn(() => Assert.True(!s_values.MoveNext() || s_values.Current.ToString() == "text")));
    }

    [Attack]
    internal static void The_enumerators_of_dictionaries_of_strings_are_shared()
    {
        using var dictionary = new PooledStringDictionary<long>();
        using var concurrent = new ConcurrentPooledStringDictionary<long>(concurrencyLevel: 1);
        for (int i = 0; i < 3_000; i++)
        {
            dictionary[KeyOf(i)] = i;
            concurrent[KeyOf(i)] = i;
        }

        string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        try
        {
            dictionary.Save(path);
            using var frozen = FrozenPooledStringDictionary<long>.OpenCopy(path);
            Share(frozen, 3_000, static pair => Assert.True(pair.Key is null || IsKey(pair.Key)));
            Share(frozen.Select(static pair => pair.Key), 3_000, static key => Assert.True(key is null || IsKey(key)));
        }
        finally
        {
            File.Delete(path);
        }

        Share(dictionary, 3_000, IsPair);
        Share(concurrent, 3_000, static pair => Assert.True(IsOfKeys(pair.Key)));
        s_strings = concurrent.GetEnumerator();
        Race.Repeat(
            () => s_strings = concurrent.GetEnumerator(),
            Walk,
            Walk);

        // After the last entry, Current is the default value.
        static void IsPair(KeyValuePair<string, long> pair) =>
            Assert.Equal(pair.Key is null ? null : KeyOf(pair.Value), pair.Key);

        static bool IsKey(string key) =>
            key == KeyOf(long.Parse(key.AsSpan(key.LastIndexOf('k') + 1), CultureInfo.InvariantCulture));

        // If another thread advances the enumeration, a key may begin in one entry and end in another.
        static bool IsOfKeys(ReadOnlySpan<char> key) => !key.ContainsAnyExcept(s_charsOfKeys);

        static void Walk() => Allowed.TryTorn(() => Assert.True(!s_strings.MoveNext() || IsOfKeys(s_strings.Current.Key)));
    }

    [Attack]
    internal static void The_enumerator_of_a_concurrent_dictionary_is_shared()
    {
        using var dictionary = new ConcurrentNativeDictionary<long, long>(concurrencyLevel: 4);
        for (long i = 1; i <= 30_000; i++)
        {
            dictionary[i] = -i;
        }

        Share(dictionary, 30_000, static entry =>
        {
            Assert.InRange(entry.Key, 1, 30_000);
            Assert.InRange(entry.Value, -30_000, -1);
        });
    }

    private static string KeyOf(long number) => new string('k', (int)(1 + (number % 200))) + number;

    // Each thread may move the shared position backwards, but the position stays within the collection. A single thread therefore
    // reaches the end afterwards.
    private static void Share<T>(IEnumerable<T> sequence, int count, Action<T> check)
    {
        for (int round = 0; round < 200_000 / (count + 1_000); round++)
        {
            using IEnumerator<T> shared = sequence.GetEnumerator();
            Race.Run(() => Walk(shared, 2 * count, check), () => Walk(shared, 2 * count, check));
            Assert.InRange(Walk(shared, count + 1, check), 0, count);
        }
    }

    /// <summary>Enumerates until the end, an exception, or a maximum number of items. Returns the number of items.</summary>
    private static int Walk<T>(IEnumerator<T> enumerator, int most, Action<T> check)
    {
        for (int items = 0; items < most; items++)
        {
            bool moved = false;
            if (!Allowed.TryTorn(() => moved = enumerator.MoveNext()) || !moved)
            {
                return items;
            }

            T? item = default;
            if (Allowed.TryTorn(() => item = enumerator.Current) && item is not null)
            {
                check(item);
            }
        }

        return most;
    }

    private static void Walk(NativeDictionary<long, long> dictionary)
    {
        NativeDictionary<long, long>.Enumerator enumerator = dictionary.GetEnumerator();
        while (enumerator.MoveNext())
        {
            _ = enumerator.Current;
        }
    }

    private static NativeDictionary<long, long> Filled(long first, int count)
    {
        var dictionary = new NativeDictionary<long, long>();
        for (long key = first; key < first + count; key++)
        {
            dictionary.Add(key, -key);
        }

        return dictionary;
    }

    private static bool IsEntry(KeyValuePair<long, long> entry, long first, int count) =>
        entry.Value == -entry.Key && entry.Key >= first && entry.Key < first + count;
}

using System.Globalization;
using System.Runtime.CompilerServices;
using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Collections;

namespace Cenote.Attack.Tests;

/// <summary>
/// Enumerators that two threads use, or that one thread assigns while another one reads them. They return entries of a
/// collection that is not disposed, or throw.
/// </summary>
public sealed class EnumeratorAttacks : AttackTests
{
    private static NativeDictionary<long, long>.Enumerator s_entries;
    private static NativeList<long>.Enumerator s_items;
    private static StringArenaList.Enumerator s_values;
    private static ConcurrentPooledStringDictionary<long>.Enumerator s_strings;

    [Attack]
    internal static void The_enumerator_of_a_dictionary_is_shared()
    {
        foreach (int count in (int[])[1, 4, 30_000])
        {
            using NativeDictionary<long, long> dictionary = Filled(1, count);
            Share<KeyValuePair<long, long>>(dictionary, count, entry => Assert.True(IsEntry(entry, 1, count)));
            Share<KeyValuePair<long, long>>(dictionary, count, static _ => { });
        }
    }

    [Attack]
    internal static void The_enumerator_of_a_dictionary_is_shared_while_the_next_one_is_made()
    {
        using NativeDictionary<long, long> dictionary = Filled(1, 4);
        s_entries = dictionary.GetEnumerator();
        Race.Repeat(
            () => s_entries = dictionary.GetEnumerator(),
            () => Allowed.TryTorn(() => Assert.True(!s_entries.MoveNext() || IsEntry(s_entries.Current, 1, 4))),
            () => Allowed.TryTorn(() => Assert.True(!s_entries.MoveNext() || s_entries.CurrentValue is < 0 and >= -4)));
    }

    [Attack]
    internal static void Enumerators_of_several_dictionaries_are_torn()
    {
        const int Count = 20_000;
        using NativeDictionary<long, long> large = Filled(1, Count);
        using NativeDictionary<long, long> small = Filled(1, 3);

        // Its entries are longer, because it stores hashes.
        using NativeDictionary<long, long> compared = Filled(1, Count, new Same());
        NativeDictionary<long, long> disposed = Filled(1_000_000, Count);
        NativeDictionary<long, long>.Enumerator[] sources =
        [
            At(large, 1), At(large, Count - 1), At(large, Count), At(small, 1), At(small, 3), At(compared, 7),
            At(compared, Count), At(disposed, 1), At(disposed, Count - 5), default, large.GetEnumerator(),
        ];
        disposed.Dispose();
        foreach (NativeDictionary<long, long>.Enumerator one in sources)
        {
            foreach (NativeDictionary<long, long>.Enumerator other in sources)
            {
                foreach (NativeDictionary<long, long>.Enumerator mixture in Mixtures(one, other))
                {
                    NativeDictionary<long, long>.Enumerator walk = mixture;
                    Allowed.Try(() => Assert.True(IsEntry(mixture.Current, 1, Count)));
                    bool moves = true;
                    for (int i = 0; moves && i < 6_000; i++)
                    {
                        moves = Allowed.Try(() => Assert.True(!(moves = walk.MoveNext()) || IsEntry(walk.Current, 1, Count))) && moves;
                    }
                }
            }
        }

        Race.Repeat(
            () => s_entries = sources[Random.Shared.Next(sources.Length)],
            () => Allowed.TryTorn(() => Assert.True(IsEntry(s_entries.Current, 1, Count))),
            () => Allowed.TryTorn(() => Assert.InRange(s_entries.CurrentValue, -Count, -1)),
            () => Allowed.TryTorn(() =>
            {
                NativeDictionary<long, long>.Enumerator copy = s_entries;
                while (copy.MoveNext())
                {
                    Assert.True(IsEntry(copy.Current, 1, Count));
                }
            }));
        Assert.Equal(Count, large.Count(static entry => IsEntry(entry, 1, Count)));
    }

    [Attack]
    internal static void Values_are_written_through_torn_enumerators()
    {
        const int Count = 20_000;
        using NativeDictionary<long, long> large = Filled(1, Count);
        using NativeDictionary<long, long> compared = Filled(1, Count, new Same());
        NativeDictionary<long, long>.Enumerator[] sources =
            [At(large, 1), At(large, Count), At(compared, 9), At(compared, Count), default];
        Race.Repeat(
            () => s_entries = sources[Random.Shared.Next(sources.Length)],
            () => Allowed.TryTorn(() => s_entries.CurrentValue = -1),
            () => Allowed.TryTorn(() => _ = s_entries.MoveNext() && (s_entries.CurrentValue = -1) == -1));
        foreach (NativeDictionary<long, long> dictionary in (NativeDictionary<long, long>[])[large, compared])
        {
            Assert.Equal(Enumerable.Range(1, Count), dictionary.Select(static entry => (int)entry.Key));
            Assert.All(dictionary, static entry => Assert.True(entry.Value == -1 || entry.Value == -entry.Key));
        }
    }

    [Attack]
    internal static void The_enumerator_of_a_list_is_shared_and_torn()
    {
        using var list = new NativeList<long>();
        list.AddRange(Enumerable.Range(1, 30_000).Select(static i => (long)i));
        using var small = new NativeList<long>();
        small.AddRange([1, 2, 3]);
        Share(list, 30_000, static item => Assert.InRange(item, 1, 30_000));
        NativeList<long>.Enumerator[] sources = [list.GetEnumerator(), small.GetEnumerator(), default];
        while (sources[0].MoveNext())
        {
        }

        Race.Repeat(
            () => s_items = sources[Random.Shared.Next(sources.Length)],
            () => Allowed.TryTorn(() => Assert.InRange(s_items.Current, 1, 30_000)),
            () => Allowed.TryTorn(() => Assert.True(!s_items.MoveNext() || s_items.Current is >= 1 and <= 30_000)));
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
        Share(concurrent, 3_000, static pair => Assert.InRange(pair.Key.Length, 0, 210));
        s_strings = concurrent.GetEnumerator();
        Race.Repeat(
            () => s_strings = concurrent.GetEnumerator(),
            Walk,
            Walk);

        // After the last entry the current one is the default value.
        static void IsPair(KeyValuePair<string, long> pair) =>
            Assert.Equal(pair.Key is null ? null : KeyOf(pair.Value), pair.Key);

        static bool IsKey(string key) =>
            key == KeyOf(long.Parse(key.AsSpan(key.LastIndexOf('k') + 1), CultureInfo.InvariantCulture));

        static void Walk() => Allowed.TryTorn(() => Assert.True(!s_strings.MoveNext() || s_strings.Current.Key.Length <= 210));
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

    // Each thread gets a few items, and each loop ends.
    private static void Share<T>(IEnumerable<T> sequence, int count, Action<T> check)
    {
        for (int round = 0; round < 200_000 / (count + 1_000); round++)
        {
            using IEnumerator<T> shared = sequence.GetEnumerator();
            Action walk = () =>
            {
                for (int steps = 0; steps <= 100 * count; steps++)
                {
                    bool moved = false;
                    if (!Allowed.TryTorn(() => moved = shared.MoveNext()) || !moved)
                    {
                        return;
                    }

                    T? item = default;
                    if (Allowed.TryTorn(() => item = shared.Current) && item is not null)
                    {
                        check(item);
                    }
                }

                Assert.Fail("The enumerator does not end.");
            };
            Race.Run(walk, walk);
        }
    }

    // What another thread may read while one enumerator is assigned to a variable that holds the other one: any word of either.
    private static List<T> Mixtures<T>(T one, T other)
        where T : struct
    {
        var mixtures = new List<T>();
        int words = Unsafe.SizeOf<T>() / Unsafe.SizeOf<nint>();
        for (int choice = 0; choice < 1 << words; choice++)
        {
            T mixture = one;
            for (int word = 0; word < words; word++)
            {
                if ((choice >> word & 1) != 0)
                {
                    Unsafe.Add(ref Unsafe.As<T, nint>(ref mixture), word) = Unsafe.Add(ref Unsafe.As<T, nint>(ref other), word);
                }
            }

            mixtures.Add(mixture);
        }

        return mixtures;
    }

    private static NativeDictionary<long, long>.Enumerator At(NativeDictionary<long, long> dictionary, int entry)
    {
        NativeDictionary<long, long>.Enumerator enumerator = dictionary.GetEnumerator();
        for (int i = 0; i < entry; i++)
        {
            Assert.True(enumerator.MoveNext());
        }

        return enumerator;
    }

    private static NativeDictionary<long, long> Filled(long first, int count, IEqualityComparer<long>? comparer = null)
    {
        var dictionary = new NativeDictionary<long, long>(comparer: comparer);
        for (long key = first; key < first + count; key++)
        {
            dictionary.Add(key, -key);
        }

        return dictionary;
    }

    private static bool IsEntry(KeyValuePair<long, long> entry, long first, int count) =>
        entry.Value == -entry.Key && entry.Key >= first && entry.Key < first + count;

    private sealed class Same : IEqualityComparer<long>
    {
        public bool Equals(long one, long other) => one == other;

        public int GetHashCode(long key) => key.GetHashCode();
    }
}

using System.Runtime.CompilerServices;
using Cenote.Attack.Tests.Support;
using Cenote.Collections;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>Stale references, ids and enumerators of native collections.</summary>
public sealed class NativeAttacks : AttackTests
{
    private const int Count = 3_000;

    private static readonly long[] s_patterns = [0, 1, 7, Count, 1 << 20, int.MaxValue, long.MinValue, -1];

    private delegate void EnumeratorUse(ref NativeDictionary<long, long>.Enumerator enumerator);

    [Attack]
    internal static void A_value_is_written_after_its_key_was_removed()
    {
        foreach (long pattern in s_patterns)
        {
            foreach (int removed in (int[])[0, 17, Count - 1])
            {
                using NativeDictionary<long, long> dictionary = Filled();
                ref long stale = ref dictionary.GetValueRefOrNullRef(removed);
                Assert.True(dictionary.Remove(removed));
                stale = pattern;

                // At most one value is wrong: the value of the entry that replaced the removed one.
                Assert.InRange(Wrong(dictionary, except: removed), 0, 1);
                dictionary[removed] = removed;
                stale = pattern;
                Assert.InRange(Wrong(dictionary, except: -1), 0, 1);
            }
        }
    }

    [Attack]
    internal static void A_value_is_written_after_Clear_and_after_Dispose()
    {
        foreach (long pattern in s_patterns)
        {
            NativeDictionary<long, long> dictionary = Filled();
            ref long stale = ref dictionary.GetValueRefOrNullRef(5);
            dictionary.Clear();
            stale = pattern;
            for (int i = 0; i < Count; i++)
            {
                dictionary.Add(i, i);
            }

            stale = pattern;
            Assert.InRange(Wrong(dictionary, except: -1), 0, 1);
            dictionary.Dispose();
            using NativeDictionary<long, long> other = Filled();
            stale = pattern;
            Assert.Equal(0, Wrong(other, except: -1));
        }
    }

    [Attack]
    internal static void A_reference_to_nothing_is_used()
    {
        using NativeDictionary<long, long> dictionary = Filled();
        Assert.True(Unsafe.IsNullRef(ref dictionary.GetValueRefOrNullRef(-1)));
        Assert.Throws<NullReferenceException>(() => dictionary.GetValueRefOrNullRef(-1) = 5);
        Assert.Equal(0, Wrong(dictionary, except: -1));
    }

    [Attack]
    internal static void Items_of_a_list_are_written_after_they_were_removed()
    {
        foreach (long pattern in s_patterns)
        {
            var list = new NativeList<long>();
            for (int i = 0; i < 100_000; i++)
            {
                list.Add(i);
            }

            ref long last = ref list[99_999];
            Span<long> rest = list.SpanFrom(50_000);
            list.Truncate(50_000);
            last = pattern;
            rest.Fill(pattern);
            Assert.Throws<ArgumentOutOfRangeException>(() => list[50_000]);
            for (int i = 0; i < 50_000; i++)
            {
                Assert.Equal(i, list[i]);
            }

            list.Trim();
            rest.Fill(pattern);
            list.Add(5);
            Assert.True(list[50_000] == 5);
            list.Dispose();
            rest.Fill(pattern);
            Assert.False(Allowed.Try(() => _ = list[0]));
        }
    }

    [Attack]
    internal static void Lists_are_asked_for_what_they_do_not_have()
    {
        using var list = new NativeList<long>();
        list.AddRange([1, 2, 3]);
        foreach (long index in (long[])[-1, 3, 4, 1L << 32, long.MaxValue, long.MinValue])
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => list[index]);
            Assert.Throws<ArgumentOutOfRangeException>(() => list.RemoveSwapLast(index));
            Allowed.Try(() => _ = list.SpanFrom(index).Length);
            Allowed.Try(() => list.CopyTo(index, new long[2]));
            Allowed.Try(() => list.Truncate(index));
            list.Clear();
            list.AddRange([1, 2, 3]);
        }

        Allowed.Try(() => list.EnsureCapacity(long.MaxValue));
        Assert.True(list.SequenceEqual([1L, 2, 3]));
    }

    [Attack]
    internal static void Ids_of_a_store_are_given_to_every_other()
    {
        using var one = new BlobStore();
        using var other = new BlobStore();
        using var small = new BlobStore(new() { MaximumBytes = 1 << 20 });
        BlobId[] ids = [.. Enumerable.Range(0, 2_000).Select(i => one.Allocate(Bytes(i)))];
        BlobId[] others = [.. Enumerable.Range(0, 900).Select(i => other.Allocate(Bytes(i)))];
        small.Allocate([1, 2, 3]);
        foreach (BlobId id in ids)
        {
            foreach (BlobStore store in (BlobStore[])[other, small])
            {
                Assert.True(!store.TryGet(id, out ReadOnlySpan<byte> bytes) || bytes.Length <= 5_000);
                Allowed.Try(() => _ = store.AsSpan(id).Length);
                Allowed.Try(() => store.Free(id));
            }
        }

        Assert.All(ids, (id, i) => Assert.True(one.AsSpan(id).SequenceEqual(Bytes(i))));

        // With a probability of one in half a billion, an id of the first store is also valid in the other store, so that the call
        // above freed an array there.
        int lost = others
            .Where((id, i) => !other.TryGet(id, out ReadOnlySpan<byte> bytes) || !bytes.SequenceEqual(Bytes(i)))
            .Count();
        Assert.InRange(lost, 0, 1);
    }

    [Attack]
    internal static void Ids_are_used_after_they_were_freed()
    {
        using var store = new BlobStore();
        BlobId[] ids = [.. Enumerable.Range(0, 2_000).Select(i => store.Allocate(Bytes(i)))];
        Array.ForEach(ids, store.Free);
        BlobId[] newer = [.. Enumerable.Range(0, 2_000).Select(i => store.Allocate(Bytes(i + 1)))];
        foreach (BlobId id in ids.Where(static id => id != default))
        {
            Assert.False(store.TryGet(id, out ReadOnlySpan<byte> _));
            Assert.Throws<InvalidOperationException>(() => store.AsSpan(id).Length);
            store.Free(id);
        }

        Assert.All(newer, (id, i) => Assert.True(store.AsSpan(id).SequenceEqual(Bytes(i + 1))));
        store.Clear();
        store.Trim();
        Assert.All(newer, id => Assert.False(store.TryGet(id, out ReadOnlySpan<byte> _)));
        store.Dispose();
        Assert.All(newer, id => Assert.Throws<ObjectDisposedException>(() => store.AsSpan(id).Length));
    }

    [Attack]
    internal static void Values_that_are_written_at_the_same_time_are_whole()
    {
        var dictionary = new ConcurrentNativeDictionary<long, Wide>();
        Action write = () =>
        {
            for (long i = 0; i < 200; i++)
            {
                dictionary[i % 20] = Wide.Of(i);
                if (i % 7 == 0)
                {
                    dictionary.TryRemove(i % 20, out _);
                }
            }
        };
        Action read = () =>
        {
            for (long i = 0; i < 200; i++)
            {
                Assert.True(!dictionary.TryGetValue(i % 20, out Wide value) || value.IsWhole);
            }

            Assert.All(dictionary, static pair => Assert.True(pair.Value.IsWhole));
        };
        Race.Repeat(write, write, read, read, () => dictionary.Trim());
        Race.Run(() => Allowed.Try(write), () => Allowed.Try(read), dictionary.Dispose);
    }

    [Attack]
    internal static void Enumerators_are_used_before_their_start_after_their_end_and_after_a_change()
    {
        using NativeDictionary<long, long> dictionary = Filled();
        Allowed.Try(() => _ = dictionary.GetEnumerator().Current);
        Allowed.Try(() => dictionary.GetEnumerator().CurrentValue++);
        Allowed.Try(() => default(NativeDictionary<long, long>.Enumerator).MoveNext());
        Allowed.Try(() => _ = default(NativeDictionary<long, long>.Enumerator).Current);
        Allowed.Try(() => default(NativeDictionary<long, long>.Enumerator).CurrentValue++);
        Allowed.Try(() => default(NativeList<long>.Enumerator).MoveNext());
        Action[] changes =
        [
            static () => { },
            () => dictionary.Add(-1, -1),
            () => dictionary.Remove(-1),
            () => dictionary.EnsureCapacity(100_000),
            () => dictionary.Trim(),
            dictionary.Clear,
            dictionary.Dispose,
        ];
        foreach (Action change in changes)
        {
            Use(atEnd: true, change, static (ref copy) => copy.MoveNext());
            Use(atEnd: false, change, static (ref copy) => copy.MoveNext());
            Use(atEnd: true, change, static (ref copy) => _ = copy.Current);
            Use(atEnd: false, change, static (ref copy) => _ = copy.Current);
            Use(atEnd: true, change, static (ref copy) => copy.CurrentValue++);
            Use(atEnd: false, change, static (ref copy) => copy.CurrentValue++);
        }

        Allowed.Try(static () =>
        {
            using var list = new NativeList<long>();
            list.AddRange([1, 2, 3]);
            NativeList<long>.Enumerator items = list.GetEnumerator();
            items.MoveNext();
            list.Clear();
            list.Trim();
            _ = items.Current;
        });
        Allowed.Try(static () =>
        {
            using var list = new NativeList<long>();
            NativeList<long>.Enumerator items = list.GetEnumerator();
            list.Add(1);
            items.MoveNext();
        });

        void Use(bool atEnd, Action change, EnumeratorUse use) => Allowed.Try(() =>
        {
            NativeDictionary<long, long>.Enumerator enumerator = dictionary.GetEnumerator();
            while (enumerator.MoveNext() && atEnd)
            {
            }

            NativeDictionary<long, long>.Enumerator copy = enumerator;
            change();
            use(ref copy);
        });
    }

    [Attack]
    internal static void A_comparer_of_a_concurrent_dictionary_sees_only_keys_that_were_added()
    {
        SeeKeys(static number => number + 1);
        SeeKeys(static number => (long)(number + 1) << 33);
        SeeKeys(static number => (Int128)(number + 1) * ((Int128.One << 64) + 1));
        SeeKeys(static number => new Guid(number + 1, (short)number, 3, 4, 5, 6, 7, 8, 9, 10, (byte)number));
        SeeKeys(static number => new TimeSpan(number + 1, number, 3));
        SeeKeys(static number => (Half: number + 1, Other: -number));
    }

    [Attack]
    internal static void Callbacks_of_a_dictionary_change_it_in_every_way()
    {
        Action<NativeDictionary<long, long>>[] changes =
        [
            static dictionary => dictionary.Dispose(),
            static dictionary => Race.OnOtherThread(dictionary.Dispose),
            static dictionary => dictionary.Clear(),
            static dictionary =>
            {
                dictionary.Clear();
                dictionary.Trim();
            },
            static dictionary => dictionary.Trim(),
            static dictionary => dictionary.EnsureCapacity(100_000),
            static dictionary => dictionary.Remove(dictionary.First().Key),
            static dictionary => dictionary[-5] = -5,
            static dictionary => dictionary.RemoveWhere(static (key, _) => key % 2 == 0),
            static _ => throw new FormatException("mine"),
        ];
        Action<NativeDictionary<long, long>>[] uses =
        [
            static dictionary => dictionary.TryGetValue(70, out _),
            static dictionary => dictionary.Add(Count + 1, 5),
            static dictionary => dictionary.TryAdd(70, 5),
            static dictionary => dictionary[70] = 70,
            static dictionary => dictionary.Remove(70),
            static dictionary => dictionary.GetValueRefOrAddDefault(Count + 2, out _) = Count + 2,
            static dictionary => _ = dictionary.GetValueRefOrNullRef(70),
            static dictionary => dictionary.TryGetValues([1, 70, -5, 2], new long[4], new bool[4]),
            static dictionary => dictionary.AddMany([1, -8, -9], [1, -8, -9]),
            static dictionary => dictionary.RemoveWhere(static (key, _) => Changing.Call() && key < 100),
        ];
        foreach (Action<NativeDictionary<long, long>> change in changes)
        {
            foreach (Action<NativeDictionary<long, long>> use in uses)
            {
                for (int before = 0; before < 40; before = (2 * before) + 1)
                {
                    using var dictionary = new NativeDictionary<long, long>(comparer: new Changing());
                    for (int i = 0; i < Count; i++)
                    {
                        dictionary.Add(i, i);
                    }

                    Changing.Next = () => change(dictionary);
                    Changing.CallsLeft = before + 1;
                    Allowed.Try(() => AllowFormatException(() => use(dictionary)));
                    Changing.Next = null;
                    Assert.Equal(dictionary.Count, dictionary.IsDisposed ? 0 : dictionary.Count(Holds));
                }

                bool Holds(KeyValuePair<long, long> entry) => Math.Abs(entry.Key) <= Count + 2;
            }
        }
    }

    private static void SeeKeys<TKey>(Func<int, TKey> keyOf)
        where TKey : unmanaged, IEquatable<TKey>
    {
        TKey[] keys = [.. Enumerable.Range(0, Count).Select(keyOf)];
        var comparer = new Seeing<TKey>(keys);
        using var dictionary = new ConcurrentNativeDictionary<TKey, long>(concurrencyLevel: 1, comparer: comparer);
        Race.Repeat(
            () =>
            {
                for (int i = 0; i < keys.Length; i++)
                {
                    dictionary[keys[i]] = i;
                }

                for (int i = 0; i < keys.Length; i += 3)
                {
                    dictionary.TryRemove(keys[i], out _);
                }

                dictionary.Clear();
                dictionary.Trim();
            },
            Read,
            Read);

        void Read()
        {
            for (int i = 0; i < 40; i++)
            {
                Assert.True(!dictionary.TryGetValue(keys[i], out long value) || value == i);
            }
        }
    }

    private static void AllowFormatException(Action action)
    {
        try
        {
            action();
        }
        catch (FormatException)
        {
        }
    }

    private static NativeDictionary<long, long> Filled()
    {
        var dictionary = new NativeDictionary<long, long>();
        for (int i = 0; i < Count; i++)
        {
            dictionary.Add(i, i);
        }

        return dictionary;
    }

    // The number of keys with a wrong value. Checks that exactly the expected keys are present.
    private static int Wrong(NativeDictionary<long, long> dictionary, long except)
    {
        int wrong = 0;
        int seen = 0;
        foreach ((long key, long value) in dictionary)
        {
            Assert.InRange(key, 0, Count - 1);
            wrong += value == key ? 0 : 1;
            seen++;
        }

        for (long key = 0; key < Count; key++)
        {
            Assert.True(dictionary.ContainsKey(key) == (key != except));
        }

        Assert.Equal(dictionary.Count, seen);
        return wrong;
    }

    private static byte[] Bytes(int i) => System.Text.Encoding.UTF8.GetBytes(Specimens.Text(i));

    /// <summary>Returns only 700 different hash codes, so that many keys are compared, and throws for an unknown key.</summary>
    private sealed class Seeing<TKey>(TKey[] keys) : IEqualityComparer<TKey>
        where TKey : unmanaged
    {
        private readonly Dictionary<TKey, int> _numbers =
            keys.Index().ToDictionary(static key => key.Item, static key => key.Index);

        public bool Equals(TKey one, TKey other) => _numbers[one] == _numbers[other];

        public int GetHashCode(TKey key) => _numbers[key] % 700;
    }

    /// <summary>Runs an action once, at the given call.</summary>
    private sealed class Changing : IEqualityComparer<long>
    {
        public static Action? Next { get; set; }

        public static int CallsLeft { get; set; }

        public static bool Call()
        {
            if (Next is { } next && --CallsLeft == 0)
            {
                Next = null;
                next();
            }

            return true;
        }

        public bool Equals(long one, long other) => Call() && one == other;

        public int GetHashCode(long key) => Call() ? (int)(key % 50) : 0;
    }

    /// <summary>A value of 56 bytes: the same 64-bit number seven times.</summary>
    [InlineArray(7)]
    private struct Wide
    {
        private long _first;

        public static Wide Of(long number)
        {
            Wide value = default;
            ((Span<long>)value).Fill(number);
            return value;
        }

        public readonly bool IsWhole => ((ReadOnlySpan<long>)this).IndexOfAnyExcept(_first) < 0;
    }
}

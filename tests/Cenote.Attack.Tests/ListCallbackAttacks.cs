using System.Globalization;
using Cenote.Attack.Tests.Support;
using Cenote.Collections;

namespace Cenote.Attack.Tests;

/// <summary>
/// List comparers that dispose, change or sort their list, throw, or wait for another thread that does one of these.
/// </summary>
public sealed class ListCallbackAttacks : AttackTests
{
    private const int Count = 40_000;

    private static readonly (Action<NativeList<long>> Change, bool Ends)[] s_changes =
    [
        (static list => list.Dispose(), true),
        (static list => Race.OnOtherThread(list.Dispose), true),
        (static list => list.Clear(), true),
        (static list =>
        {
            list.Clear();
            list.Trim();
            list.Add(-7);
        }, true),
        (static list =>
        {
            list.Truncate(10);
            list.Trim();
        }, true),
        (static list => list.Add(5), true),
        (static list => list.Trim(), false),
        (static list => list.EnsureCapacity(10 * Count), false),
        (static list => list.Sort(), false),
        (static list => list.Sort(Comparer<long>.Create(static (one, other) => other.CompareTo(one))), false),
        (static list => Race.OnOtherThread(() => list.BinarySearch(5)), false),
        (static _ => throw new FormatException("mine"), true),
    ];

    private static IEnumerable<string> Changes => Enumerable.Range(0, s_changes.Length).Select(static i => $"{i}");

    [Attack]
    internal static void A_comparer_that_disposes_its_list_is_not_called_again()
    {
        foreach (int count in (int[])[3, 200, Count])
        {
            for (int before = 0; before < 3 * count; before = (2 * before) + 1)
            {
                NativeList<long> list = Filled(count);
                int calls = 0;
                var comparer = Comparer<long>.Create((one, other) =>
                {
                    if (calls++ == before)
                    {
                        list.Dispose();
                        Reuse();
                    }

                    return one.CompareTo(other);
                });
                if (!Allowed.Try(() => list.Sort(comparer)))
                {
                    Assert.Equal(before + 1, calls);
                    Assert.True(list.IsDisposed);
                }

                list.Dispose();
            }
        }
    }

    [Attack(Cases = nameof(Changes))]
    internal static void A_comparer_changes_its_list(string number)
    {
        (Action<NativeList<long>> change, bool ends) = s_changes[int.Parse(number, CultureInfo.InvariantCulture)];
        for (int before = 0; before < 10 * Count; before = (3 * before) + 1)
        {
            Check(change, ends, before, static (list, comparer) => list.Sort(comparer));
            Check(change, ends, before, static (list, comparer) => list.BinarySearch(0x5555, comparer));
        }
    }

    [Attack]
    internal static void Items_that_compare_themselves_dispose_their_list()
    {
        foreach (int count in (int[])[5, 500, Count])
        {
            var list = new NativeList<Disposing>();
            for (int i = 0; i < count; i++)
            {
                list.Add(new Disposing(count - i));
            }

            Disposing.List = list;
            Disposing.CallsLeft = count;
            Assert.Throws<ObjectDisposedException>(() => list.Sort());
            Assert.Equal(0, Disposing.CallsLeft);
        }
    }

    [Attack]
    internal static void A_sequence_changes_the_list_that_it_is_added_to()
    {
        foreach ((Action<NativeList<long>> change, _) in s_changes)
        {
            using NativeList<long> list = Filled(Count);
            _ = Catch(() => list.AddRange(Sequence(list, change)));
            if (!list.IsDisposed)
            {
                Assert.Equal(list.Count, list.LongCount(static item => item is >= -7 and <= 0xffff));
            }
        }

        static IEnumerable<long> Sequence(NativeList<long> list, Action<NativeList<long>> change)
        {
            for (int i = 0; i < Count; i++)
            {
                if (i == Count / 2)
                {
                    change(list);
                }

                yield return i;
            }
        }
    }

    private static void Check(
        Action<NativeList<long>> change, bool ends, int before, Action<NativeList<long>, IComparer<long>> use)
    {
        using NativeList<long> list = Filled(Count);
        int calls = 0;
        var comparer = Comparer<long>.Create((one, other) =>
        {
            // Only values of this list, or zeros, are visible, and never values of another owner.
            Assert.InRange(one, 0, 0xffff);
            Assert.InRange(other, 0, 0xffff);
            if (calls++ == before)
            {
                change(list);
            }

            return one.CompareTo(other);
        });
        bool completed = Catch(() => use(list, comparer));
        Assert.True(completed || calls > before);
        Assert.True(completed || (ends && calls == before + 1), $"{calls} calls");
        if (list.Count == Count)
        {
            Assert.Equal(Enumerable.Range(0, Count).Select(static i => (long)i), list.Select(static i => i ^ 0x5555).Order());
        }
    }

    private static bool Catch(Action action)
    {
        try
        {
            return Allowed.Try(action);
        }
        catch (FormatException)
        {
            return false;
        }
    }

    private static NativeList<long> Filled(int count)
    {
        var list = new NativeList<long>();
        for (int i = 0; i < count; i++)
        {
            list.Add(i ^ 0x5555);
        }

        return list;
    }

    // Other owners reuse the returned memory.
    private static void Reuse()
    {
        for (int i = 0; i < 5; i++)
        {
            using var other = new NativeList<long>();
            other.AddRange(Enumerable.Repeat(-1L, 10_000));
        }
    }

    private readonly record struct Disposing(int Number) : IComparable<Disposing>
    {
        public static NativeList<Disposing>? List { get; set; }

        public static int CallsLeft { get; set; }

        public int CompareTo(Disposing other)
        {
            if (--CallsLeft == 0)
            {
                List!.Dispose();
            }

            return Number.CompareTo(other.Number);
        }
    }
}

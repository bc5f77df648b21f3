using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Cenote.Tests.Collections.Native;

public sealed class NativeListTests(ITestOutputHelper output)
{
    private const int Steps = 100_000;
    private const int MostRefusals = 50;

    [Fact]
    public void Lists_of_bytes_do_what_those_of_the_framework_do() => Check(new(), static number => (byte)number);

    [Fact]
    public void Lists_of_numbers_do_what_those_of_the_framework_do() => Check(new(), static number => number);

    [Fact]
    public void Lists_of_odd_items_do_what_those_of_the_framework_do() =>
        Check(new(), static number => new OddKey((byte)number, (byte)(number >> 8), 3));

    [Fact]
    public void Lists_of_structs_do_what_those_of_the_framework_do() =>
        Check(new() { ReservedAddressBytes = 256 << 10 }, static number => CheckedValue.Of(number));

    [Fact]
    public void Lists_of_wide_items_do_what_those_of_the_framework_do() =>
        Check(new() { ReservedAddressBytes = 0 }, static number => WideValue.Of(number));

    [Fact]
    public void Lists_with_a_limit_do_what_those_of_the_framework_do() =>
        Assert.True(Check(new() { MaximumBytes = 64 << 10 }, static number => CheckedValue.Of(number)) > 0);

    [Fact]
    public void References_stay_valid_whatever_happens_to_the_list()
    {
        using var list = new NativeList<long>();
        list.Add(1);
        ref long first = ref list[0];
        list.AddRange(new long[200_000]);
        Assert.True(Unsafe.AreSame(ref first, ref list[0]));
        ref long last = ref list[200_000];
        last = 5;
        list.Truncate(1);
        Assert.Equal(5, last);
        Assert.True(list.Trim() > 0);
        Assert.Equal(0, last);
        last = 7;
        Assert.Equal([1], list);
        list.Clear();
        Assert.True(list.Trim() > 0);
        Assert.Equal((0, 0), (list.BytesReserved, list.Capacity));
        first = 9;
        list.Add(2);
        Assert.Equal(2, list[0]);
    }

    [Fact]
    public void What_is_not_there_is_refused()
    {
        using var list = new NativeList<int>();

        Assert.Throws<ArgumentOutOfRangeException>(() => list[0]);
        Assert.Throws<InvalidOperationException>(() => list.RemoveLast());
        list.AddRange([1, 2, 3]);
        Assert.Throws<ArgumentOutOfRangeException>(() => list[3]);
        Assert.Throws<ArgumentOutOfRangeException>(() => list[-1]);
        Assert.Throws<ArgumentOutOfRangeException>(() => list[long.MaxValue]);
        Assert.Throws<ArgumentOutOfRangeException>(() => list.SpanFrom(3).Length);
        Assert.Throws<ArgumentOutOfRangeException>(() => list.RemoveSwapLast(3));
        Assert.Throws<ArgumentOutOfRangeException>(() => list.Truncate(4));
        Assert.Throws<ArgumentOutOfRangeException>(() => list.Truncate(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => list.CopyTo(1, new int[3]));
        Assert.Throws<ArgumentOutOfRangeException>(() => list.CopyTo(-1, new int[1]));
        Assert.Throws<ArgumentOutOfRangeException>(() => list.EnsureCapacity(-1));
        Assert.Throws<OutOfMemoryException>(() => list.EnsureCapacity(long.MaxValue));
        Assert.Throws<OutOfMemoryException>(() => list.EnsureCapacity(1L << 55));
        Assert.Throws<ArgumentNullException>(() => list.AddRange((IEnumerable<int>)null!));
        Assert.Throws<ArgumentOutOfRangeException>(() => new NativeList<int>(new NativeListOptions { Capacity = -1 }));
        Assert.Throws<ArgumentOutOfRangeException>(() => new NativeList<int>(new NativeListOptions { MaximumBytes = 0 }));
        Assert.Throws<OutOfMemoryException>(
            () => new NativeList<int>(new NativeListOptions { Capacity = 100_000, MaximumBytes = 64 << 10 }));
        Assert.Throws<InvalidOperationException>(() => default(NativeList<int>.Enumerator).MoveNext());
        Assert.Throws<InvalidOperationException>(() => default(NativeList<int>.Enumerator).Current);
        Assert.Throws<InvalidOperationException>(() => list.GetEnumerator().Current);
        Assert.Equal([1, 2, 3], list);
    }

    [Fact]
    public void Changes_end_an_enumeration()
    {
        using var list = new NativeList<int>();
        list.AddRange([1, 2, 3]);

        Assert.Throws<InvalidOperationException>(() => Visit(() => list.Add(4)));
        Assert.Throws<InvalidOperationException>(() => Visit(() => list.RemoveLast()));
        Assert.Throws<InvalidOperationException>(() => Visit(list.Clear));
        list.AddRange([1, 2]);
        Visit(() => list[0] = 5);
        Visit(() => list.EnsureCapacity(1_000_000));
        Visit(() => list.Trim());
        Assert.Throws<InvalidOperationException>(() => list.Sort(Comparer<int>.Create((one, other) =>
        {
            list.Add(1);
            return one.CompareTo(other);
        })));
        Assert.Throws<ObjectDisposedException>(() => Visit(list.Dispose));

        void Visit(Action change)
        {
            bool changed = false;
            foreach (int _ in list)
            {
                if (!changed)
                {
                    change();
                    changed = true;
                }
            }
        }
    }

    [Fact]
    public void Whatever_is_disposed_says_so()
    {
        var list = new NativeList<int>();
        list.Add(1);
        list.Dispose();
        list.Dispose();
        Action[] uses =
        [
            () => list.Add(1),
            () => list.TryAdd(1),
            () => list.AddRange([1]),
            () => list.AddRange((IEnumerable<int>)[1]),
            () => list.RemoveLast(),
            () => list.RemoveSwapLast(0),
            () => list.Truncate(0),
            list.Clear,
            () => list.Trim(),
            () => list.EnsureCapacity(0),
            () => list.Sort(),
            () => list.BinarySearch(1),
            () => list.CopyTo(0, new int[1]),
            () => list.GetEnumerator(),
        ];

        Assert.All(uses, static use => Assert.Throws<ObjectDisposedException>(use));
        Assert.Throws<ArgumentOutOfRangeException>(() => list[0]);
        Assert.True(list.IsDisposed);
        Assert.Equal((0, 0, 0, 0), (list.Count, list.Capacity, list.BytesReserved, list.BytesUsed));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(256 << 10)]
    [InlineData(64 << 20)]
    public void A_request_that_fails_leaves_a_list_that_works(long reservedAddressBytes)
    {
        int refusals = 0;
        for (int failing = 0; failing < RunSettings.Length(300); failing++)
        {
            int each = failing;
            var pages = new FailingPageSource { Fails = request => request == each || (each % 2 == 1 && request > each) };
            using (var list = new NativeList<WideValue>(
                new NativeListOptions { ReservedAddressBytes = reservedAddressBytes }, pages))
            {
                int added = 0;
                int most = refusals + MostRefusals;
                for (int number = 0; number < 3_000 && refusals < most; number++)
                {
                    long count = list.Count;
                    try
                    {
                        if (number % 3 == 0)
                        {
                            list.AddRange([WideValue.Of(added), WideValue.Of(added + 1)]);
                            added += 2;
                        }
                        else if (list.TryAdd(WideValue.Of(added)))
                        {
                            added++;
                        }
                        else
                        {
                            refusals++;
                            Assert.Equal(count, list.Count);
                        }
                    }
                    catch (OutOfMemoryException)
                    {
                        refusals++;
                        Assert.Equal(count, list.Count);
                    }
                }

                Assert.Equal(added, list.Count);
                for (int i = 0; i < added; i++)
                {
                    Assert.Equal(WideValue.Of(i), list[i]);
                }
            }

            Assert.Equal(0, pages.Reservations);
        }

        Assert.True(refusals > 0, "Nothing was refused.");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1_000)]
    [InlineData(70_000)]
    public void Sorting_gives_what_sorting_an_array_gives(int count)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        int[][] inputs =
        [
            [.. Enumerable.Range(0, count).Select(_ => random.Next())],
            [.. Enumerable.Range(0, count).Select(_ => random.Next(5))],
            [.. Enumerable.Range(0, count)],
            [.. Enumerable.Range(0, count).Reverse()],
            [.. Enumerable.Range(0, count).Select(number => Math.Min(number, count - number))],
        ];
        foreach (int[] input in inputs)
        {
            using var list = new NativeList<int>();
            list.AddRange(input);
            list.Sort();
            Array.Sort(input);
            Assert.Equal(input, list);
            for (int i = 0; i < count; i += 1 + (count / 100))
            {
                Assert.Equal(input[i], list[list.BinarySearch(input[i])]);
                int missing = Array.BinarySearch(input, input[i] + 1);
                Assert.Equal(missing < 0, list.BinarySearch(input[i] + 1) < 0);
            }

            Assert.Equal(~list.Count, list.BinarySearch(int.MaxValue));
            Assert.Equal(~0, list.BinarySearch(int.MinValue));
        }
    }

    [Fact]
    public void Sorting_ends_whatever_the_comparer_says()
    {
        var random = new Random(5);
        Comparer<int>[] comparers =
        [
            Comparer<int>.Create(static (_, _) => 1),
            Comparer<int>.Create(static (_, _) => -1),
            Comparer<int>.Create(static (_, _) => 0),
            Comparer<int>.Create((_, _) => random.Next(3) - 1),
        ];
        foreach (Comparer<int> comparer in comparers)
        {
            using var list = new NativeList<int>();
            list.AddRange(Enumerable.Range(0, 40_000));
            try
            {
                list.Sort(comparer);
            }
            catch (InvalidOperationException)
            {
            }

            Assert.Equal(Enumerable.Range(0, 40_000), list.Order());
        }
    }

    [Theory]
    [InlineData(10)]
    [InlineData(100_000)]
    public void A_comparer_that_changes_the_list_is_told_so(int count)
    {
        (Action<NativeList<long>> Change, Type Exception)[] changes =
        [
            (static list => list.Clear(), typeof(InvalidOperationException)),
            (static list => list.Truncate(3), typeof(InvalidOperationException)),
            (static list => list.Add(5), typeof(InvalidOperationException)),
            (static list => list.Dispose(), typeof(ObjectDisposedException)),
        ];
        foreach ((Action<NativeList<long>> change, Type exception) in changes)
        {
            Check(static (list, comparer) => list.Sort(comparer));
            Check(static (list, comparer) => list.BinarySearch(5, comparer));

            void Check(Action<NativeList<long>, IComparer<long>> use)
            {
                for (int before = 0; before < 3; before++)
                {
                    using var list = new NativeList<long>();
                    list.AddRange([.. Enumerable.Range(0, count).Select(static i => (long)(i ^ 0x5555))]);
                    int comparisons = 0;
                    var comparer = Comparer<long>.Create((one, other) =>
                    {
                        if (comparisons++ == before)
                        {
                            change(list);
                        }

                        return one.CompareTo(other);
                    });
                    Assert.Throws(exception, () => use(list, comparer));
                }
            }
        }
    }

    [Fact]
    public void What_a_comparer_throws_by_itself_is_told_as_it_is()
    {
        using var list = new NativeList<long>();
        list.AddRange([1, 2, 3, 4, 5, 6]);
        var comparer = Comparer<long>.Create(static (_, _) => throw new ArgumentOutOfRangeException("mine"));
        Assert.Equal("mine", Assert.Throws<ArgumentOutOfRangeException>(() => list.BinarySearch(5, comparer)).ParamName);
    }

    [Fact]
    public void Nothing_is_allocated_once_there_is_room()
    {
        using var list = new NativeList<long>(new NativeListOptions { Capacity = 50_000 });
        long sum = 0;

        long allocated = ManagedAllocations.Of(() =>
        {
            for (int i = 0; i < 50_000; i++)
            {
                list.Add(i);
            }

            foreach (ref long item in list)
            {
                sum += item;
            }

            for (long next = 0; next < list.Count; next += list.SpanFrom(next).Length)
            {
                sum++;
            }

            list.Clear();
        });

        Assert.Equal(0, allocated);
        Assert.NotEqual(0, sum);
    }

    private int Check<T>(NativeListOptions options, Func<int, T> itemOf)
        where T : unmanaged, IEquatable<T>
    {
        int seed = RunSettings.NewSeed();
        var random = new Random(seed);
        using var list = new NativeList<T>(options, PageSource.System);
        var model = new List<T>();
        int refusals = 0;
        long step = 0;
        var clock = Stopwatch.StartNew();
        try
        {
            for (; step < RunSettings.Length(Steps) || clock.Elapsed < RunSettings.Soak; step++)
            {
                T item = itemOf(random.Next());
                switch (random.Next(10))
                {
                    case 0 or 1:
                        if (list.TryAdd(item))
                        {
                            model.Add(item);
                        }
                        else
                        {
                            refusals++;
                        }

                        break;
                    case 2:
                        T[] items = [.. Enumerable.Range(0, random.Next(60)).Select(_ => itemOf(random.Next()))];
                        try
                        {
                            list.AddRange(items);
                            model.AddRange(items);
                        }
                        catch (OutOfMemoryException)
                        {
                            refusals++;
                        }

                        break;
                    case 3 when model.Count > 0:
                        int place = random.Next(model.Count);
                        Assert.Equal(model[place], list[place]);
                        list[place] = item;
                        model[place] = item;
                        break;
                    case 4 or 5 when model.Count > 0:
                        Assert.Equal(model[^1], list.RemoveLast());
                        model.RemoveAt(model.Count - 1);
                        break;
                    case 6 when model.Count > 0:
                        int gone = random.Next(model.Count);
                        Assert.Equal(model[gone], list.RemoveSwapLast(gone));
                        model[gone] = model[^1];
                        model.RemoveAt(model.Count - 1);
                        break;
                    case 7 when random.Next(40) == 0:
                        int rest = random.Next(model.Count + 1);
                        list.Truncate(rest);
                        model.RemoveRange(rest, model.Count - rest);
                        _ = list.Trim();
                        Assert.InRange(list.Capacity, list.Count, long.MaxValue);
                        break;
                    case 8 when random.Next(40) == 0:
                        CheckAll(list, model, random);
                        break;
                    case 9 when random.Next(40) == 0:
                        try
                        {
                            Assert.InRange(list.EnsureCapacity(model.Count + 500), model.Count + 500, long.MaxValue);
                        }
                        catch (OutOfMemoryException)
                        {
                            refusals++;
                        }

                        break;
                    default:
                        Assert.Equal(model.Count, list.Count);
                        break;
                }
            }

            CheckAll(list, model, random);
        }
        catch (Exception exception)
        {
            throw new XunitException($"Seed {seed}, step {step}: {exception.Message}", exception);
        }

        output.WriteLine($"Seed {seed}, {step:N0} steps, {refusals} refusals.");
        return refusals;
    }

    private static void CheckAll<T>(NativeList<T> list, List<T> model, Random random)
        where T : unmanaged, IEquatable<T>
    {
        long count = 0;
        foreach (ref T item in list)
        {
            Assert.True(item.Equals(model[(int)count++]), "An item has a wrong value.");
        }

        Assert.Equal(model.Count, count);
        int start = 0;
        while (start < list.Count)
        {
            Span<T> items = list.SpanFrom(start);
            Assert.True(items.SequenceEqual(CollectionsMarshal.AsSpan(model).Slice(start, items.Length)));
            start += items.Length;
        }

        Assert.Equal(model.Count, start);
        int from = random.Next(model.Count + 1);
        var copy = new T[random.Next(model.Count - from + 1)];
        list.CopyTo(from, copy);
        Assert.Equal(model.Slice(from, copy.Length), copy);
        Assert.InRange(list.BytesUsed, 0, list.BytesReserved);
    }
}

using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Collections;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>
/// References and spans that outlive their owner: no access may crash the process or reach another owner.
/// </summary>
public sealed class ForgottenMemoryAttacks : AttackTests
{
    [Attack]
    internal static void A_value_is_computed_for_a_reference_while_its_dictionary_is_collected()
    {
        for (int i = 0; i < 20; i++)
        {
            OrphanedValue() = Compute();
        }
    }

    [Attack]
    internal static void A_reference_into_a_forgotten_dictionary_is_written_beside_new_dictionaries()
    {
        ref long value = ref OrphanedValue();
        Garbage.Collect();
        PooledStringDictionary<long>[] others = [.. Enumerable.Range(0, 20).Select(static _ => Filled())];
        value = long.MinValue;
        foreach (PooledStringDictionary<long> other in others)
        {
            foreach (var entry in other)
            {
                Assert.Equal(entry.Key.ToString(), $"key {entry.Value}");
            }
        }
    }

    [Attack]
    internal static void A_reference_into_a_disposed_dictionary_is_written_beside_new_dictionaries()
    {
        var dictionary = Filled();
        ref long value = ref dictionary.GetValueRefOrAddDefault("key 7", out _);
        dictionary.Dispose();
        PooledStringDictionary<long>[] others = [.. Enumerable.Range(0, 20).Select(static _ => Filled())];
        value = long.MinValue;
        Assert.All(others, static other => Assert.All(Enumerable.Range(0, 1_000), i => Assert.Equal(i, other[$"key {i}"])));
        GC.KeepAlive(dictionary);
    }

    [Attack]
    internal static void Values_of_a_disposed_list_are_written_beside_new_lists()
    {
        var list = new StringArenaList();
        Fill(list);
        Span<ArenaString> values = list.Values;
        list.Dispose();
        StringArenaList[] others = [.. Enumerable.Range(0, 20).Select(static _ => new StringArenaList())];
        Array.ForEach(others, Fill);
        values.Clear();
        Assert.All(others, static other => Assert.All(
            Enumerable.Range(0, other.Count),
            i => Assert.Equal(Specimens.Text(i), other.AsSpan(i).ToString())));
    }

    [Attack]
    internal static void Spans_of_forgotten_pools_are_read()
    {
        ReadOnlySpan<char> segmented = Orphan(new SegmentedStringPool());
        ReadOnlySpan<char> concurrent = Orphan(new ConcurrentStringPool());
        ReadOnlySpan<char> contiguous = OrphanOfContiguousPool();
        ReadOnlySpan<byte> utf8 = OrphanOfUtf8Pool();
        ReadOnlySpan<char> arena = OrphanOfArena();
        Span<ArenaString> values = OrphanOfList();
        for (int i = 0; i < 10; i++)
        {
            Garbage.Collect(1);
            _ = Sum(segmented) + Sum(concurrent) + Sum(contiguous) + Sum(arena) + Sum(MemoryMarshal.Cast<byte, char>(utf8));
            _ = values[^1].IsEmpty;
        }
    }

    [Attack]
    internal static void Spans_of_disposed_pools_are_read()
    {
        var pool = new SegmentedStringPool();
        var contiguous = new UnmanagedStringPool(10_000);
        var utf8 = new Utf8StringPool();
        var arena = new StringArena();
        ReadOnlySpan<char> first = pool.Allocate(Specimens.Text(5)).AsSpan();
        ReadOnlySpan<char> second = pool.Allocate(Specimens.Text(6)).AsSpan();
        ReadOnlySpan<char> third = contiguous.Allocate(Specimens.Text(6)).AsSpan();
        ReadOnlySpan<byte> fourth = utf8.Allocate(Specimens.Text(6)).AsSpan();
        ReadOnlySpan<char> fifth = arena.AsSpan(arena.Add(Specimens.Text(6)));
        pool.Dispose();
        contiguous.Dispose();
        utf8.Dispose();
        arena.Dispose();
        for (int i = 0; i < 10; i++)
        {
            _ = Sum(first) + Sum(second) + Sum(third) + fourth[^1] + Sum(fifth);
            foreach (string name in Specimens.Names)
            {
                Specimens.Make(name).Use();
            }
        }
    }

    [Attack]
    internal static void Spans_are_read_after_Clear_and_Trim()
    {
        var pool = new SegmentedStringPool();
        var contiguous = new UnmanagedStringPool(100);
        ReadOnlySpan<char> small = default;
        ReadOnlySpan<char> large = default;
        ReadOnlySpan<char> moved = default;
        for (int i = 0; i < 3_000; i++)
        {
            small = pool.Allocate(Specimens.Text(3)).AsSpan();
            large = pool.Allocate(Specimens.Text(6)).AsSpan();
            moved = contiguous.Allocate(Specimens.Text(4)).AsSpan();
        }

        pool.Clear();
        pool.Trim();
        contiguous.Clear();
        contiguous.Trim();
        _ = Sum(small) + Sum(large) + Sum(moved);
    }

    [Attack]
    internal static void A_span_of_a_contiguous_pool_is_read_after_the_pool_has_grown_and_moved()
    {
        var pool = new UnmanagedStringPool(100);
        ReadOnlySpan<char> text = pool.Allocate("the text that was first").AsSpan();
        for (int i = 0; i < 20_000; i++)
        {
            pool.Allocate(Specimens.Text(4));
        }

        _ = Sum(text);
    }

    [Attack]
    internal static void A_foreach_goes_on_when_its_dictionary_is_reachable_no_more()
    {
        long sum = 0;
        foreach (var entry in Filled())
        {
            if (sum % 100 == 0)
            {
                Garbage.Collect(1);
            }

            Assert.Equal($"key {entry.Value}", entry.Key.ToString());
            sum++;
        }

        Assert.Equal(1_000, sum);
    }

    private static long Compute()
    {
        Garbage.Collect();
        return 42;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ref long OrphanedValue() => ref Filled().GetValueRefOrAddDefault("key 7", out _);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ReadOnlySpan<char> Orphan(StringPool pool) => pool.Allocate(Specimens.Text(6)).AsSpan();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ReadOnlySpan<char> OrphanOfContiguousPool() => new UnmanagedStringPool(9).Allocate(Specimens.Text(6)).AsSpan();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ReadOnlySpan<byte> OrphanOfUtf8Pool() => new Utf8StringPool().Allocate(Specimens.Text(6)).AsSpan();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ReadOnlySpan<char> OrphanOfArena()
    {
        var arena = new StringArena();
        ArenaString[] values = [arena.Add(Specimens.Text(6))];
        return arena.AsSpan(in values[0]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Span<ArenaString> OrphanOfList()
    {
        var list = new StringArenaList();
        Fill(list);
        return list.Values;
    }

    private static PooledStringDictionary<long> Filled()
    {
        var dictionary = new PooledStringDictionary<long>();
        for (int i = 0; i < 1_000; i++)
        {
            dictionary.Add($"key {i}", i);
        }

        return dictionary;
    }

    private static void Fill(StringArenaList list)
    {
        for (int i = 0; i < 200; i++)
        {
            list.Add(Specimens.Text(i));
        }
    }

    private static int Sum(ReadOnlySpan<char> text)
    {
        int sum = 0;
        foreach (char one in text)
        {
            sum += one;
        }

        return sum;
    }
}

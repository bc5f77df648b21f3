using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Collections;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>Ids and handles of one owner that are passed to another.</summary>
public sealed class ForeignHandleAttacks : AttackTests
{
    [Attack]
    internal static void Ids_of_every_pool_are_given_to_every_other()
    {
        using var segmented = new SegmentedStringPool();
        using var small = new SegmentedStringPool(new() { ReservedAddressBytes = 0 });
        using var concurrent = new ConcurrentStringPool();
        using var contiguous = new UnmanagedStringPool(64);
        using var utf8 = new Utf8StringPool();
        var ids = new List<PooledStringId>();
        for (int i = 0; i < 1_000; i++)
        {
            string text = Specimens.Text(i);
            ids.AddRange([segmented.Allocate(text).Id, concurrent.Allocate(text).Id, contiguous.Allocate(text).Id,
                utf8.Allocate(text).Id]);
        }

        for (int i = 0; i < 7; i++)
        {
            small.Allocate(Specimens.Text(i));
        }

        StringPool[] pools = [segmented, small, concurrent];
        foreach (PooledStringId id in ids)
        {
            foreach (StringPool pool in pools)
            {
                Assert.True(!pool.TryGetSpan(id, out ReadOnlySpan<char> text) || text.Length is >= 4 and <= 5_000);
                Allowed.Try(() => _ = pool.AsSpan(id).Length);
                Allowed.Try(() => _ = pool.Resolve(id).ToString());
            }

            Assert.True(!contiguous.TryGetSpan(id, out ReadOnlySpan<char> other) || other.Length is >= 4 and <= 5_000);
            Assert.True(!utf8.TryGetSpan(id, out ReadOnlySpan<byte> bytes) || bytes.Length is >= 4 and <= 5_000);
        }

        foreach (PooledStringId id in ids)
        {
            Array.ForEach(pools, pool => Allowed.Try(() => pool.Free(id)));
            Allowed.Try(() => contiguous.Free(id));
            Allowed.Try(() => utf8.Free(id));
        }

        foreach (StringPool pool in pools)
        {
            PooledStringRef[] texts = [.. Enumerable.Range(0, 300).Select(i => pool.Allocate(Specimens.Text(i)))];
            Assert.Equal(300, texts.Select(static text => text.Id).Distinct().Count());
            Assert.All(Enumerable.Range(0, 300), i => Assert.Equal(Specimens.Text(i), texts[i].ToString()));
        }
    }

    [Attack]
    internal static void Values_of_one_arena_are_given_to_another()
    {
        using var one = new StringArena();
        using var two = new StringArena(new() { ReservedAddressBytes = 0 });
        using var list = new StringArenaList();
        ArenaString[] foreign = [.. Enumerable.Range(0, 500).Select(i => one.Add($"a long text of the first arena {i}"))];
        for (int i = 0; i < 500; i++)
        {
            two.Add($"a long text of the second arena {i}");
            list.Add($"a long text of the list {i}");
        }

        foreach (ArenaString value in foreign)
        {
            ArenaString[] kept = [value];
            Assert.False(Allowed.Try(() => _ = two.AsSpan(in kept[0]).Length));
            Assert.False(Allowed.Try(() => _ = list.Arena.AsSpan(in kept[0]).Length));
        }

        Assert.False(Allowed.Try(() => two.Sort(foreign)));
        Allowed.Try(() => _ = two.Compare(foreign[0], foreign[1]));
        list.Values[0] = foreign[0];
        list.Values.Fill(foreign[1]);
        Assert.False(Allowed.Try(list.Sort));
        Assert.False(Allowed.Try(() => _ = list.AsSpan(3).Length));
    }

    [Attack]
    internal static void Ids_of_a_table_are_invented()
    {
        using var table = new StringTable();
        for (int i = 0; i < 100; i++)
        {
            table.GetOrAdd(Specimens.Text(i));
        }

        foreach (int id in (int[])[int.MinValue, -1, 100, 101, 65_536, int.MaxValue])
        {
            Assert.False(table.TryGetSpan(id, out _));
            Assert.False(Allowed.Try(() => _ = table.AsSpan(id).Length));
        }
    }

    [Attack]
    internal static void Handles_of_another_pool_are_given_to_a_comparer_and_a_writer()
    {
        using var one = new SegmentedStringPool();
        using var two = new ConcurrentStringPool();
        using var contiguous = new UnmanagedStringPool(64);
        var comparer = new PooledStringComparer(one);
        PooledStringRef foreign = two.Allocate("a foreign text");
        PooledStringRef own = one.Allocate("a foreign text");
        Assert.True(comparer.Equals(foreign, own));
        Assert.Equal(comparer.GetHashCode(own), comparer.GetHashCode(foreign));
        using ConcurrentStringPool.Writer writer = two.GetWriter();
        writer.Free(own);
        Assert.Equal("a foreign text", own.ToString());
        Allowed.Try(() => comparer.Equals(contiguous.Allocate("x"), default));
        foreign.Free();
        Allowed.Try(() => comparer.Equals(foreign, own));
        Allowed.Try(() => comparer.GetHashCode(foreign));
        Allowed.Try(() => comparer.Compare(foreign, own));
    }

    [Attack]
    internal static void Copies_of_handles_are_used_after_the_original_was_freed()
    {
        using var segmented = new SegmentedStringPool();
        using var contiguous = new UnmanagedStringPool(64);
        using var utf8 = new Utf8StringPool();
        for (int i = 0; i < 3_000; i++)
        {
            PooledStringRef one = segmented.Allocate(Specimens.Text(i));
            PooledString two = contiguous.Allocate(Specimens.Text(i));
            PooledUtf8String three = utf8.Allocate(Specimens.Text(i));
            (PooledStringRef copyOfOne, PooledString copyOfTwo, PooledUtf8String copyOfThree) = (one, two, three);
            one.Dispose();
            two.Dispose();
            three.Dispose();
            PooledStringRef newOne = segmented.Allocate(Specimens.Text(i));
            PooledString newTwo = contiguous.Allocate(Specimens.Text(i));
            PooledUtf8String newThree = utf8.Allocate(Specimens.Text(i));
            Assert.False(Allowed.Try(() => _ = copyOfOne.AsSpan().Length));
            Assert.False(Allowed.Try(() => _ = copyOfTwo.AsSpan().Length));
            Assert.False(Allowed.Try(() => _ = copyOfThree.AsSpan().Length));
            copyOfOne.Free();
            copyOfTwo.Free();
            copyOfThree.Free();
            Assert.True(newOne.IsAlive && newTwo.IsAlive && newThree.IsAlive);
        }
    }
}

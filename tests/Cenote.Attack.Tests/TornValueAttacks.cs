using System.Runtime.CompilerServices;
using System.Text;
using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Objects;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>
/// Torn values: one thread writes values while other threads use them. A torn value shows some text of its owner or throws, and
/// never shows memory that is not text.
/// </summary>
public sealed class TornValueAttacks : AttackTests
{
    private static readonly int[] s_lengths = [2, 7, 8, 60, 1_022, 1_023, 5_000];

    private static ArenaString s_arenaString;
    private static PooledStringRef s_ref;
    private static PooledString s_string;
    private static PooledUtf8String s_utf8;
    private static PooledStringId s_id;
    private static ObjectLease<object> s_lease;

    [Attack]
    internal static void An_arena_reads_spans_of_a_torn_value()
    {
        using var arena = new StringArena();
        Tear(arena, () => Assert.Contains(arena.AsSpan(in s_arenaString).Length, s_lengths));
    }

    [Attack]
    internal static void An_arena_writes_out_a_torn_value()
    {
        using var arena = new StringArena();
        Tear(arena, () =>
        {
            ArenaString value = s_arenaString;
            Assert.Contains(value.ToString().Length, s_lengths);
            Assert.Contains(s_arenaString.ToString().Length, s_lengths);
        });
    }

    [Attack]
    internal static void An_arena_compares_torn_values()
    {
        using var arena = new StringArena();
        var comparer = new ArenaStringComparer(arena);
        ArenaString other = arena.Add(Text(3));
        Tear(arena, () =>
        {
            _ = arena.Compare(s_arenaString, other) + comparer.Compare(s_arenaString, s_arenaString);
            _ = s_arenaString.Equals(other) || comparer.Equals(s_arenaString, other) || comparer.Equals(Text(4), s_arenaString);
            _ = s_arenaString.GetHashCode() + comparer.GetHashCode(s_arenaString);
            _ = s_arenaString.IsAlive || s_arenaString.IsEmpty;
        });
    }

    [Attack]
    internal static void An_arena_sorts_values_that_change_meanwhile()
    {
        using var arena = new StringArena();
        ArenaString[] source = [.. s_lengths.Select(length => arena.Add(new string('y', length)))];
        ArenaString[] values = new ArenaString[3_000];
        int[] items = new int[values.Length];
        Race.Repeat(
            () =>
            {
                for (int i = 0; i < values.Length; i++)
                {
                    values[i] = source[i % source.Length];
                }
            },
            () => Allowed.TryTorn(() => arena.Sort(values)),
            () => Allowed.TryTorn(() => arena.Sort(values.AsSpan(0, 100), items.AsSpan(0, 100))));
    }

    [Attack]
    internal static void A_list_of_an_arena_sorts_values_that_change_meanwhile()
    {
        using var list = new StringArenaList();
        for (int i = 0; i < 3_000; i++)
        {
            list.Add(Text(i % s_lengths.Length));
        }

        Race.Repeat(
            () =>
            {
                Span<ArenaString> values = list.Values;
                values[Random.Shared.Next(values.Length)] = values[Random.Shared.Next(values.Length)];
            },
            () => Allowed.TryTorn(list.Sort),
            () => Allowed.TryTorn(() => Assert.Contains(list.AsSpan(Random.Shared.Next(3_000)).Length, s_lengths)));
    }

    [Attack]
    internal static void Handles_of_segmented_and_concurrent_pools_are_torn()
    {
        using var one = new SegmentedStringPool();
        using var two = new ConcurrentStringPool();
        PooledStringRef[] handles = [.. s_lengths.Select(length => one.Allocate(new string('y', length))),
            .. s_lengths.Select(length => two.Allocate(new string('y', length))), default];
        Race.Repeat(
            () => s_ref = handles[Random.Shared.Next(handles.Length)],
            () => Allowed.TryTorn(() => Assert.True(IsText(s_ref.AsSpan()))),
            () => Allowed.TryTorn(() =>
            {
                _ = s_ref.ToString().Length + s_ref.GetHashCode() + s_ref.CompareTo(s_ref);
                _ = s_ref.Equals(s_ref) || s_ref.IsAlive || s_ref.TryGetSpan(out _);
            }));
    }

    [Attack]
    internal static void Handles_of_contiguous_pools_are_torn()
    {
        using var one = new UnmanagedStringPool(10_000);
        using var two = new UnmanagedStringPool(10_000);
        PooledString[] handles = [.. s_lengths.Select(length => one.Allocate(new string('y', length))),
            .. s_lengths.Reverse().Select(length => two.Allocate(new string('y', length))), default];
        Race.Repeat(
            () => s_string = handles[Random.Shared.Next(handles.Length)],
            () => Allowed.TryTorn(() => Assert.True(IsText(s_string.AsSpan()))),
            () => Allowed.TryTorn(() => _ = s_string.ToString().Length + s_string.GetHashCode() + s_string.CompareTo(s_string)));
    }

    [Attack]
    internal static void Handles_of_utf8_pools_are_torn()
    {
        using var one = new Utf8StringPool();
        using var two = new Utf8StringPool();
        PooledUtf8String[] handles = [.. s_lengths.Select(length => one.Allocate(new string('y', length))),
            .. s_lengths.Reverse().Select(length => two.Allocate(new string('y', length))), default];
        Race.Repeat(
            () => s_utf8 = handles[Random.Shared.Next(handles.Length)],
            () => Allowed.TryTorn(() => Assert.False(s_utf8.AsSpan().ContainsAnyExcept((byte)'y'))),
            () => Allowed.TryTorn(() => _ = s_utf8.ToString().Length + s_utf8.GetHashCode() + s_utf8.CompareTo(s_utf8)));
    }

    [Attack]
    internal static void A_handle_is_freed_and_allocated_again_while_others_read_it()
    {
        using var pool = new ConcurrentStringPool();
        Race.Repeat(
            () =>
            {
                s_ref = pool.Allocate(new string('y', s_lengths[Random.Shared.Next(s_lengths.Length)]));
                s_ref.Free();
            },
            () => Allowed.TryTorn(() => _ = s_ref.ToString().Length + s_ref.GetHashCode()),
            () => Allowed.TryTorn(() => s_ref.Free()),
            () => Allowed.TryTorn(() => _ = s_ref.Length + s_ref.AsSpan().LastIndexOf('z')));
    }

    [Attack]
    internal static void Ids_are_written_and_read_at_once()
    {
        using var pool = new SegmentedStringPool();
        PooledStringId[] ids = [.. s_lengths.Select(length => pool.Allocate(new string('y', length)).Id), default];
        Race.Repeat(
            () => s_id = ids[Random.Shared.Next(ids.Length)],
            () => Allowed.TryTorn(() => Assert.True(IsText(pool.AsSpan(s_id)))),
            () => Allowed.TryTorn(() => _ = pool.Resolve(s_id).Length));
    }

    [Attack]
    internal static void Copies_of_leases_are_torn_and_disposed()
    {
        // A torn lease counts as disposed. The pool stays intact, and every item has the right type.
        using var pool = new ObjectPool<object>(static () => new object(), 16);
        Race.Repeat(
            () => s_lease = pool.Rent(),
            () => Allowed.TryTorn(() => Assert.Equal(typeof(object), s_lease.Value.GetType())),
            () => Allowed.Try(() => s_lease.Dispose()),
            () => _ = s_lease.GetHashCode() + (s_lease.Equals(s_lease) ? 1 : 0));
        pool.Trim();
        pool.Free(pool.Allocate());
    }

    [Attack]
    internal static void Enumerators_of_lists_are_torn()
    {
        var list = new StringArenaList();
        list.Add(Text(2));
        list.Add(Text(3));
        StringArenaList.Enumerator[] shared = [list.GetEnumerator()];
        Race.Repeat(
            () => shared[0] = list.GetEnumerator(),
            () => shared[0] = default,
            () => Allowed.TryTorn(() => _ = shared[0].MoveNext() && shared[0].Current.IsAlive));
    }

    [Attack]
    internal static void Utf8_is_changed_while_it_is_read()
    {
        byte[] utf8 = new byte[400];
        using var segmented = new SegmentedStringPool();
        using var contiguous = new UnmanagedStringPool(10_000);
        using var bytes = new Utf8StringPool();
        using var arena = new StringArena();
        var interner = new BoundedStringInterner(100);
        int round = 0;
        Race.Repeat(
            () => Scribble(utf8),
            () =>
            {
                Allowed.TryTorn(() => segmented.Allocate(utf8).Free());
                Allowed.TryTorn(() => contiguous.Allocate(utf8).Free());
                Allowed.TryTorn(() => bytes.Allocate(utf8).Free());
                Allowed.TryTorn(() => arena.Add(utf8));
                Allowed.TryTorn(() => interner.Intern(utf8));
                if (++round % 1_000 == 0)
                {
                    arena.Reset();
                }
            });
        Assert.Equal("still works", segmented.Allocate("still works").ToString());
        Assert.Equal("still works", contiguous.Allocate("still works").ToString());
    }

    [Attack]
    internal static void Texts_are_changed_while_they_are_read()
    {
        char[] text = [.. "a text of some length that changes all the time"];
        using var dictionary = new Collections.PooledStringDictionary<int>();
        using var concurrent = new Collections.ConcurrentPooledStringDictionary<int>();
        var interner = new StringInterner(new() { Comparison = StringComparison.OrdinalIgnoreCase });
        using var table = new StringTable(new() { MaximumCount = 2_000 });
        Race.Repeat(
            () => text[Random.Shared.Next(text.Length)] = (char)Random.Shared.Next(32, 600),
            () => Allowed.TryTorn(() =>
            {
                dictionary[text] = 1;
                dictionary.Remove(text);
                concurrent[text] = 1;
                concurrent.TryRemove(text, out _);
                interner.Remove(interner.Intern(text));
                table.TryGetOrAdd(text, out _);
            }));
        foreach (var entry in dictionary)
        {
            Assert.Equal(text.Length, entry.Key.Length);
        }

        Assert.All(concurrent.ToArray(), entry => Assert.Equal(text.Length, entry.Key.Length));
    }

    private static void Tear(StringArena arena, Action use)
    {
        ArenaString[] values = [.. s_lengths.Select((_, i) => arena.Add(Text(i)))];
        s_arenaString = values[0];
        int next = 0;
        Race.Repeat(
            () => s_arenaString = values[next++ % values.Length],
            () => Allowed.TryTorn(use));
    }

    private static string Text(int i) => new((char)('p' + i), s_lengths[i]);

    private static bool IsText(ReadOnlySpan<char> text) =>
        !text.ContainsAnyExcept('y') && (text.Length == 0 || s_lengths.AsSpan().Contains(text.Length));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Scribble(byte[] utf8)
    {
        ReadOnlySpan<byte> kinds = "aé€😀\u0000"u8;
        for (int i = 0; i < utf8.Length; i++)
        {
            utf8[i] = kinds[Random.Shared.Next(kinds.Length)];
        }

        Encoding.UTF8.GetBytes("aé€😀", utf8);
    }
}

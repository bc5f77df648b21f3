using System.Text;
using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Collections;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>Arguments that are in the memory of the pool itself, while that memory is moved or released.</summary>
public sealed class OwnTextAttacks : AttackTests
{
    [Attack]
    internal static void A_contiguous_pool_takes_its_own_text_while_it_grows()
    {
        using var pool = new UnmanagedStringPool(64);
        PooledString text = pool.Allocate(Specimens.Text(3));
        for (int i = 0; i < 3_000; i++)
        {
            PooledString copy = pool.Allocate(text.AsSpan());
            Assert.Equal(Specimens.Text(3), copy.ToString());
        }
    }

    [Attack]
    internal static void A_contiguous_pool_takes_its_own_text_while_it_compacts()
    {
        using var pool = new UnmanagedStringPool(20_000, allowGrowth: false);
        var live = new Queue<(PooledString Handle, string Text)>();
        for (int i = 0; i < 20_000; i++)
        {
            string text = Specimens.Text((i * 7) % 6);
            if (i % 3 == 0 && live.Count > 8)
            {
                (PooledString handle, string own) = live.ElementAt(i % live.Count);
                try
                {
                    live.Enqueue((pool.Allocate(handle.AsSpan()), own));
                }
                catch (OutOfMemoryException)
                {
                }
            }
            else if (Allowed.Try(() => live.Enqueue((pool.Allocate(text), text))))
            {
                Assert.Equal(text, live.Last().Handle.ToString());
            }

            while (live.Count > 60)
            {
                (PooledString handle, string expected) = live.Dequeue();
                Assert.Equal(expected, handle.ToString());
                handle.Free();
            }
        }

        Assert.All(live, static one => Assert.Equal(one.Text, one.Handle.ToString()));
    }

    [Attack]
    internal static void A_contiguous_pool_builds_new_texts_from_its_own()
    {
        using var pool = new UnmanagedStringPool(16);
        PooledString text = pool.Allocate("abcabcabc");
        string model = "abcabcabc";
        for (int i = 0; i < 400; i++)
        {
            PooledString next = i % 3 == 0
                ? text.Insert(i % model.Length, text.AsSpan()[..(i % 9)])
                : i % 3 == 1 ? text.Replace(text.AsSpan()[..1], text.AsSpan()[1..3]) : text.Duplicate();
            model = i % 3 == 0
                ? model.Insert(i % model.Length, model[..(i % 9)])
                : i % 3 == 1 ? model.Replace(model[..1], model[1..3], StringComparison.Ordinal) : model;
            Assert.Equal(model, next.ToString());
            text.Free();
            text = next;
            if (model.Length > 50_000)
            {
                text = pool.Allocate("abcabcabc");
                model = "abcabcabc";
            }
        }
    }

    [Attack]
    internal static void A_segmented_pool_takes_its_own_texts_at_the_limit()
    {
        using var pool = new SegmentedStringPool(new() { MaximumBytes = 2 << 20 });
        TakeOwnTexts(pool);
    }

    [Attack]
    internal static void A_concurrent_pool_takes_its_own_texts_at_the_limit()
    {
        using var pool = new ConcurrentStringPool(new() { MaximumBytes = 4 << 20 });
        TakeOwnTexts(pool);
    }

    [Attack]
    internal static void A_utf8_pool_takes_its_own_texts_at_the_limit()
    {
        using var pool = new Utf8StringPool(new() { MaximumBytes = 2 << 20 });
        var live = new List<(PooledUtf8String Handle, string Text)> { (pool.Allocate(Specimens.Text(6)), Specimens.Text(6)) };
        for (int i = 0; i < 6_000; i++)
        {
            (PooledUtf8String handle, string text) = live[i % live.Count];
            try
            {
                live.Add((pool.Allocate(handle.AsSpan()), text));
                live.Add((pool.Allocate(Specimens.Text(i)), Specimens.Text(i)));
            }
            catch (OutOfMemoryException)
            {
                live[i % live.Count].Handle.Free();
                live.RemoveAt(i % live.Count);
                pool.Trim();
            }
        }

        Assert.All(live, static one => Assert.Equal(one.Text, one.Handle.ToString()));
    }

    [Attack]
    internal static void A_freed_text_is_allocated_again_from_its_own_span()
    {
        foreach (Func<StringPool> make in (Func<StringPool>[])
            [static () => new SegmentedStringPool(), static () => new ConcurrentStringPool()])
        {
            using StringPool pool = make();
            for (int i = 0; i < 200; i++)
            {
                PooledStringRef text = pool.Allocate(Specimens.Text(i));
                ReadOnlySpan<char> span = text.AsSpan();
                text.Free();
                // The span is invalid after the free: it may contain anything, but no other string may change.
                PooledStringRef other = pool.Allocate(Specimens.Text(i));
                PooledStringRef again = pool.Allocate(span);
                Assert.Equal(span.Length, again.Length);
                Assert.Equal(Specimens.Text(i), other.ToString());
            }
        }
    }

    [Attack]
    internal static void An_arena_takes_its_own_texts_while_it_adds_chunks()
    {
        using var arena = new StringArena(new() { FirstChunkBytes = 4_096, MaximumChunkBytes = 8_192 });
        ArenaString[] value = [arena.Add(Specimens.Text(6))];
        for (int i = 0; i < 2_000; i++)
        {
            value[0] = arena.Add(arena.AsSpan(in value[0]));
            Assert.Equal(Specimens.Text(6), arena.AsSpan(in value[0]).ToString());
        }
    }

    [Attack]
    internal static void A_table_of_ids_takes_its_own_texts_while_it_grows()
    {
        using var table = new StringTable();
        int id = table.GetOrAdd(Specimens.Text(6));
        for (int i = 1; i < 4_000; i++)
        {
            int part = table.GetOrAdd(table.AsSpan(id)[..i]);
            Assert.Equal(Specimens.Text(6)[..i], table.AsSpan(part).ToString());
        }
    }

    [Attack]
    internal static void A_pool_fills_a_text_from_its_own_texts()
    {
        using var pool = new SegmentedStringPool();
        PooledStringRef text = pool.Allocate(Specimens.Text(6));
        for (int i = 0; i < 500; i++)
        {
            PooledStringRef copy = pool.Create(text.Length, text, static (span, own) => own.AsSpan().CopyTo(span));
            Assert.Equal(Specimens.Text(6), copy.ToString());
            PooledStringRef utf8 = pool.Allocate(Encoding.UTF8.GetBytes(text.ToString()));
            Assert.Equal(Specimens.Text(6), utf8.ToString());
            PooledStringRef formatted = pool.Allocate($"{text}{copy.AsSpan()}");
            Assert.Equal(2 * text.Length, formatted.Length);
        }
    }

    private static void TakeOwnTexts(StringPool pool)
    {
        var live = new List<(PooledStringRef Handle, string Text)> { (pool.Allocate(Specimens.Text(6)), Specimens.Text(6)) };
        for (int i = 0; i < 6_000; i++)
        {
            (PooledStringRef handle, string text) = live[i % live.Count];
            try
            {
                live.Add((pool.Allocate(handle.AsSpan()), text));
                live.Add((pool.Allocate(Specimens.Text(i)), Specimens.Text(i)));
            }
            catch (OutOfMemoryException)
            {
                handle.Free();
                live.RemoveAt(i % live.Count);
                pool.Trim();
            }
        }

        Assert.All(live, static one => Assert.Equal(one.Text, one.Handle.ToString()));
    }
}

using Cenote.Attack.Tests.Support;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>Threads that misuse one concurrent pool in arbitrary ways.</summary>
public sealed class ConcurrentPoolAttacks : AttackTests
{
    [Attack]
    internal static void Clear_beside_Allocate_of_managed_short_strings()
    {
        for (int round = 0; round < 300; round++)
        {
            using var pool = new ConcurrentStringPool(new() { ShortStrings = ShortStrings.Managed, MinimumLength = 20 });
            var mine = new List<(PooledStringRef Handle, string Text)>[2];
            Race.Run([
                .. Enumerable.Range(0, 2).Select<int, Action>(thread => () =>
                {
                    mine[thread] = [.. Enumerable.Range(0, 60).Select(i => (pool.Allocate($"{thread}:{i}"), $"{thread}:{i}"))];
                }),
                pool.Clear,
            ]);
            var both = mine.SelectMany(static all => all).ToList();
            both.ForEach(static one => Allowed.Try(() => Assert.Equal(one.Text, one.Handle.AsSpan().ToString())));
            for (int i = 0; i < both.Count; i += 2)
            {
                both[i].Handle.Free();
                if (both[i + 1].Handle.TryGetSpan(out ReadOnlySpan<char> text))
                {
                    Assert.Equal(both[i + 1].Text, text.ToString());
                }
            }
        }
    }

    [Attack]
    internal static void Clear_Trim_and_statistics_beside_everything()
    {
        using var pool = new ConcurrentStringPool();
        int alive = 0;
        Race.Repeat(
            () => AllocateAndFree(pool, ref alive),
            () => AllocateAndFree(pool, ref alive),
            () =>
            {
                pool.Clear();
                Thread.Sleep(3);
            },
            () =>
            {
                pool.Trim();
                _ = pool.GetStatistics();
                Thread.Sleep(3);
            });
        Assert.True(alive > 0);
    }

    [Attack]
    internal static void Utf8_that_changes_leaves_no_thread_waiting()
    {
        using var pool = new ConcurrentStringPool();
        byte[] utf8 = new byte[300];
        int round = 0;
        Race.Repeat(
            () => Random.Shared.NextBytes(utf8),
            () => utf8.AsSpan().Fill((byte)'a'),
            () => Allowed.Try(() => pool.Allocate(utf8).Free()),
            () =>
            {
                if (round++ % 100 == 0)
                {
                    _ = pool.GetStatistics();
                }
            });
        AssertNobodyHangs(pool);
    }

    [Attack]
    internal static void Throwing_callbacks_leave_no_thread_waiting()
    {
        var pool = new ConcurrentStringPool();
        foreach (int length in (int[])[1, 30, 500, 9_000])
        {
            Assert.Throws<TimeoutException>(
                () => pool.Create(length, 0, static (_, _) => throw new TimeoutException()));
            Assert.Throws<TimeoutException>(() => pool.Allocate($"{new Thrower()}"));
            AssertOthersMayEnter(pool);
        }

        AssertNobodyHangs(pool);
    }

    [Attack]
    internal static void A_callback_enters_its_pool_again()
    {
        using var pool = new ConcurrentStringPool();
        PooledStringRef kept = pool.Allocate("a text that stays");
        Action[] calls =
        [
            () => pool.Allocate("inner").Free(), () => pool.Clear(), () => pool.Trim(), () => pool.GetStatistics(), pool.Dispose,
            () => pool.Create(40, 0, static (span, _) => span.Fill('i')).Free(), () => kept.Free(),
            () => Race.OnOtherThread(() => Allowed.Try(() => pool.Allocate("from another thread").Free())),
        ];
        foreach (int length in (int[])[20, 500])
        {
            foreach (Action call in calls)
            {
                PooledStringRef made = default;
                if (Allowed.Try(() => made = pool.Create(length, call, static (span, call) =>
                {
                    span.Fill('o');
                    Allowed.Try(call);
                    span.Fill('o');
                })))
                {
                    Allowed.Try(() => Assert.Equal(new string('o', length), made.AsSpan().ToString()));
                }
            }
        }
    }

    [Attack]
    internal static void A_callback_waits_for_another_thread_that_stops_the_pool()
    {
        using var pool = new ConcurrentStringPool();
        using var inside = new ManualResetEventSlim();
        using var leave = new ManualResetEventSlim();
        Thread filler = Race.Start(() => pool.Create(50, 0, (span, _) =>
        {
            inside.Set();
            leave.Wait();
            span.Clear();
        }));
        inside.Wait();
        Thread other = Race.Start(() =>
        {
            Allowed.Try(pool.Clear);
            Allowed.Try(() => pool.GetStatistics());
        });
        Thread third = Race.Start(() => pool.Allocate("nobody else waits for the callback").Free());
        Thread.Sleep(100);
        leave.Set();
        Assert.True(filler.Join(10_000) && other.Join(10_000) && third.Join(10_000));
    }

    [Attack]
    internal static void Freeing_needs_no_memory_on_threads_that_never_allocated()
    {
        using var pool = new ConcurrentStringPool(new() { MaximumBytes = 2 << 20 });
        var handles = new List<PooledStringRef>();
        foreach (int length in (int[])[3_000, 500, 100, 20, 4, 1])
        {
            while (Allowed.Try(() => handles.Add(pool.Allocate(new string('y', length)))))
            {
            }
        }

        foreach (PooledStringRef[] part in handles.Chunk(Math.Max(1, handles.Count / 30)))
        {
            Thread thread = Race.Start(() => { });
            thread.Join();
            Race.OnOtherThread(() => Array.ForEach(part, static handle => handle.Free()));
        }

        Assert.All(handles, static handle => Assert.False(handle.IsAlive));
        Assert.Equal(0, pool.ActiveAllocations);
        pool.Allocate(new string('y', 3_000)).Free();
    }

    [Attack]
    internal static void Writers_are_used_on_other_threads_after_the_pool_is_gone()
    {
        var pool = new ConcurrentStringPool();
        ConcurrentStringPool.Writer writer = pool.GetWriter();
        PooledStringRef text = writer.Allocate("a text");
        Race.OnOtherThread(pool.Dispose);
        try
        {
            writer.Free(text);
            writer.Allocate("another");
            Assert.Fail("A writer of a disposed pool allocated.");
        }
        catch (ObjectDisposedException)
        {
        }

        writer.Free(text.Id);
        writer.Dispose();
        writer.Dispose();
    }

    [Attack]
    internal static void A_writer_allocates_while_others_clear_and_dispose()
    {
        for (int round = 0; round < 30; round++)
        {
            var pool = new ConcurrentStringPool();
            Race.Run(
                () => Allowed.Try(() => WriteMany(pool)),
                () => Allowed.Try(() => WriteMany(pool)),
                () => Allowed.Try(pool.Clear),
                pool.Dispose);
            Assert.True(pool.IsDisposed);
        }
    }

    [Attack]
    internal static void Threads_end_one_after_the_other_with_strings_that_others_free()
    {
        using var pool = new ConcurrentStringPool();
        PooledStringRef[] last = [];
        for (int i = 0; i < 150; i++)
        {
            Race.OnOtherThread(() =>
            {
                Array.ForEach(last, static handle => handle.Free());
                last = [.. Enumerable.Range(0, 100).Select(n => pool.Allocate(Specimens.Text(n)))];
            });
            if (i % 40 == 0)
            {
                Garbage.Collect(1);
            }

            for (int n = 0; n < last.Length; n++)
            {
                Assert.Equal(Specimens.Text(n), last[n].ToString());
            }
        }

        Assert.Equal(last.Length, pool.ActiveAllocations);
    }

    [Attack]
    internal static void Many_threads_free_the_same_handles()
    {
        using var pool = new ConcurrentStringPool();
        for (int round = 0; round < 150; round++)
        {
            PooledStringRef[] handles = [.. Enumerable.Range(0, 100).Select(i => pool.Allocate(Specimens.Text(i)))];
            Action free = () => Array.ForEach(handles, static handle => handle.Free());
            Race.Run(free, free, free);
            Assert.All(handles, static handle => Assert.False(handle.IsAlive));
            PooledStringRef[] others = [.. Enumerable.Range(0, 100).Select(i => pool.Allocate(Specimens.Text(i)))];
            Assert.Equal(100, others.Select(static handle => handle.Id).Distinct().Count());
            Assert.Equal(100, pool.ActiveAllocations);
            Array.ForEach(others, static handle => handle.Free());
        }
    }

    private static void AllocateAndFree(ConcurrentStringPool pool, ref int alive)
    {
        string text = $"a text of thread {Environment.CurrentManagedThreadId}, {Random.Shared.Next(1_000)}";
        PooledStringRef handle = pool.Allocate(text);
        if (handle.TryGetSpan(out ReadOnlySpan<char> read))
        {
            // While Clear runs, a span may show a string that was allocated later; the copy is right if the handle is alive
            // before and after copying.
            string copy = read.ToString();
            if (handle.IsAlive)
            {
                Assert.Equal(text, copy);
                alive++;
            }
        }

        handle.Free();
    }

    private static void WriteMany(ConcurrentStringPool pool)
    {
        using ConcurrentStringPool.Writer writer = pool.GetWriter();
        for (int i = 0; i < 2_000; i++)
        {
            writer.Free(writer.Allocate(Specimens.Text(i)));
        }
    }

    private static void AssertOthersMayEnter(ConcurrentStringPool pool) => Race.OnOtherThread(() =>
    {
        _ = pool.GetStatistics();
        pool.Trim();
        pool.Clear();
    });

    private static void AssertNobodyHangs(ConcurrentStringPool pool)
    {
        AssertOthersMayEnter(pool);
        Race.OnOtherThread(pool.Dispose);
    }

    private sealed class Thrower
    {
        public override string ToString() => throw new TimeoutException();
    }
}

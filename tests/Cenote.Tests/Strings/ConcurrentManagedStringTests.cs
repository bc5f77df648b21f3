using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>Short strings that a concurrent pool keeps managed: their places are reused after a clear.</summary>
public sealed class ConcurrentManagedStringTests
{
    private const int Workers = 3;
    private static readonly int s_rounds = RunSettings.Length(1_500);

    [Fact]
    public void A_live_handle_reads_its_own_text_when_the_pool_is_cleared_beside_threads_that_allocate()
    {
        using ConcurrentStringPool pool = NewPool();
        RunRounds(pool, static (pool, worker, round) =>
        {
            var handles = new List<(PooledStringRef, string)>();
            for (int i = 0; i < 40; i++)
            {
                string text = $"{worker}.{round}.{i}";
                handles.Add((pool.Allocate(text), text));
            }

            return handles;
        });
    }

    [Fact]
    public void A_free_beside_a_clear_empties_no_other_string()
    {
        using ConcurrentStringPool pool = NewPool();
        RunRounds(pool, static (pool, worker, round) =>
        {
            var handles = new List<(PooledStringRef, string)>();
            for (int i = 0; i < 60; i++)
            {
                string text = $"{worker}.{round}.{i}";
                PooledStringRef handle = pool.Allocate(text);
                if (i % 2 == 0)
                {
                    handle.Free();
                }
                else
                {
                    handles.Add((handle, text));
                }
            }

            return handles;
        });
    }

    [Fact]
    public void A_freed_handle_is_stale_and_the_next_string_takes_its_place()
    {
        using ConcurrentStringPool pool = NewPool();
        PooledStringRef first = pool.Allocate("first");
        long before = pool.ManagedBytes;

        for (int i = 0; i < 1_000; i++)
        {
            first.Free();
            Assert.False(first.IsAlive);
            first = pool.Allocate($"next {i}");
            Assert.Equal($"next {i}", first.ToString());
        }

        Assert.Equal(before, pool.ManagedBytes);
        Assert.Equal(1, pool.GetStatistics().ManagedStrings);
    }

    private static ConcurrentStringPool NewPool() =>
        new(new ConcurrentStringPoolOptions { MinimumLength = 50, ShortStrings = ShortStrings.Managed });

    // In each round the threads work while the pool is cleared once; then every handle is checked, and half of them are freed.
    private static void RunRounds(
        ConcurrentStringPool pool, Func<ConcurrentStringPool, int, int, List<(PooledStringRef Handle, string Text)>> work)
    {
        using var edge = new Barrier(Workers + 1);
        var results = new List<(PooledStringRef Handle, string Text)>[Workers];
        bool done = false;
        Thread[] threads = [.. Enumerable.Range(0, Workers).Select(worker => new Thread(() =>
        {
            for (int round = 0; ; round++)
            {
                edge.SignalAndWait();
                if (Volatile.Read(ref done))
                {
                    return;
                }

                results[worker] = work(pool, worker, round);
                edge.SignalAndWait();
            }
        }))];
        Array.ForEach(threads, static thread => thread.Start());
        var wrong = new List<string>();
        for (int round = 0; round < s_rounds && wrong.Count == 0; round++)
        {
            edge.SignalAndWait();
            Thread.SpinWait(round * 37 % 4_000);
            pool.Clear();
            edge.SignalAndWait();
            (PooledStringRef Handle, string Text)[] all = [.. results.SelectMany(static handles => handles)];
            wrong.AddRange(all.Where(static entry => !IsWhole(entry)).Select(static entry => entry.Text));
            for (int i = 0; i < all.Length; i += 2)
            {
                all[i].Handle.Free();
            }

            wrong.AddRange(all.Where((entry, i) => i % 2 != 0 && !IsWhole(entry)).Select(static entry => entry.Text));
            pool.Clear();
            wrong.AddRange(all.Where(static entry => entry.Handle.IsAlive).Select(static entry => entry.Text));
        }

        Volatile.Write(ref done, true);
        edge.SignalAndWait();
        Array.ForEach(threads, static thread => thread.Join());
        Assert.Empty(wrong);
    }

    private static bool IsWhole((PooledStringRef Handle, string Text) entry) =>
        !entry.Handle.TryGetSpan(out ReadOnlySpan<char> text) || text.SequenceEqual(entry.Text);
}

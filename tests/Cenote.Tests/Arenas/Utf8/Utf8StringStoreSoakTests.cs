using System.Diagnostics;
using System.Text;
using Cenote.Arenas;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;
using ThreadState = System.Threading.ThreadState;

namespace Cenote.Tests.Arenas;

public sealed class Utf8StringStoreSoakTests
{
    private const int Threads = 4;

    // Each slot has the id of a string that depends on the slot; the thread that replaces an id removes its string.
    [Fact]
    public void Threads_that_add_read_and_remove_find_no_other_text()
    {
        using var arena = new Utf8StringStore(new Utf8StringStoreOptions { IdBits = 40 });
        long[] slots = new long[500];
        var watch = Stopwatch.StartNew();
        Parallel.For(0, Threads, new ParallelOptions { MaxDegreeOfParallelism = Threads }, thread =>
        {
            var random = new Random(thread);
            byte[] copy = new byte[10_000];
            for (int step = 0; step < RunSettings.Length(2_000_000) || watch.Elapsed < RunSettings.Soak; step++)
            {
                int slot = random.Next(slots.Length);
                if (random.Next(2) == 0)
                {
                    long id = Volatile.Read(ref slots[slot]);
                    if (id != 0 && arena.TryCopyTo(id, copy, out int length))
                    {
                        Assert.Equal(Text(slot), Encoding.UTF8.GetString(copy.AsSpan(0, length)));
                    }

                    continue;
                }

                long former = Interlocked.Exchange(ref slots[slot], arena.Add(Text(slot)));
                Assert.True(arena.TryRemove(former), "Another thread removed the string.");
                Assert.False(former != 0 && arena.TryGetSpan(former, out _), "A removed string was found.");
            }
        });

        Assert.Equal(slots.Count(static id => id != 0), arena.Count);
        for (int slot = 0; slot < slots.Length; slot++)
        {
            Assert.True(slots[slot] == 0 || arena.GetString(slots[slot]) == Text(slot));
        }

        // Covers every length that has a separate size class, and some longer strings.
        static string Text(int slot) => new((char)('a' + (slot % 26)), 1 + (slot % 100 == 99 ? slot * 18 : slot % 50));
    }

    // The first string on each processor creates a stripe, which statistics and Dispose must include.
    [Fact]
    public void First_texts_meet_statistics_and_disposal()
    {
        for (int round = 0; round < RunSettings.Length(2_000); round++)
        {
            using var arena = new Utf8StringStore(new Utf8StringStoreOptions(), PageSource.System, processors: 8);
            Action add = () =>
            {
                for (int i = 0; i < 20 && arena.TryAdd("text"u8, out long id); i++)
                {
                    // Disposal may clear a span that was returned before.
                    Assert.True(
                        !arena.TryGetSpan(id, out ReadOnlySpan<byte> text) || text.SequenceEqual("text"u8)
                            || !arena.TryGetSpan(id, out _));
                }
            };
            Parallel.Invoke(add, add, add, () =>
            {
                Utf8StringStoreStatistics statistics = arena.GetStatistics();
                Assert.Equal(4 * statistics.Count, statistics.TextBytes);
                arena.Dispose();
            });
            Assert.Equal(0, arena.Count);
        }
    }

    [Fact]
    public void Of_several_threads_that_remove_a_text_one_succeeds()
    {
        using var arena = new Utf8StringStore();
        for (int round = 0; round < RunSettings.Length(5_000); round++)
        {
            long id = arena.Add("once"u8);
            int removed = 0;
            Parallel.For(0, Threads, _ =>
            {
                if (arena.TryRemove(id))
                {
                    Interlocked.Increment(ref removed);
                }
            });

            Assert.Equal(1, removed);
        }

        Assert.Equal(0, arena.Count);
    }

    [Fact]
    public async Task An_arena_may_be_disposed_while_others_use_it()
    {
        for (int round = 0; round < RunSettings.Length(500); round++)
        {
            var arena = new Utf8StringStore();
            long known = arena.Add("known"u8);
            Task[] users = [.. Enumerable.Range(0, 3).Select(_ => Task.Run(() =>
            {
                while (arena.TryAdd("a text"u8, out long id))
                {
                    if (arena.TryGetSpan(known, out ReadOnlySpan<byte> text))
                    {
                        Assert.InRange(text[0], 0, (byte)'k');
                    }

                    arena.TryRemove(id);
                }
            }))];
            Thread.Yield();
            arena.Dispose();
            await Task.WhenAll(users);
            Assert.False(arena.TryGetSpan(known, out _));
        }
    }

    // Discarded memory keeps its content, so strings look alive after Dispose. The removing threads have found the slab, and wait
    // for the lock of the stripe, like Dispose.
    [Fact]
    public void A_text_that_is_removed_while_the_arena_is_disposed_is_counted_once()
    {
        for (int round = 0; round < 20; round++)
        {
            using var inside = new ManualResetEventSlim();
            using var go = new ManualResetEventSlim();
            var pages = new FailingPageSource { KeepsWhatIsDiscarded = true };
            using var arena = new Utf8StringStore(new Utf8StringStoreOptions(), pages);
            long[] ids = [.. Enumerable.Range(0, 4).Select(_ => arena.Add(new byte[10_000]))];
            pages.OnDiscard = () =>
            {
                pages.OnDiscard = static () => { };
                inside.Set();
                go.Wait();
            };
            Thread first = Started(() => arena.TryRemove(ids[0]));
            inside.Wait();
            Thread[] others =
            [
                Waiting(arena.Dispose),
                .. ids.Skip(1).Select(id => Waiting(() => arena.TryRemove(id))),
            ];
            go.Set();
            Array.ForEach([first, .. others], static thread => thread.Join());
            Utf8StringStoreStatistics statistics = arena.GetStatistics();
            Assert.Equal((0, 0, 0), (statistics.Count, statistics.TextBytes, statistics.BytesReserved));
        }

        static Thread Started(ThreadStart action)
        {
            var thread = new Thread(action);
            thread.Start();
            return thread;
        }

        // Returns once the thread waits or has ended: a thread that removes a string of another stripe does not wait.
        static Thread Waiting(ThreadStart action)
        {
            Thread thread = Started(action);
            SpinWait.SpinUntil(() => thread.ThreadState is ThreadState.WaitSleepJoin or ThreadState.Stopped);
            return thread;
        }
    }
}

using Cenote.Arenas;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Arenas;

/// <summary>Threads that illegally dispose and reset one arena concurrently: other owners must not be affected.</summary>
public sealed class StringArenaEndTests
{
    private const string Text = "longer than seven chars";

    [Fact]
    public void Two_threads_that_dispose_one_arena_at_once_give_its_places_back_once() => Race(static () =>
    {
        var arena = new StringArena();
        arena.Add(Text);
        return (arena.Dispose, arena.Dispose);
    });

    [Fact]
    public void A_reset_beside_the_end_of_an_arena_leaves_nothing_behind() => Race(static () =>
    {
        var arena = new StringArena();
        arena.Add(Text);
        return (arena.Dispose, () => UnlessDisposed(arena.Reset));
    });

    [Fact]
    public void Two_threads_that_reset_an_arena_at_once_take_one_window_each_at_most() => Race(static () =>
    {
        var arena = new StringArena();
        arena.Add(Text);
        arena.Window.MarkUsed(((ulong)(arena.Window.Number + 1) << PlaceWindow.Shift) - (1UL << 32));
        return (() => UnlessDisposed(arena.Reset), ResetAndDispose);

        void ResetAndDispose()
        {
            UnlessDisposed(arena.Reset);
            arena.Dispose();
        }
    });

    [Fact]
    public void Two_threads_that_dispose_one_list_at_once_give_its_memory_back_once() => Race(static () =>
    {
        var list = new StringArenaList { Text, Text };
        return (list.Dispose, list.Dispose);
    });

    private static void Race(Func<(Action First, Action Second)> make)
    {
        for (int round = 0; round < RunSettings.Length(50_000); round += 500)
        {
            (Action First, Action Second)[] races = [.. Enumerable.Range(0, 500).Select(_ => make())];
            int turn = 0;
            RunBoth(() => RunAll(static race => race.First), () => RunAll(static race => race.Second));

            void RunAll(Func<(Action First, Action Second), Action> side)
            {
                foreach ((Action First, Action Second) race in races)
                {
                    // Both threads start each race together.
                    int mine = Interlocked.Increment(ref turn);
                    int both = mine + (mine & 1);
                    SpinWait.SpinUntil(() => Volatile.Read(ref turn) >= both);
                    side(race)();
                }
            }

            CheckThatEachHasItsOwn();
        }
    }

    private static void CheckThatEachHasItsOwn()
    {
        StringArena[] arenas = [.. Enumerable.Range(0, 40).Select(static _ => new StringArena())];
        try
        {
            ArenaString[] values = [.. arenas.Select(static (arena, i) => arena.Add($"the text of arena {i}"))];
            Assert.Equal(arenas.Length, arenas.Select(static arena => arena.Window.Number).Distinct().Count());
            for (int i = 0; i < arenas.Length; i++)
            {
                Assert.Equal($"the text of arena {i}", arenas[i].AsSpan(in values[i]).ToString());
                Assert.Equal([i], Enumerable.Range(0, arenas.Length).Where(other => arenas[other].IsAlive(values[i])));
            }
        }
        finally
        {
            Array.ForEach(arenas, static arena => arena.Dispose());
        }
    }

    private static void RunBoth(Action first, Action second)
    {
        Exception? failure = null;
        var other = new Thread(() => Try(first));
        other.Start();
        Try(second);
        other.Join();
        Assert.True(failure is null, failure?.ToString());

        void Try(Action action)
        {
            try
            {
                action();
            }
            catch (Exception exception)
            {
                Volatile.Write(ref failure, exception);
            }
        }
    }

    private static void UnlessDisposed(Action action)
    {
        try
        {
            action();
        }
        catch (ObjectDisposedException)
        {
        }
    }
}
